"""The matches that wait for a player: those in which it is their turn, or in which something is asked of them."""

import pytest

from bot.matches.clock import Halt
from bot.matches.match import Match
from bot.matches.notices import waits_for
from engine.game import Game
from tests.bot.matches.timed_matches import ADI, DAY, NOW, RULESET, SITI, begun, moved

PAUSE_ASKED = begun().ask_pause(ADI, NOW + 3 * DAY, NOW)


@pytest.mark.parametrize(
    ("match", "who"),
    [
        (begun(), {ADI}),
        (begun(None), {ADI}),
        (moved(begun(), NOW), {SITI}),
        (begun().offer_draw(ADI, NOW), {SITI}),
        (begun().offer_draw(SITI, NOW), {ADI}),
        (moved(begun(), NOW).ask_takeback(ADI, NOW), {SITI}),
        (PAUSE_ASKED, {ADI, SITI}),
        (PAUSE_ASKED.answer_pause(SITI, True, NOW), set()),
        (begun().stand(NOW, Halt.AWAY, NOW + 3 * DAY), {ADI}),
        (Match.invite("K7QM", Game.begin(RULESET), ADI, NOW, SITI), {SITI}),
        (Match.invite("K7QM", Game.begin(RULESET), ADI, NOW, SITI).decline(SITI, NOW), set()),
        (begun().resign(ADI, NOW), set()),
    ],
)
def test_a_match_waits_for_whoever_is_to_move_or_to_answer(match: Match, who: set[str]) -> None:
    assert {player for player in (ADI, SITI) if waits_for(match, player)} == who
