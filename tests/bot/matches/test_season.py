"""Seasons are the quarters of a year; each moment lies in exactly one."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from bot.matches.season import Season, season_of

MOMENTS = st.datetimes(timezones=st.just(UTC)).filter(lambda moment: 1970 < moment.year < 9000)


def test_the_quarters_of_a_year() -> None:
    assert season_of(datetime(2026, 3, 31, 23, 59, tzinfo=UTC)) == Season(2026, 1)
    assert season_of(datetime(2026, 4, 1, tzinfo=UTC)) == Season(2026, 2)
    assert Season(2026, 1).by(-1) == Season(2025, 4)
    assert Season(2026, 4).end == datetime(2027, 1, 1, tzinfo=UTC)
    east = timezone(timedelta(hours=8))
    assert season_of(datetime(2026, 1, 1, 7, tzinfo=east)) == Season(2025, 4), "seasons go by UTC"


@given(MOMENTS, st.integers(-40, 40))
def test_a_moment_lies_in_one_season(moment: datetime, seasons: int) -> None:
    season = season_of(moment)
    assert season.first <= moment < season.end
    assert season.by(1).first == season.end
    assert season.by(seasons).by(-seasons) == season
