"""The private message to a player who has left the chat of a match under way: how they go on, and until when."""

from bot.app.boards.match_message import SHOWN_HERE, button
from bot.app.buttons.callback_data import Action
from bot.app.text.clock import day_of
from bot.chat import Ping, Style, When
from bot.matches.match import Match
from bot.words import Words


def leaver_message(match: Match, name: str, other: str, say: Words) -> Ping:
    """The message to the player called ``name``, whose clock is stopped, with the button that brings the board."""
    assert match.clock, "only a clock can be stopped"
    text = say(
        "{name}, you are no longer in the chat where you play {other} in {code}; your clock is stopped. "
        "Go on here brings the board into this chat.",
        name=name,
        other=other,
        code=match.code,
    )
    limit, links = _limit(match, other, say)
    go_on = button(match, say("Go on here"), Action.VIEW, Style.MAIN, SHOWN_HERE)
    return Ping(text=f"{text} {limit}".rstrip(), links=links, rows=((go_on,),))


def _limit(match: Match, other: str, say: Words) -> tuple[str, tuple[When, ...]]:
    """The sentence that says from when on the other may end the match, with its day; none once they may."""
    clock = match.clock
    if clock is None or clock.halt_until is None:
        return "", ()
    date = day_of(clock.halt_until, clock, say)
    if clock.rated:
        return say("From {date} on the match may be called off.", date=date.words), (date,)
    return say("From {date} on {other} may claim the win or call it off.", date=date.words, other=other), (date,)
