"""The common fixture of these tests: above the store, one kind of database stands for both."""

import pytest

from tests.suites import either_database


@pytest.fixture(params=either_database())
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of database."""
    return str(request.param)
