"""The pace of a new match: how it is named in a command and carried in a button, and the panel that offers all."""

from dataclasses import dataclass, replace

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.requests.context import Context
from bot.app.text.clock import pace_line, pace_name
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal
from bot.chat.commands import PACE_WORDS
from bot.matches.pace import DEFAULT_PACE, Pace
from engine.ruleset import Ruleset

_LETTERS: dict[Pace | None, str] = {**{pace: pace.letter for pace in Pace}, None: "n"}
"""The letters for each pace in callback data, and for none."""
_BY_LETTER = {letter: pace for pace, letter in _LETTERS.items()}
NO_SIDE = "random"
SIDES = {"first": 0, "second": 1}
"""The sides as they stand in a button."""
_WITH = "+"


class UnknownPace(LookupError):
    """No pace has this name."""


@dataclass(frozen=True)
class NewGame:
    """The choices of a person for a new match: the game, the side (``first``, ``second``, ``random``) and the pace."""

    ruleset: Ruleset
    side: str = NO_SIDE
    pace: Pace | None = DEFAULT_PACE

    def __str__(self) -> str:
        """It as the argument of a button. The pace is left out where nobody has chosen another one."""
        argument = f"{self.ruleset.short_id}:{self.side}"
        return argument if self.pace is DEFAULT_PACE else f"{argument}:{_LETTERS[self.pace]}"

    @classmethod
    def read(cls, argument: str) -> "NewGame":
        """The choice that ``str`` wrote. Raises BadCallbackData."""
        game, _, rest = argument.partition(":")
        side, _, letter = rest.partition(":")
        if side not in (NO_SIDE, *SIDES):
            raise BadCallbackData(argument)
        return cls(ruleset_named(game), side, pace_by_letter(letter))

    @property
    def host_side(self) -> int | None:
        """The side the host wants, None for a coin."""
        return SIDES.get(self.side)


def pace_by_letter(letter: str) -> Pace | None:
    """The pace in a button, the default one where it carries none. Raises BadCallbackData."""
    if letter and letter not in _BY_LETTER:
        raise BadCallbackData(letter)
    return _BY_LETTER[letter] if letter else DEFAULT_PACE


def pace_named(name: str) -> Pace | None:
    """The pace that somebody has typed or chosen, the default one for an empty name. Raises UnknownPace."""
    if not name:
        return DEFAULT_PACE
    try:
        return PACE_WORDS[name.casefold()]
    except KeyError:
        raise UnknownPace(name) from None


def with_pace(whom: str, pace: Pace | None) -> str:
    """The opponent in a button, and the pace beside it where it is not the default one."""
    return whom if pace is DEFAULT_PACE else f"{whom}{_WITH}{_LETTERS[pace]}"


def split_pace(whom: str) -> tuple[str, Pace | None]:
    """The opponent and the pace in a button. Raises BadCallbackData."""
    opponent, _, letter = whom.partition(_WITH)
    return opponent, pace_by_letter(letter)


def pace_button(context: Context, chosen: NewGame) -> Button:
    """The button that tells the pace chosen, and offers the others."""
    label = context.say("Pace: {pace}", pace=pace_name(chosen.pace, context.say))
    return Button(label, str(CallbackData(Action.PACE, argument=str(chosen))))


def no_such_pace(context: Context, name: str) -> Answer:
    """The answer to a pace that there is not."""
    paces = context.say.all_of([pace_name(pace, context.say) for pace in _LETTERS])
    return Refusal(text=context.say("There is no pace called {name}. There are: {paces}.", name=name[:20], paces=paces))


async def pressed_pace(context: Context, data: CallbackData) -> Answer:
    """*Pace*: which one? Choosing one shows the panel of the game again. Raises BadCallbackData."""
    say, chosen = context.say, NewGame.read(data.argument)
    without = replace(chosen, pace=DEFAULT_PACE)
    options = tuple(
        Option(pace_line(pace, say), letter, chosen=pace is chosen.pace) for pace, letter in _LETTERS.items()
    )
    text = "\n".join(
        (
            say("How much time should each of you have? What a move takes beyond its time comes out of the bank."),
            say(
                "{paces} are for two who sit at the board together: who has no time left has lost. In the "
                "others the clock does not run in your quiet hours (/settings), and when the time is over, the "
                "opponent may claim the win, but need not.",
                paces=say.all_of([pace_name(pace, say) for pace in Pace if pace.live]),
            ),
        )
    )
    menu = Menu(str(CallbackData(Action.SIDE, argument=str(without))), say("Pace"), options)
    return PrivatePanel(title=game_name(chosen.ruleset, say), text=text, rows=(menu,), replace=True, stays=True)
