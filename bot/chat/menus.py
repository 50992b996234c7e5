"""The menus on a person or a message, on platforms that have such: each is a command about that person or board."""

from dataclasses import dataclass

from bot.words import N_


@dataclass(frozen=True)
class ContextMenu:
    """A line of such a menu. It is a command with the person, or with the match whose board was chosen, as an option.

    ``of_person``: it stands on people, else on messages.
    """

    label: str
    command: str
    option: str
    of_person: bool = False


MENUS = (
    ContextMenu(N_("Challenge"), "play", "opponent", of_person=True),
    ContextMenu(N_("Profile"), "profile", "who", of_person=True),
    ContextMenu(N_("My view"), "board", "match"),
    ContextMenu(N_("Continue from here"), "play", "from"),
    ContextMenu(N_("Replay"), "replay", "match"),
)
