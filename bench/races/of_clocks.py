"""Time is over, or as good as over, at the moment at which somebody moves; or two live matches begin at once."""

from dataclasses import replace
from datetime import datetime, timedelta

from bench.races.round import PLATFORM, RULESET, Kind, Round, moved
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import Player
from engine.ruleset import Ending


async def _late(race: Round, host: Player, guest: Player, terms: Terms, by: timedelta) -> Match:
    """A match in which the host, who is to move, has had no time left for so long; no days away begin by themselves."""
    match = await race.match(host, guest, terms=terms)
    assert match.clock
    ago = match.clock.pace.times.move + match.clock.pace.times.bank + by

    def thought(now: Match, at: datetime) -> Match:
        assert now.clock
        return replace(now, version=now.version + 1, clock=replace(now.clock, since=at - ago))

    return await race.act(race.here, host, match, thought)


async def claim_and_move(race: Round) -> None:
    """A late player moves while the other claims the win."""
    adi, siti = await race.people("adi", "siti")
    match = await _late(race, adi, siti, Terms(Pace.RELAXED, away=False), timedelta(hours=1))
    made, claimed = await race.at_once(
        race.act(race.here, adi, match, moved(adi)),
        race.act(race.there, siti, match, lambda now, at: now.claim(siti.id, at)),
    )
    now = await race.stored(match)
    race.expect(made != claimed, f"moved {made}, claimed {claimed}")
    race.expect((now.status, now.game.ply) == ((Status.PLAYING, 1) if made else (Status.OVER, 0)), f"{now.status}")


async def flag_and_move(race: Round) -> None:
    """A late player in a rated match moves while time ends it, in both processes."""
    adi, siti = await race.people("adi", "siti")
    match = await _late(race, adi, siti, Terms(Pace.RELAXED, rated=True, away=False), timedelta(hours=12))
    made, *_ = await race.at_once(
        race.act(race.here, adi, match, moved(adi)), race.here.time.tick_due(), race.there.time.tick_due()
    )
    now = await race.stored(match)
    lost = now.game.outcome is not None and now.game.outcome.ending is Ending.TIME
    race.expect(made != lost, f"moved {made}, lost {lost}")
    race.expect(now.version == match.version + 1, f"{now.version - match.version} changes")


async def claim_and_call_off(race: Round) -> None:
    """The player who waits presses *Claim the win* on one device and *Call it off* on another."""
    adi, siti = await race.people("adi", "siti")
    match = await _late(race, adi, siti, Terms(Pace.RELAXED, away=False), timedelta(hours=1))
    claimed, off = await race.at_once(
        race.act(race.here, siti, match, lambda now, at: now.claim(siti.id, at)),
        race.act(race.there, siti, match, lambda now, at: now.call_off_late(siti.id, at)),
    )
    status = (await race.stored(match)).status
    race.expect(claimed != off, f"claimed {claimed}, called off {off}")
    race.expect(status is (Status.OVER if claimed else Status.CALLED_OFF), f"{status}")


async def _invited(race: Round, host: Player, guest: Player, venue: Venue) -> Match:
    """An invitation to a live match."""
    wish = Invitation(RULESET, guest.person, 0, terms=Terms(Pace.BLITZ))
    match, _ = await race.here.opening.open(race.event(), host, wish, venue)
    return match


async def two_live_matches(race: Round) -> None:
    """Somebody accepts a live match on one device, and another on a second one; a person plays one at a time."""
    adi, siti, ros = await race.people("adi", "siti", "ros")
    alone = Venue(Place(PLATFORM, adi.account, private=True), "en")
    first, second = await _invited(race, siti, adi, alone), await _invited(race, ros, adi, alone)
    one, other = await race.at_once(
        race.here.matches.join(race.event(), adi, first.code), race.there.matches.join(race.event(), adi, second.code)
    )
    race.expect(one != other, f"accepted the first {one}, the second {other}")
    begun = [each for each in await race.live(adi) if each.status is Status.PLAYING]
    race.expect(len(begun) == 1, f"{len(begun)} live matches of one person")


async def last_live_match_here(race: Round) -> None:
    """Two live matches are accepted in a group that can show one more."""
    group = Venue(Place(PLATFORM, f"group {race.number}"), "en")
    adi, siti, ros, tom = await race.people("adi", "siti", "ros", "tom")
    first, second = await _invited(race, adi, siti, group), await _invited(race, ros, tom, group)
    one, other = await race.at_once(
        race.here.matches.join(race.event(), siti, first.code), race.there.matches.join(race.event(), tom, second.code)
    )
    race.expect(one != other, f"accepted the first {one}, the second {other}")


KINDS: tuple[Kind, ...] = (
    claim_and_move,
    flag_and_move,
    claim_and_call_off,
    two_live_matches,
    last_live_match_here,
)
