"""A person reads why something is refused: no class of refusal and no end of a match is without its sentence."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from datetime import timedelta
from inspect import signature

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.match_resolver import MatchElsewhere, SeveralMatchesMeant
from bot.matches.communities import AllowedKind, Community, Grant, Right
from bot.matches.host_rules import KeptToSome
from bot.matches.identity import Place
from bot.matches.refusals import ActionRefused, IllegalHere, MatchOver, NudgedEnough
from bot.matches.status import LIVE, Status
from bot.words import LANGUAGES, words
from engine.moves import Move

PLACE = Place("discord", "4", server="1")
FACTS = {
    "code": "K7QM",
    "codes": "K7QM",
    "limit": 5,
    "seats": 12,
    "fewest": 2,
    "reach": 3,
    "number": 2,
    "answers": 5,
    "move": "c3-d4",
    "days": 30,
    "moves": 7,
    "minutes": 9,
    "name": "Siti",
    "times": 3,
    "seconds": 11,
    "wanted": 3,
    "present": 4,
    "why": "spam",
    "wrote": "soonish",
    "least": 11,
    "most": 22,
    "length": 501,
    "usual": 18,
    "count": 16,
    "hours": "14",
    "wait": timedelta(hours=10),
    "platform": "Telegram",
    "community": Community(
        "discord",
        "1",
        allowed=(Grant(AllowedKind.CHANNEL, "2", Right.PLAY, "games"), Grant(AllowedKind.ROLE, "3", Right.PLAY)),
    ),
    "place": PLACE,
    "paces": ("slow", "relaxed"),
}


def every_class(of: type[ActionRefused] = ActionRefused) -> Iterator[type[ActionRefused]]:
    for each in of.__subclasses__():
        if not each.__subclasses__():
            yield each
        yield from every_class(each)


def refusal(kind: type[ActionRefused]) -> ActionRefused:
    """A refusal of this class with facts of its kind."""
    if kind is MatchOver:
        return MatchOver(Status.OVER)
    if kind is NudgedEnough:
        return NudgedEnough(timedelta(days=2), rated=False)
    if kind is IllegalHere:
        return IllegalHere(Move(path=(0, 1)))
    if kind is SeveralMatchesMeant or kind is MatchElsewhere:
        return kind((), CallbackData(Action.MORE))  # type: ignore[arg-type]  # they stand in a menu
    return kind(*(FACTS[name] for name in signature(kind).parameters))


def test_a_role_that_may_play_is_named() -> None:
    role = Grant(AllowedKind.ROLE, "3", Right.PLAY, "players")
    told = KeptToSome(Community("discord", "1", allowed=(role,)), PLACE).told(words("en"))
    assert told == "Here only people with a certain role may play: players."


@pytest.mark.parametrize("kind", list(every_class()), ids=lambda kind: kind.__name__)
def test_every_refusal_is_a_sentence_in_every_language(kind: type[ActionRefused]) -> None:
    said = [refusal(kind).told(words(language)) for language in LANGUAGES]
    assert said[0] not in said[1:], "translated"
    for sentence in said:
        assert sentence.endswith((".", "?"))
        assert not set("{}") & set(sentence)


def test_the_facts_of_a_refusal_are_fields_and_its_sentence_stands_beside_them() -> None:
    kinds = {*every_class()}
    assert len(kinds) > 100
    for kind in kinds:
        assert is_dataclass(kind)
        assert kind.__init__.__code__.co_filename == "<string>", f"{kind} has a constructor that somebody has written"
        assert kind.told is not ActionRefused.told or hasattr(kind, "sentence")


@pytest.mark.parametrize("status", [each for each in Status if each not in LIVE])
def test_what_is_closed_says_how_it_ended(status: Status) -> None:
    others = {MatchOver(each).told(words("en")) for each in Status if each not in (*LIVE, status)}
    assert MatchOver(status).told(words("en")) not in others
