"""A month of two chats on two platforms: its tables, profiles and badges are what a second, naive program says."""

from datetime import UTC, datetime
from random import Random

import pytest

from bot.matches.season import season_of
from bot.services.services import Services
from bot.services.standing.standing import TopScope
from bot.store.types import BILLION
from engine.games import find_ruleset
from tests.bot.kit import Clock, check
from tests.bot.services.month import CHATS_OF, GAMES, Month
from tests.bot.services.naive import Chronicle
from tests.suites import deep

ALL = 100
"""More than there are people."""
NEAR = 1e-6


@pytest.mark.parametrize(
    "matches",
    [30, pytest.param(600, marks=deep("a twentieth of the month is in the quick suite"))],
    ids=["days", "month"],
)
@pytest.mark.timeout(600)
@pytest.mark.long("hundreds of matches are played")
async def test_a_month_is_told_as_a_second_program_tells_it(services: Services, clock: Clock, matches: int) -> None:
    clock.now = datetime(2026, 3, 12, tzinfo=UTC)
    month = Month(services, clock, Random(31))
    await month.pass_by(matches)
    chronicle = month.chronicle
    assert len(chronicle.fought) == matches
    assert await check(services.database) == []
    for place in CHATS_OF.values():
        for game in GAMES:
            await lists(services, clock, chronicle, place.chat, game.key)
    for one in month.people:
        await profile(services, chronicle, one.id)
    if matches == 600:
        assert chronicle.erased
        assert chronicle.left
        assert {"nowhere", "everywhere"} <= set(chronicle.listed.values())
        assert season_of(clock.now).quarter == 2, "a season has ended in it"


async def lists(services: Services, clock: Clock, chronicle: Chronicle, chat: str, game: str) -> None:
    """Each list of a chat in a game."""
    place = next(place for place in CHATS_OF.values() if place.chat == chat)
    now, season = clock.now, season_of(clock.now)

    async def shown(scope: TopScope) -> list[tuple[object, ...]]:
        found = await services.standing.top(scope, place, find_ruleset(game), "", ALL)
        assert [each.ranked.place for each in found] == list(range(1, len(found) + 1))
        assert {each.ranked.of for each in found} <= {len(found)}
        rated = scope in (TopScope.HERE, TopScope.ALL)
        return [
            (
                each.ranked.player,
                pytest.approx(each.ranked.sorted_by / (BILLION if rated else 1), rel=0, abs=NEAR),
                each.ranked.provisional if rated else each.ranked.played,
            )
            for each in found
        ]

    first = datetime(now.year, now.month, 1, tzinfo=UTC)
    before = season.by(-1)
    assert chronicle.strongest(chronicle.members(chat, now), game) == await shown(TopScope.HERE)
    assert chronicle.everywhere(game) == await shown(TopScope.ALL)
    assert chronicle.month(chat, game, first, now) == await shown(TopScope.MONTH)
    assert chronicle.season(chat, game, season.first, season.end, now) == await shown(TopScope.SEASON)
    assert chronicle.season(chat, game, before.first, before.end, now) == await shown(TopScope.BEFORE)


async def profile(services: Services, chronicle: Chronicle, player: str) -> None:
    """The profile of somebody, and their badges."""
    found = await services.standing.profile(player, player, CHATS_OF["telegram"], 5)
    assert found
    mine = {key[1:]: one for key, one in chronicle.ratings().items() if key[0] == player}
    ratings = {(each.ruleset, each.side): each for each in found.ratings}
    assert ratings.keys() == mine.keys()
    for key, one in mine.items():
        assert ratings[key].rating.rating == pytest.approx(one.number.r, rel=0, abs=NEAR)
        assert ratings[key].provisional == (one.played < 8 or one.number.rd > 110)
    scores = {(each.ruleset, each.side): (each.score.won, each.score.drawn, each.score.lost) for each in found.people}
    assert scores == chronicle.scores(player)
    if mine:
        best = min(mine.values(), key=lambda one: (one.played < 8 or one.number.rd > 110, -one.number.r))
        assert list(found.course) == pytest.approx(best.course[-30:], rel=0, abs=NEAR)
    badges = await services.standing.badges(player, player)
    assert badges is not None
    assert {(each.ruleset, each.side, each.level): each.won for each in badges} == chronicle.badges(player)
