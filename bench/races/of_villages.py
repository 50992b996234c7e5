"""A village votes while its vote ends: one turn is played, and a vote counts or is refused."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import update

from bench.races.round import PLATFORM, RULESET, Kind, Round
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.village import choice_of
from bot.services.contests.villages import NewVillageMatch
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import villages
from bot.store.connection import Connection
from bot.store.tables import polls
from engine.notation import format_move

SOON, LONGEST = 0.06, 5.0
"""Seconds until a vote ends, at most: in the first race, and ever."""
LONGER = 1.02
"""The factor of that for each vote that more were refused than counted: as many come before the end as after it,
however slow the machine is.
"""


async def _match(race: Round) -> Match:
    """A match of one person against a chat, which is to move; its vote ends in a moment."""
    place = Place(PLATFORM, f"village-{race.number}")
    await race.here.communities.change(place, lambda found: replace(found, settings={"village": "8h"}))
    (adi,) = await race.people("adi")
    village = await race.here.villages.of_place(place, "Kampung Baru")
    wish = Invitation(RULESET, player=village.id, accepted=True, host_side=1)
    contest = NewVillageMatch(place, village.id)
    match, _ = await race.here.opening.open(race.event(), adi, wish, Venue(place, "en"), contest=contest)
    return await race.here.matches.get(match.code)


async def _ends_soon(race: Round, match: Match) -> datetime:
    """The moment at which the vote ends from now on."""
    more_refused = race.tally["refused"] - race.tally["counted"]
    most = min(SOON * LONGER**more_refused, LONGEST)
    closes = race.here.clock() + timedelta(seconds=race.chance.uniform(0, most))

    async def work(connection: Connection) -> None:
        await connection.execute(update(polls).where(polls.c.match == match.code).values(closes=closes))

    await race.here.database.write(work)
    return closes


async def vote_and_close(race: Round) -> None:
    """Some vote, one of them a second time, while two processes close the vote."""
    players = await race.people("ani", "budi", "cik", "dewi")
    match = await _match(race)

    async def vote(services: Services, player: Player, choice: int) -> None:
        move = match.game.legal_moves[choice]
        await services.villages.vote(race.event(), player, match.code, move, match.game.ply)

    await vote(race.here, players[0], 1)
    closes = await _ends_soon(race, match)
    given = await race.at_once(
        *(vote((race.here, race.there)[at % 2], player, at) for at, player in enumerate(players)),
        race.here.villages.close(match.code),
        race.there.villages.close(match.code),
    )
    await asyncio.sleep(max((closes - race.here.clock()).total_seconds(), 0.0))
    for services in (race.there, race.here):  # what came before its end is closed now
        await services.villages.close(match.code)
    now = await race.stored(match)
    cast = await race.here.database.read(lambda connection: villages.cast(connection, match.code, 0))
    counted = {each.player for each in cast}
    wanted = {players[0].id} | {player.id for player, done in zip(players, given, strict=False) if done}
    race.tally["counted"] += given[: len(players)].count(True)
    race.tally["refused"] += given[: len(players)].count(False)
    race.expect(counted == wanted, f"{len(counted)} votes counted of {len(wanted)} that were not refused")
    race.expect(now.game.ply == 1, f"{now.game.ply} turns were played")
    played = format_move(RULESET, now.game.moves[0]) if now.game.moves else None
    race.expect(played == choice_of(cast), f"{played} was played by {cast}")


KINDS: tuple[Kind, ...] = (vote_and_close,)
