"""The words that stand on buttons, as people type them, and the command that does the same."""

from functools import cache

from bot.words import LANGUAGES, N_, words
from engine.ruleset import spelling

_COMMAND_OF = {
    N_("Undo"): "takeback",
    N_("Take back"): "takeback",
    N_("Swap sides"): "swap",
    N_("Your move"): "move",
    N_("Offer draw"): "draw",
    N_("Accept the draw"): "draw",
    N_("Resign"): "resign",
    N_("Yes, resign"): "resign",
    N_("Hint"): "hint",
    N_("Rules"): "rules",
    N_("Analyse"): "analyse",
    N_("Nudge"): "remind",
    N_("Replay"): "replay",
    N_("Copy"): "export",
    N_("Export..."): "export",
    N_("Continue from here"): "play",
    N_("Film"): "export",
    N_("Play"): "play",
    N_("New game"): "play",
    N_("All commands"): "help",
    N_("Finished matches"): "games",
    N_("My data as a file"): "privacy",
    N_("Delete my data"): "privacy",
    N_("I am back"): "away",
}
_ON_BOARDS = (
    N_("Accept"),
    N_("Agree to the pause"),
    N_("Allow it"),
    N_("Call it off"),
    N_("Call off"),
    N_("Claim the win"),
    N_("Copy position"),
    N_("Decline"),
    N_("Give a day"),
    N_("Keep sides"),
    N_("More"),
    N_("Moves"),
    N_("My view"),
    N_("No pause"),
    N_("No rematch"),
    N_("Open that match"),
    N_("Pause..."),
    N_("Play on"),
    N_("Refuse"),
    N_("Rematch, sides swapped"),
    N_("Rematch"),
    N_("Tap on the board"),
    N_("Told..."),
    N_("Withdraw"),
)
"""Those that no command stands for: the board has them."""


def named_button(text: str) -> str:
    """The command that does what the button with these words does, in any language; empty for other words."""
    return _commands().get(spelling(text.strip(" .!?")), "")


@cache
def _commands() -> dict[str, str]:
    rows = {**dict.fromkeys(_ON_BOARDS, "board"), **_COMMAND_OF}
    spoken = [words(language) for language in LANGUAGES]
    return {spelling(say(label).strip(".")): command for label, command in rows.items() for say in spoken}
