"""Codes of matches in typed lines."""

import re
from collections.abc import Mapping

CODE = re.compile(r"[A-HJ-NP-Z2-9]{4,8}")


def read_code(text: str) -> str | None:
    """The match code in a typed text, in any case, or None."""
    code = text.strip().upper()
    return code if CODE.fullmatch(code) else None


def sure_code(text: str, given: Mapping[str, str]) -> str | None:
    """A word that can be nothing but the code of a match: it has a digit."""
    return text if read_code(text) and any(map(str.isdecimal, text)) else None


def likely_code(text: str, given: Mapping[str, str]) -> str | None:
    """A word that can be the code of a match."""
    return text if read_code(text) else None
