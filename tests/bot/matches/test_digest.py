"""A digest comes at its hours by the clock of its reader."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.matches.digest import Digest
from bot.matches.preferences import DIGEST_HOURS

ZONES = ("Asia/Jakarta", "Europe/Berlin", "America/New_York", "Pacific/Chatham", "Australia/Lord_Howe")
MOMENTS = st.integers(0, 3 * 365 * 24 * 3600).map(
    lambda number: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(0, number)
)


@given(st.sampled_from(ZONES), st.sampled_from(DIGEST_HOURS), MOMENTS)
def test_it_comes_at_its_hours_of_each_day_and_at_no_other_moment(zone: str, chosen: str, moment: datetime) -> None:
    digest = Digest.of(zone, chosen)
    first = digest.next(moment)
    assert first > moment
    assert digest.comes_at(first)
    assert not digest.comes_at(first - timedelta(seconds=1))
    assert digest.next(moment + (first - moment) / 2) == first, "nothing between"
    assert timedelta(0) < digest.next(first) - first <= timedelta(hours=25)


def test_it_comes_by_the_clocks_of_its_reader() -> None:
    noon = datetime(2026, 3, 1, 5, tzinfo=UTC)
    assert Digest.of("Asia/Jakarta", None).next(noon) == datetime(2026, 3, 1, 11, tzinfo=UTC)
    assert Digest.of("Asia/Jakarta", "7 19").next(noon) == datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert Digest.of("Mars/Base", "25").next(noon) == datetime(2026, 3, 1, 18, tzinfo=UTC), "as stored, it stands"
