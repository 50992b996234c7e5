"""Somebody guesses, and what a chat's guesses come to is counted, while turns fall: no guess is lost, none is scored by
another turn, and no sum forgets one.
"""

from dataclasses import replace

from sqlalchemy import select

from bench.races.round import GROUP, PLATFORM, Kind, Round, moved
from bot.matches.match import Match
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store.connection import AnyRow, Connection
from bot.store.links import Joiner
from bot.store.tables import guessers, guesses
from engine.notation import format_move


async def _guess(race: Round, services: Services, player: Player, match: Match, choice: int) -> None:
    """Guess the legal move with number ``choice`` of the turn that is next in a match as it was seen."""
    move, ply = match.game.legal_moves[choice], match.game.ply
    await services.guesses.guess(race.event(), player, match.code, move, ply, GROUP.place)


async def _kept(race: Round, *of: Player) -> tuple[list[AnyRow], list[AnyRow]]:
    """The guesses of some players, and their sums."""
    ids = [each.id for each in of]

    async def work(connection: Connection) -> tuple[list[AnyRow], list[AnyRow]]:
        mine = await connection.execute(select(guesses).where(guesses.c.player.in_(ids)))
        sums = await connection.execute(select(guessers).where(guessers.c.player.in_(ids)))
        return list(mine), list(sums)

    return await race.here.database.read(work)


async def guess_and_move(race: Round) -> None:
    """Two who look on guess, one of them a second time, while the turn falls."""
    adi, siti, ros, ani = await race.people("adi", "siti", "ros", "ani")
    match = await race.match(adi, siti)
    await _guess(race, race.here, ani, match, 1)
    made, new, changed = await race.at_once(
        race.act(race.here, adi, match, moved(adi)),
        _guess(race, race.there, ros, match, 0),
        _guess(race, race.there, ani, match, 0),
    )
    now = await race.stored(match)
    played = format_move(now.game.ruleset, now.game.moves[0])
    rows, sums = await _kept(race, ros, ani)
    wanted = {(ani.id, changed)} | ({(ros.id, True)} if new else set())
    race.expect(made and {(row.player, row.hit) for row in rows} == wanted, f"guessed {new}, {changed}: {rows}")
    race.expect(all(row.ply == 1 and row.hit is (row.turn == played) for row in rows), f"scored wrongly: {rows}")
    race.expect(sum(row.guessed for row in sums) == len(rows), f"{len(rows)} guesses, and sums {sums}")


async def two_turns_that_one_has_guessed(race: Round) -> None:
    """Turns of two matches fall that the same person has guessed, while a third is taken back."""
    (ros,) = await race.people("ros")
    played = [await race.people(f"adi{at}", f"siti{at}") for at in range(3)]
    matches = [await race.match(one, other) for one, other in played]
    for match in matches:
        await _guess(race, race.here, ros, match, 0)
    taken = await race.act(race.here, played[2][0], matches[2], moved(played[2][0]))
    back, one, other = await race.at_once(
        race.act(race.there, played[2][0], taken, lambda now, at: now.undo(played[2][0].id, at)),
        race.act(race.here, played[0][0], matches[0], moved(played[0][0])),
        race.act(race.there, played[1][0], matches[1], moved(played[1][0])),
    )
    rows, sums = await _kept(race, ros)
    race.expect(back and one and other and len(rows) == 2, f"{len(rows)} guesses are left")
    race.expect([row.guessed for row in sums] == [2], f"two guesses, and sums {sums}")


async def delete_and_score(race: Round) -> None:
    """The data of somebody is deleted while a turn falls that they have guessed."""
    adi, siti, ros = await race.people("adi", "siti", "ros")
    match = await race.match(adi, siti)
    await _guess(race, race.here, ros, match, 0)
    await race.at_once(race.act(race.here, adi, match, moved(adi)), race.there.people.erase(ros))
    race.expect(await _kept(race, ros) == ([], []), "guesses are left of a person whose data is deleted")
    await race.expect_no_trace(ros)


async def become_one_and_score(race: Round) -> None:
    """Two who have guessed turn out to be one person while the turn falls."""
    adi, siti, ros = await race.people("adi", "siti", "ros")
    other = await race.here.people.player(replace(race.person("ros"), platform="discord"))
    match, elsewhere = await race.match(adi, siti), await race.match(siti, adi)
    for player, guessed in ((ros, match), (other, match), (other, elsewhere)):
        await _guess(race, race.here, player, guessed, 0)
    code = await race.here.links.begin(ros.id, PLATFORM)
    await race.here.links.give(code, Joiner("discord", other.account, other.name))
    done = await race.at_once(
        race.there.links.accept(ros.id),
        race.act(race.here, adi, match, moved(adi)),
        race.act(race.here, siti, elsewhere, moved(siti)),
    )
    rows, sums = await _kept(race, ros, other)
    race.expect(all(done) and len(rows) == 2 and all(row.hit for row in rows), f"{done}, and guesses {rows}")
    race.expect([(row.player, row.guessed) for row in sums] == [(ros.id, 2)], f"two guesses, and sums {sums}")


KINDS: tuple[Kind, ...] = (guess_and_move, two_turns_that_one_has_guessed, delete_and_score, become_one_and_score)
