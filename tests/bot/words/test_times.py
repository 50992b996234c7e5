"""Times in words."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.words import words

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(seconds=30), "30 seconds"),
        (timedelta(seconds=60), "1 minute"),
        (8 * HOUR, "8 hours"),
        (DAY, "1 day"),
        (72 * HOUR, "3 days"),
        (7 * DAY, "1 week"),
        (30 * DAY, "30 days"),
    ],
)
def test_a_round_time_is_told_in_whole_units(time: timedelta, told: str) -> None:
    assert words("en").span(time) == told


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (-HOUR, "in 1 second"),
        (timedelta(seconds=60), "in 1 minute"),
        (timedelta(seconds=65), "in 65 seconds"),
        (timedelta(seconds=80), "in 1 minute"),
        (HOUR, "in 1 hour"),
        (HOUR - timedelta(seconds=20), "in 1 hour"),
        (timedelta(minutes=65), "in 65 minutes"),
        (20 * HOUR, "in 20 hours"),
        (40 * HOUR, "in 40 hours"),
        (49 * HOUR, "in 2 days"),
        (15 * DAY, "in 2 weeks"),
    ],
)
def test_what_comes_is_told_in_its_largest_unit(time: timedelta, told: str) -> None:
    assert words("en").ahead(time) == told


@pytest.mark.parametrize(("language", "told"), [("en", "1 hour"), ("ms", "1 jam"), ("id", "1 jam")])
def test_an_hour_is_not_sixty_minutes(language: str, told: str) -> None:
    say = words(language)
    assert told == say.duration(HOUR) == say.duration(HOUR + timedelta(seconds=10))
    assert told in say.ago(HOUR)


def test_days_and_times_of_day_are_told_as_each_language_does() -> None:
    moment = datetime(2026, 12, 3, 18, 5, tzinfo=UTC)
    told = [(say.month_day(moment), say.time_of_day(moment)) for say in map(words, ("en", "ms", "id"))]
    assert told == [("3 Dec", "18:05"), ("3 Dis", "18:05"), ("3 Des", "18:05")]
    assert words("ms").ahead(20 * HOUR) == "dalam 20 jam"
