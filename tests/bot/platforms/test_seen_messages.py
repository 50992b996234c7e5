"""The number of messages below a board: those seen, or in a supergroup those numbered after it; no deleted ones."""

from bot.platforms.seen_messages import MESSAGES, SeenMessages


def test_what_is_seen_after_a_board_stands_below_it() -> None:
    seen = SeenMessages()
    for number in (10, 20, 30, 20, 40):
        seen.note("chat", number)
    assert [seen.below("chat", board) for board in (5, 10, 25, 40, 99)] == [4, 3, 2, 0, 0]
    assert seen.below("another", 5) == 0


def test_a_deleted_message_does_not_count() -> None:
    seen = SeenMessages()
    for number in (10, 20, 30):
        seen.note("chat", number)
    seen.forget("chat", 20)
    seen.forget("chat", 99)
    assert seen.below("chat", 10) == 1


def test_numbers_without_gaps_tell_of_messages_nobody_saw() -> None:
    seen = SeenMessages()
    seen.note("group", 100, gapless=True)
    assert seen.below("group", 90) == 10
    seen.note("group", 120, gapless=True)
    seen.forget("group", 110)
    assert seen.below("group", 100) == 19
    seen.note("group", 5000, gapless=True)
    assert seen.below("group", 100) == MESSAGES, "far more is not counted"


def test_now_and_then_the_newest_messages_are_given() -> None:
    seen = SeenMessages()
    given = [seen.note("chat", number) for number in range(1, 21)]
    assert [newest for newest in given if newest] == [[*range(1, 13)], [*range(5, 17)], [*range(9, 21)]]
