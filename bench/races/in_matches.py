"""People who act at the same moment in one match, or open it."""

from collections.abc import Callable
from datetime import datetime

from bench.races.round import GROUP, PLATFORM, RULESET, Kind, Round, moved
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.status import Status

MatchEnding = Callable[[Match, str, datetime], Match]


async def two_moves(race: Round) -> None:
    """One person moves on two devices, differently."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti)
    done = await race.at_once(
        race.act(race.here, adi, match, moved(adi, 0, 0)), race.act(race.there, adi, match, moved(adi, 1, 0))
    )
    race.expect(sum(done) == 1 and (await race.stored(match)).game.ply == 1, f"two moves of one turn: {done}")


async def one_event_twice(race: Round) -> None:
    """A platform hands the same move to two processes."""
    adi, siti = await race.people("adi", "siti")
    match, once = await race.match(adi, siti), race.event()
    done = await race.at_once(
        *(each.matches.act(once, adi, match.code, moved(adi)) for each in (race.here, race.there))
    )
    race.expect(all(done) and (await race.stored(match)).game.ply == 1, f"one move handed over twice: {done}")


async def accept_and_withdraw(race: Round) -> None:
    """The guest accepts while the host withdraws."""
    adi, siti = await race.people("adi", "siti")
    match, _ = await race.here.opening.open(race.event(), adi, Invitation(RULESET, siti.person), GROUP)
    accepted, withdrawn = await race.at_once(
        race.here.matches.join(race.event(), siti, match.code),
        race.act(race.there, adi, match, lambda now, at: now.withdraw(adi.id, at)),
    )
    status = (await race.stored(match)).status
    race.expect(accepted != withdrawn, "accepted and withdrawn")
    race.expect(status is (Status.PLAYING if accepted else Status.WITHDRAWN), f"{status} is not what was answered")


async def two_strangers_accept(race: Round) -> None:
    """Two people take the same seat."""
    adi, siti, ros = await race.people("adi", "siti", "ros")
    match, _ = await race.here.opening.open(race.event(), adi, Invitation(RULESET), GROUP)
    done = await race.at_once(
        race.here.matches.join(race.event(), siti, match.code), race.there.matches.join(race.event(), ros, match.code)
    )
    race.expect(sum(done) == 1, f"one seat for two: {done}")
    race.expect((siti if done[0] else ros).id in (await race.stored(match)).seats, "the seat is not whose it was said")


async def inviting_each_other(race: Round) -> None:
    """Two people invite each other to the same game."""
    adi, siti = await race.people("adi", "siti")
    await race.at_once(
        race.here.opening.open(race.event(), adi, Invitation(RULESET, siti.person), GROUP),
        race.there.opening.open(race.event(), siti, Invitation(RULESET, adi.person), GROUP),
    )
    found = await race.live(adi)
    race.expect([match.status for match in found] == [Status.PLAYING], f"not one match, but {found}")


async def one_wish_twice(race: Round) -> None:
    """A button that opens a match is pressed twice."""
    (adi,) = await race.people("adi")
    done = await race.at_once(
        *(each.opening.open(race.event(), adi, Invitation(RULESET), GROUP) for each in (race.here, race.there))
    )
    race.expect(sum(done) == 1 and len(await race.live(adi)) == 1, f"a double press opens: {done}")


async def beside_a_move(race: Round, ending: MatchEnding) -> tuple[bool, bool, Match]:
    """One moves while the other ends the match: whether it was moved, whether it was ended, and what is stored."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti)
    made, ended = await race.at_once(
        race.act(race.here, adi, match, moved(adi)),
        race.act(race.there, siti, match, lambda now, at: ending(now, siti.id, at)),
    )
    return made, ended, await race.stored(match)


async def move_and_resign(race: Round) -> None:
    """One moves while the other gives up."""
    made, resigned, now = await beside_a_move(race, Match.resign)
    race.expect(resigned and now.status is Status.OVER and now.game.ply == made, "a move beside a resignation")


async def move_and_undo(race: Round) -> None:
    """One takes a move back while the other answers it."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti, 1)
    made, undone = await race.at_once(
        race.act(race.here, siti, match, moved(siti, 0, 1)),
        race.act(race.there, adi, match, lambda now, at: now.undo(adi.id, at)),
    )
    ply = (await race.stored(match)).game.ply
    race.expect(made != undone and ply == (2 if made else 0), f"moved {made}, undone {undone}, ply {ply}")


async def draw_and_move(race: Round) -> None:
    """A draw is accepted on one device, and declined by a move on another."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti, 1)
    await race.act(race.here, adi, match, lambda now, at: now.offer_draw(adi.id, at))
    made, agreed = await race.at_once(
        race.act(race.here, siti, match, moved(siti, 0, 1)),
        race.act(race.there, siti, match, lambda now, at: now.answer_draw(siti.id, True, at)),
    )
    now = await race.stored(match)
    race.expect(made != agreed, f"moved {made}, agreed {agreed}")
    race.expect(now.status is (Status.PLAYING if made else Status.OVER) and now.draw_offer is None, f"{now.status}")


async def call_off_and_move(race: Round) -> None:
    """One moves while the other calls the match off."""
    made, off, now = await beside_a_move(race, Match.call_off)
    race.expect(off and now.status is Status.CALLED_OFF and now.game.ply == made, f"{now.status}, ply {now.game.ply}")


async def both_want_a_rematch(race: Round) -> None:
    """Both press *Rematch*, one of them twice."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.at_once(
        race.here.matches.rematch(race.event(), adi, match.code, None),
        race.there.matches.rematch(race.event(), siti, match.code, None),
        race.there.matches.rematch(race.event(), adi, match.code, None),
    )
    found = await race.live(adi)
    race.expect([each.rematch_of for each in found] == [match.code], f"{len(found)} matches follow")


async def rematch_twice(race: Round) -> None:
    """The second yes to a rematch is pressed twice."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.here.matches.rematch(race.event(), adi, match.code, None)
    await race.at_once(
        *(each.matches.rematch(race.event(), siti, match.code, None) for each in (race.here, race.there))
    )
    race.expect(len(await race.live(adi)) == 1, "a rematch is doubled")


async def rematch_and_refusal(race: Round) -> None:
    """A rematch is accepted on one device and refused on another."""
    adi, siti = await race.people("adi", "siti")
    match = await race.over(adi, siti)
    await race.here.matches.rematch(race.event(), adi, match.code, None)
    await race.at_once(
        race.here.matches.rematch(race.event(), siti, match.code, None),
        race.there.matches.refuse_rematch(race.event(), siti, match.code),
    )
    begun, refused = len(await race.live(adi)), (await race.stored(match)).rematch_refused
    race.expect(begun + refused == 1, f"{begun} rematches begun, refused {refused}")


async def two_boards_in_a_place(race: Round) -> None:
    """Two people ask for the board in the same chat."""
    adi, siti = await race.people("adi", "siti")
    match = await race.match(adi, siti)
    elsewhere = Venue(Place(PLATFORM, "elsewhere"), "en")
    await race.at_once(
        race.here.views.add(match.code, elsewhere, adi), race.there.views.add(match.code, elsewhere, siti)
    )
    places = [view.place.chat for view in await race.unmindful().views.of_match(match.code)]
    race.expect(sorted(places) == ["elsewhere", "group"], f"views in {places}")


async def first_word_and_invitation(race: Round) -> None:
    """Somebody is invited by their handle and says their first word."""
    (adi,) = await race.people("adi")
    siti = race.person("siti")
    invitation = Invitation(RULESET, Person(PLATFORM, "", siti.handle, siti.handle))
    await race.at_once(race.here.opening.open(race.event(), adi, invitation, GROUP), race.there.people.player(siti))
    player = await race.unmindful().people.player(siti)
    race.expect(len(await race.live(player)) == 1, "the invitation does not reach the person it names")


async def expire_and_accept(race: Round) -> None:
    """An invitation is accepted while another process closes those whose time is over."""
    adi, siti = await race.people("adi", "siti")
    match, _ = await race.here.opening.open(race.event(), adi, Invitation(RULESET, siti.person), GROUP)
    accepted, _ = await race.at_once(
        race.here.matches.join(race.event(), siti, match.code),
        race.act(race.there, adi, match, lambda now, at: now.expire(now.expires or at)),
    )
    status = (await race.stored(match)).status
    race.expect(status is (Status.PLAYING if accepted else Status.EXPIRED), f"{status}, accepted {accepted}")


KINDS: tuple[Kind, ...] = (
    two_moves,
    one_event_twice,
    accept_and_withdraw,
    two_strangers_accept,
    inviting_each_other,
    one_wish_twice,
    move_and_resign,
    move_and_undo,
    draw_and_move,
    call_off_and_move,
    both_want_a_rematch,
    rematch_twice,
    rematch_and_refusal,
    two_boards_in_a_place,
    first_word_and_invitation,
    expire_and_accept,
)
