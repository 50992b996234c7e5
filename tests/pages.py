"""The tables in the pages."""

import re


def table(text: str, heading: str) -> list[str]:
    """The first column of the table whose head begins with ``heading``, without the code marks."""
    found = re.search(rf"^\| {heading} .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert found, f"there is no table that begins with {heading}"
    return [row.split("|")[1].strip().strip("`") for row in found[1].splitlines()]
