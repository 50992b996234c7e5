"""The terms of a match that the sheet of a page asks for."""

from dataclasses import dataclass

from bot.matches.terms import TERMS, FlagTerm


@dataclass(frozen=True)
class SheetTerm:
    """A term under its ``name`` in the frame that begins a match, and the ``option`` of ``/play`` that it is.

    ``usual`` is what a term that is so or not is where nobody has chosen; None for one that is sent as it is typed.
    """

    name: str
    option: str
    usual: bool | None

    def typed(self, value: bool | str) -> str:
        """A value as ``/play`` takes it, empty where it is as usual."""
        if isinstance(value, str):
            return value
        return "" if value == self.usual else "yes" if value else "no"


SHEET_TERMS = tuple(
    SheetTerm(each.name, each.option, each.usual if isinstance(each, FlagTerm) else None)
    for each in TERMS.values()
    if each.on_sheet
)
