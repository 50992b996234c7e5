"""Whoever subscribes is told of the matches that change, by the process that they changed in."""

import pytest

from bot.services.changes import MatchChanges, Publisher


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
