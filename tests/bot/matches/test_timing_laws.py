"""Laws of a match with a clock, whatever is done in it."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clock import Halt
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.refusals import (
    ActionRefused,
)
from bot.matches.status import Status
from tests.bot.matches.timed_matches import ADI, DAY, HOUR, NOW, SITI, begun


def _check_banks(before: Match, after: Match) -> None:
    """A bank grows only by a day that is given, or back to what it was where the game goes back to."""
    assert before.clock
    assert after.clock
    if after.game.ply < before.game.ply:
        assert after.clock.banks == before.banks[after.game.ply]
        return
    given = after.happened is Happening.TIME_GIVEN and after.version > before.version
    given_to = before.clock.turn if given else None
    for side, (was, now_has) in enumerate(zip(before.clock.banks, after.clock.banks, strict=True)):
        assert now_has <= was + DAY * (side == given_to)


_ACTIONS = (
    lambda match, player, now: match.move(player, match.game.legal_moves[0], None, now),
    lambda match, player, now: match.undo(player, now),
    lambda match, player, now: match.offer_draw(player, now),
    lambda match, player, now: match.ask_takeback(player, now),
    lambda match, player, now: match.answer_takeback(player, True, now),
    lambda match, player, now: match.ask_pause(player, now + DAY, now),
    lambda match, player, now: match.answer_pause(player, True, now),
    lambda match, player, now: match.end_pause(player, now),
    lambda match, player, now: match.give_day(player, now),
    lambda match, player, now: match.stand(now, Halt.AWAY, now + DAY),
    lambda match, player, now: match.go_on(now, Halt.AWAY),
    lambda match, player, now: match.tick(now),
)


@given(
    st.booleans(),
    st.lists(
        st.tuples(st.integers(0, len(_ACTIONS) - 1), st.sampled_from([ADI, SITI]), st.integers(0, 40)), max_size=40
    ),
)
def test_whatever_is_done_the_clock_fits_the_game(rated: bool, done: list[tuple[int, str, int]]) -> None:
    """It is the clock of the side to move, runs or says why not, and ticking twice is ticking once."""
    match, now = begun(rated=rated), NOW
    for number, player, hours in done:
        now += hours * HOUR
        if match.game.outcome:
            break
        before = match
        try:
            match = _ACTIONS[number](match, player, now)
            _check_banks(before, match)
        except ActionRefused:
            continue
        finally:
            match = match.tick(now)
        clock = match.clock
        assert clock
        assert clock.turn == match.game.turn or match.status is not Status.PLAYING
        assert (clock.since is None) == (clock.halt is not None or match.status is not Status.PLAYING)
        assert len(match.banks) == match.game.ply + 1
        assert match.tick(now) == match
        late = now + 500 * HOUR
        for moment in (now + each * 50 * HOUR for each in count(1)):
            if moment > late:
                break
            assert match.tick(moment).tick(late).status is match.tick(late).status
