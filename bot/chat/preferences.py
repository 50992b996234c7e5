"""What a person has chosen for themselves, as a page of settings shows it."""

from dataclasses import dataclass

Choices = tuple[tuple[str, str], ...]
"""The values of a setting, each with its name in the reader's language."""


@dataclass(frozen=True)
class Preferences:
    """The name and the settings of a person; None for a setting that they have not chosen.

    ``spoken``: the language in which they are addressed, chosen or not. The first choice of a setting is the one that
    holds for whoever has chosen none, but for the language.
    """

    name: str
    language: str | None
    spoken: str
    theme: str | None
    view: str | None
    languages: Choices
    themes: Choices
    views: Choices
