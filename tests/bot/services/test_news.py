"""Subscribers are told of the matches that change, by the process that they changed in."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.foundation.publisher import Publisher
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation
from bot.matches.refusals import OpenedJustNow
from bot.services.news import AllNews, Departure, News
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
    news = AllNews()
    everywhere: list[str] = []
    local: list[str] = []
    news.matches.subscribe(everywhere.append)
    news.subscribe_words(local.append)
    if made_by == "this process":
        news.matches.publish("K7QM")
    else:
        news.receive("K7QM")
    assert everywhere == ["K7QM"]
    assert local == told_to_others


SAID: dict[str, Callable[[AllNews], News[Any]]] = {
    "K7QM": lambda news: news.matches,
    "left:telegram:-1001:99": lambda news: news.departures,
    "left:discord:17:3:99": lambda news: news.departures,
    "erased:web:ab12": lambda news: news.erasures,
    "out:web:ab12": lambda news: news.sign_outs,
    "errand:daily": lambda news: news.errands,
}
"""Words as they go from one process to another, perhaps of another version, and the kind of news of each."""


@pytest.mark.parametrize("word", SAID)
def test_news_reaches_another_process_as_one_word(word: str) -> None:
    here, there = AllNews(), AllNews()
    words: list[str] = []
    told: list[object] = []
    here.subscribe_words(words.append)
    there.subscribe_words(lambda word: words.append(f"again {word}"))
    SAID[word](there).subscribe(told.append)
    there.receive(word)
    (value,) = told
    SAID[word](here).publish(value)
    assert words == [word], "said once, and not said on"


def test_what_is_read_of_a_word_is_what_was_written() -> None:
    left = Departure(Place("discord", "17:3"), "99")
    news = AllNews()
    assert news.departures.read(news.departures.write(left)) == left
    assert news.erasures.read("discord:7") == Person("discord", "7", "")


@pytest.mark.parametrize("word", ["errand:of another version", "unheard:of"])
def test_a_word_of_another_version_is_passed_over(word: str) -> None:
    news = AllNews()
    told: list[object] = []
    for each in (news.matches, news.departures, news.erasures, news.errands):
        each.subscribe(told.append)
    news.receive(word)
    assert told == []


def test_what_a_word_cannot_hold_is_told_to_this_process_alone() -> None:
    news = AllNews()
    told: list[str] = []
    news.subscribe_words(told.append)
    news.departures.publish(Departure(Place("web", "a room"), "99"))
    assert told == []


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
    services.news.matches.subscribe(published.append)
    await again(services, adi, match.code, known)
    assert published == []


async def test_a_match_that_is_opened_twice_is_published_once(services: Services) -> None:
    adi, wish = await services.people.player(person("Adi")), event()
    published: list[str] = []
    services.news.matches.subscribe(published.append)
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
