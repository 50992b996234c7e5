"""The board as text: for those who have chosen it, where no picture can be shown, and where one could not be drawn."""

from bot.app.text.names import side_name
from bot.words import Words
from engine.position import start_position
from engine.ruleset import Ruleset
from engine.textboard import text_board
from renderer import Scene


def lettered_board(scene: Scene, say: Words) -> str:
    """The board of a scene as text, with the meaning of its letters below it."""
    ruleset, numbers = scene.ruleset, scene.labels.numbers
    drawn = text_board(ruleset, scene.position, scene.orientation, letters_of(ruleset), numbers=numbers)
    return "\n".join((drawn, *legend_lines(ruleset, say)))


def letters_of(ruleset: Ruleset) -> dict[str, str]:
    """The letter that people see for each letter of a position: D for dogs, which a position writes as G."""
    return {kind.letter: kind.figure.initial or kind.letter for kind in ruleset.kinds}


def legend_lines(ruleset: Ruleset, say: Words) -> list[str]:
    """The meaning of each letter, a line each, and the way a stack is written."""
    letters, start = letters_of(ruleset), start_position(ruleset)
    nouns = [kind.noun for kind in ruleset.kinds]
    lines = []
    for kind in ruleset.kinds:
        pieces = say.noun(kind.noun, start.count(ruleset, kind.side))
        line = f"{letters[kind.letter]} {pieces}"
        lines.append(f"{line} ({side_name(ruleset, kind.side, say)})" if nouns.count(kind.noun) > 1 else line)
    for letter, height in {start.cells[point]: height for point, height in start.stacks}.items():
        pieces = say.noun(ruleset.kind[letter].noun, height)
        lines.append(
            say(
                "{letter}{height}: {height} {pieces} on one point", letter=letters[letter], height=height, pieces=pieces
            )
        )
    return lines
