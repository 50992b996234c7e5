"""The languages, a row each. The texts of each are in its catalogue."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """A language that Papan speaks: its ``code`` (ISO 639), which is stored and never changes, and its own ``name``.

    ``open_graph`` is the locale that previews of links are told; ``discord`` its code in Discord's list of languages,
    empty where it is not in it; ``zone`` the time zone of a chat whose people have not said theirs, empty where nothing
    can be said of them.
    """

    code: str
    name: str
    open_graph: str
    discord: str = ""
    zone: str = ""


LANGUAGE_ROWS = (
    Language("en", "English", "en_GB"),
    Language("ms", "Bahasa Melayu", "ms_MY", zone="Asia/Kuala_Lumpur"),
    Language("id", "Bahasa Indonesia", "id_ID", discord="id", zone="Asia/Jakarta"),
)
"""English first; the order is that of lists."""
_ROWS = {each.code: each for each in LANGUAGE_ROWS}


def language_row(code: str) -> Language:
    """The row of a language. Raises KeyError."""
    return _ROWS[code]
