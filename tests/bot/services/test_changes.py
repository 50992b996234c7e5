"""Whoever subscribes is told of the matches that change, by the process that they changed in."""

from collections.abc import Awaitable, Callable

import pytest

from bot.foundation.publisher import Publisher
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.refusals import OpenedJustNow
from bot.services.changes import LeftChats, MatchChanges
from bot.services.services import Services
from bot.store import Player
from tests.bot.kit import IN_ROOM, ROOM, TABAL, begun, event, person


def test_subscribers_are_called_in_their_order_until_they_unsubscribe() -> None:
    topic: Publisher[[str]] = Publisher()
    calls: list[str] = []
    end_first = topic.subscribe(lambda word: calls.append(f"first {word}"))
    topic.subscribe(lambda word: calls.append(f"second {word}"))
    topic.publish("a")
    end_first()
    topic.publish("b")
    assert calls == ["first a", "second a", "second b"]


def test_a_subscriber_may_unsubscribe_while_it_is_called() -> None:
    topic: Publisher[[]] = Publisher()
    calls: list[str] = []

    def once() -> None:
        calls.append("once")
        end()

    end = topic.subscribe(once)
    topic.subscribe(lambda: calls.append("always"))
    topic.publish()
    topic.publish()
    assert calls == ["once", "always", "always"]


@pytest.mark.parametrize(("made_by", "told_to_others"), [("this process", ["K7QM"]), ("another process", [])])
def test_only_what_this_process_commits_is_told_to_others(made_by: str, told_to_others: list[str]) -> None:
    changes = MatchChanges()
    everywhere: list[str] = []
    local: list[str] = []
    changes.subscribe(everywhere.append)
    changes.subscribe_local(local.append)
    if made_by == "this process":
        changes.publish("K7QM")
    else:
        changes.receive("K7QM")
    assert everywhere == ["K7QM"]
    assert local == told_to_others


def test_a_departure_reaches_another_process_as_one_word() -> None:
    here, there = LeftChats(), LeftChats()
    words: list[str] = []
    told: list[tuple[Place, str]] = []
    here.subscribe_local(words.append)
    there.subscribe_local(lambda word: words.append(f"again {word}"))
    there.subscribe(lambda place, account: told.append((place, account)))
    for place in (Place("telegram", "-1001"), Place("discord", "17:3")):
        here.publish(place, "99")
    assert [there.receive(word) for word in (*words, "K7QM")] == [True, True, False]
    assert told == [(Place("telegram", "-1001"), "99"), (Place("discord", "17:3"), "99")]


AGAIN: dict[str, Callable[[Services, Player, str, str], Awaitable[object]]] = {
    "accepted": lambda services, player, code, known: services.matches.join(known, player, code),
    "moved": lambda services, player, code, known: services.matches.act(known, player, code, lambda now, at: now),
    "asked for a rematch": lambda services, player, code, known: services.matches.rematch(event(), player, code, ROOM),
    "looked at by the time": lambda services, player, code, known: services.time.tick_due(),
    "reached": lambda services, player, code, known: services.time.look_whether_reached(code),
    "back": lambda services, player, code, known: services.time.come_back(player.id),
}
"""What is done once more, and changes nothing: to a match that is over, and in which a rematch is asked for."""


@pytest.mark.parametrize("again", AGAIN.values(), ids=AGAIN.keys())
async def test_what_changes_nothing_is_not_published(
    services: Services, again: Callable[[Services, Player, str, str], Awaitable[object]]
) -> None:
    match, adi, _, _ = await begun(services)
    known = event()
    await services.matches.act(known, adi, match.code, lambda now, at: now.resign(adi.id, at))
    await services.matches.rematch(event(), adi, match.code, ROOM)
    published: list[str] = []
    services.changes.subscribe(published.append)
    await again(services, adi, match.code, known)
    assert published == []


async def test_a_match_that_is_opened_twice_is_published_once(services: Services) -> None:
    adi, wish = await services.people.player(person("Adi")), event()
    published: list[str] = []
    services.changes.subscribe(published.append)
    match, _ = await services.opening.open(wish, adi, Invitation(TABAL), IN_ROOM)
    await services.opening.open(wish, adi, Invitation(TABAL), IN_ROOM)
    with pytest.raises(OpenedJustNow):
        await services.opening.open(event(), adi, Invitation(TABAL), IN_ROOM)
    assert published == [match.code]


async def test_settings_that_stay_as_they_were_are_not_published(services: Services) -> None:
    adi = await services.people.player(person("Adi"))
    told: list[Player] = []
    services.people.changed.subscribe(told.append)
    for theme in ("kertas", "kertas", "malam"):
        await services.people.change_settings(adi.id, theme=theme)
    assert [each.theme for each in told] == ["kertas", "malam"]
