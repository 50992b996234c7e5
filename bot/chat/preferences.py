"""The choices of a person for themselves, as a page of settings shows them."""

from dataclasses import dataclass

Choices = tuple[tuple[str, str], ...]
"""The values of a setting, each with its name in the reader's language."""


@dataclass(frozen=True)
class Setting:
    """One setting in the reader's language: its ``prompt`` stands above its ``choices``.

    ``tab`` is the heading that it stands under together with its neighbours, and ``group`` its key. ``chosen`` is the
    value that holds, even if the person has chosen none; None where none does. Where it is not ``open``, nothing can be
    chosen yet. ``note``
    says why, or what else there is to know.
    """

    name: str
    group: str
    tab: str
    prompt: str
    chosen: str | None
    choices: Choices
    note: str = ""
    open: bool = True


@dataclass(frozen=True)
class Preferences:
    """The name and the settings of a person, in the order of the page; ``spoken`` is the language they are in.

    ``theme`` is that which they have chosen for their boards; empty where a page takes one that fits it.
    """

    name: str
    spoken: str
    settings: tuple[Setting, ...]
    theme: str = ""

    def chosen(self, name: str) -> str | None:
        """The value of a setting that holds. Raises KeyError for a setting there is not."""
        return {each.name: each.chosen for each in self.settings}[name]
