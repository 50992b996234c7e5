"""Every command and button, asked as the platforms ask: what is answered, to whom, and what is refused."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.buttons.callback_data import Action, CallbackData, read_press
from bot.app.entry.app import App
from bot.chat import PAYLOAD_BYTES, Menu, Request
from bot.chat.commands import COMMANDS
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.services.services import Services
from engine.games import rulesets
from engine.position import parse_position
from engine.ruleset import Ruleset
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, Clock, event
from tests.suites import deep, each_ruleset, examples

ELSEWHERE = Place("web", "elsewhere")
PRIVATE = Place("web", "@adi", private=True)
CHANGES = (
    *(Action.RESIGN, Action.CONFIRM_RESIGN, Action.DRAW, Action.DECLINE_DRAW, Action.TAKEBACK),
    *(
        Action.ALLOW_TAKEBACK,
        Action.REFUSE_TAKEBACK,
        Action.SWAP,
        Action.ALLOW_SWAP,
        Action.REFUSE_SWAP,
        Action.UNDO,
        Action.WITHDRAW_OFFER,
        Action.CALL_OFF,
        Action.REMATCH,
        Action.REFUSE_REMATCH,
    ),
)
"""What changes a match besides a move."""


async def test_play_with_nothing_asks_for_the_game_and_then_for_whom(adi: Visitor) -> None:
    panel = await adi.types("/play")
    assert panel.private
    assert labels(panel)[-3:] == ["Tigers and goats", "Draughts on lines", "Draughts on squares"]
    whom = await adi.presses(panel, "Main tapal empat")
    card = await adi.presses(whom, "Anybody")
    assert not card.private
    assert "Adi invites anybody" in card.text
    assert "Seen from the side of" in card.alt
    assert {"Sit down as Goats", "Sit down as Tigers"} <= set(labels(card))


async def test_an_open_invitation_is_taken_once_and_by_another(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    panel = await adi.types("/play tabal")
    card = await adi.presses(panel, "Anybody")
    assert "your own invitation" in (await adi.presses(card, "Sit down as White")).text
    assert "You play Black" in (await siti.presses(card, "Sit down as Black")).text
    assert "seat is taken already" in (await ros.presses(card, "Sit down as White")).text


async def test_an_invitation_is_for_the_one_it_names(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    card = await adi.types("/play dam-8", opponent=siti)
    answer = await ros.presses(card, "Accept")
    assert "for somebody else" in answer.text
    theirs = await ros.presses(answer, "Play me instead")
    assert "Ros invites Adi" in theirs.text
    assert "somebody else" in (await ros.presses(card, "Decline")).text
    assert (await siti.presses(card, "Decline")).text.startswith("Declined.")
    assert "was declined" in (await siti.presses(card, "Accept")).text


async def test_the_host_may_withdraw_and_nobody_else(adi: Visitor, siti: Visitor) -> None:
    card = await adi.types("/play dam-8", opponent=siti)
    told = await siti.presses(card, "Withdraw")
    assert told.text == "Only Adi can withdraw the invitation. You can accept or decline it."
    assert labels(told) == ["Accept", "Decline", "Change terms"]
    await adi.presses(card, "Withdraw")
    assert "was withdrawn" in (await siti.presses(card, "Accept")).text


async def test_two_who_invite_each_other_are_brought_together(adi: Visitor, siti: Visitor) -> None:
    await adi.types("/play dam-8", opponent=siti)
    answer = await siti.types("/play dam-8", opponent=adi)
    assert "to move" in answer.text
    assert answer.title.split(" ")[0] in (await adi.types("/games")).text


async def test_oneself_gets_a_practice_board_and_bots_a_sentence(adi: Visitor) -> None:
    offer = await adi.types("/play tabal", opponent=adi)
    board = await adi.presses(offer, "Practice board", place=PRIVATE)
    assert "(White) to move" in board.text
    robot = Person("web", "r", "Robot", is_bot=True)
    assert "Bots" in (await adi.papan.command(adi.request(), "play", {"opponent": robot, "game": "tabal"})).text
    assert "Bots" in (await adi.papan.command(Request(event(), robot, ROOM), "games", {})).text


async def test_an_error_of_ours_is_a_sentence(
    adi: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(player: str, *, live: bool = True) -> list[Match]:
        raise RuntimeError("a secret of the database")

    monkeypatch.setattr(services.matches, "listed", broken)
    answer = await adi.types("/games")
    assert answer.text == "Something went wrong here. Nothing is lost; please try again."
    assert answer.private


async def test_a_game_nobody_knows_is_answered_with_those_there_are(adi: Visitor) -> None:
    answer = await adi.types("/play poker", place=ROOM)
    assert "poker" in answer.text
    assert "★ Main tapal empat" in labels(await adi.presses(answer, "Tigers and goats"))


async def test_a_command_nobody_knows_leads_to_help(adi: Visitor) -> None:
    answer = await adi.papan.command(adi.request(), "fly", {})
    assert "/fly" in answer.text
    assert "/help" in answer.text


async def test_help_names_every_command_and_rules_every_game(adi: Visitor) -> None:
    text = (await adi.types("/help", place=PRIVATE)).text
    assert all(f"/{spec.name} " in text for spec in COMMANDS)
    for ruleset in rulesets():
        answer = await adi.types(f"/rules {ruleset.key}")
        assert answer.private
        assert answer.title.startswith(ruleset.name)
        assert len(answer.text) > 100


@pytest.mark.parametrize("backend", ["sqlite"])
@pytest.mark.parametrize("ruleset", each_ruleset())
async def test_the_sources_of_the_rules_stand_behind_a_button_of_their_own(adi: Visitor, ruleset: Ruleset) -> None:
    card = await adi.types(f"/rules {ruleset.key}")
    *topics, alone = card.rows
    assert labels(replace(card, rows=(alone,))) == ["Sources"]
    assert "Sources" not in labels(replace(card, rows=tuple(topics)))
    shown = await adi.presses(card, "Sources")
    assert shown.replace
    assert len(shown.text) < 1900, "Discord shows at most 2000 characters"
    for citation in ruleset.sources.values():
        assert citation.statement in shown.text
        for source in citation.sources:
            assert source.name.casefold() in shown.text.casefold()
    cards = labels(replace(card, rows=tuple(row for row in card.rows if not isinstance(row, Menu))))
    for label in [each for each in cards if each != "Learn in two minutes"]:
        told = await adi.presses(shown, label)
        assert labels(told) == labels(card), "every card leads to all the others"
        if label != "Sources":
            assert "Wikipedia" not in told.text


class TestWhichMatch:
    """The match that a command means; never a guess that could move a wrong piece."""

    async def test_the_one_here(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        await begin(adi, siti)
        await begin(adi, ros, place=ELSEWHERE)
        assert "You played c3-d4" in (await adi.moves("c3-d4")).text

    async def test_one_elsewhere_is_asked_about_first(self, adi: Visitor, siti: Visitor) -> None:
        code, _ = await begin(adi, siti, place=ELSEWHERE)
        answer = await adi.moves("c3-d4")
        assert f"Play c3-d4 in {code}" in answer.text
        assert "You played c3-d4" in (await adi.presses(answer, "Play it")).text

    async def test_of_several_the_one_where_it_is_a_move(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        await begin(adi, siti)
        await begin(adi, ros, "permainan-tabal")
        assert "You played c4-c5" in (await adi.moves("c4-c5")).text

    async def test_several_that_fit_are_asked_about_and_the_move_is_kept(
        self, adi: Visitor, siti: Visitor, ros: Visitor
    ) -> None:
        first, _ = await begin(adi, siti)
        second, _ = await begin(adi, ros)
        answer = await adi.moves("c3-d4")
        assert "Which one" in answer.text
        assert {label.split()[0] for label in labels(answer)} == {first, second}
        assert f"You played c3-d4 in {second}" in (await adi.presses(answer, second)).text

    async def test_a_code_says_it(self, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
        await begin(adi, siti)
        second, _ = await begin(adi, ros)
        assert f"in {second}" in (await adi.moves(f"{second} c3-d4")).text

    async def test_none_waits(self, adi: Visitor, siti: Visitor) -> None:
        assert "no such match" in (await adi.moves("c3-d4")).text
        code, _ = await begin(adi, siti)
        assert (await siti.moves("b6-a5")).text == f"It is not your turn in {code}."


class TestWhoMayPressWhat:
    """A player acts for the own side alone; who does not play may look and change nothing."""

    async def test_a_spectator_gets_a_view_and_never_a_move(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        board = await adi.types(f"/board {code} public")
        for label in ["Your move", "My view", "More"]:
            answer = await ros.presses(board, label)
            assert answer.private, label
            assert answer.picture or "No move has been made yet." in answer.text or "My view" in answer.text
            assert not {"Undo", "Resign", "Offer a draw", "Call off"} & set(labels(answer))
            assert (await services.matches.get(code)).game.ply == 0

    async def test_a_strangers_forged_button_changes_nothing(
        self, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        before = await services.matches.get(code)
        for action in CHANGES:
            answer = await ros.sends(str(CallbackData(action, code)))
            assert answer.private, action
            assert answer.text or answer.title, action
            assert await services.matches.get(code) == before, action

    async def test_a_move_offered_earlier_is_not_played_later(
        self, adi: Visitor, siti: Visitor, services: Services
    ) -> None:
        code, _ = await begin(adi, siti)
        panel = await adi.types("/move")
        chosen = next(payload for payload, *_ in controls(panel))
        await adi.moves("c3-d4")
        await siti.moves("b6-a5")
        answer = await adi.sends(chosen, "c3")
        assert "has moved on" in answer.text
        assert answer.picture is not None
        assert (await services.matches.get(code)).game.ply == 2


async def test_undo_takeback_draw_and_resignation(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    played = await adi.moves("c3-d4")
    assert (played.brief, played.rows) == (True, ()), "a toast"
    await adi.sends(f"1:{code}:1:un")
    assert (await services.matches.get(code)).game.ply == 0
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    await adi.types("/takeback")
    asked = await siti.types(f"/board {code} public")
    assert "Adi asks to take back a move" in asked.text
    await siti.presses(asked, "Allow it")
    assert (await services.matches.get(code)).game.ply == 0
    await adi.types("/draw")
    assert "Your offer stands" in (await adi.types("/draw")).text
    sure = await siti.types("/resign")
    assert (await services.matches.get(code)).game.outcome is None, "giving up is asked once more"
    await siti.presses(sure, "Yes, resign")
    assert (await services.matches.get(code)).game.outcome is not None
    assert "over" in (await adi.types(f"/draw {code}")).text


async def test_a_rematch_swaps_sides(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    await siti.presses(await siti.types("/resign"), "Yes, resign")
    for visitor in (adi, siti):
        await visitor.sends(str(CallbackData(Action.REMATCH, code)))
    (following,) = await services.matches.of_player((await services.people.player(adi.person)).id)
    assert following.seats == (await services.matches.get(code)).seats[::-1]


async def test_a_takeback_that_was_refused_is_not_asked_again_at_once(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    await adi.types("/takeback")
    await siti.presses(await siti.types(f"/board {code} public"), "Refuse")
    assert "after your next move" in (await adi.types("/takeback")).text


async def test_a_rematch_that_was_refused_is_told_and_not_asked_again(
    adi: Visitor, siti: Visitor, services: Services, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.presses(await siti.types("/resign"), "Yes, resign")
    await adi.sends(str(CallbackData(Action.REMATCH, code)))
    card = await siti.types(f"/board {code} public")
    assert (await siti.presses(card, "No rematch")).text == "No rematch, then."
    clock.forward(minutes=1)
    card = await siti.types(f"/board {code} public")
    assert "The rematch was refused." in card.text
    assert not [label for label in labels(card) if "ematch" in label]
    assert "has been refused" in (await adi.sends(str(CallbackData(Action.REMATCH, code)))).text
    assert await services.matches.of_player((await services.people.player(adi.person)).id) == []


async def test_a_rematch_that_has_begun_is_not_refused(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    await siti.presses(await siti.types("/resign"), "Yes, resign")
    for visitor in (adi, siti):
        await visitor.sends(str(CallbackData(Action.REMATCH, code)))
    (following,) = await services.matches.of_player((await services.people.player(adi.person)).id)
    late = await siti.sends(str(CallbackData(Action.REFUSE_REMATCH, code)))
    assert late.text == f"The rematch is {following.code}."
    assert not (await services.matches.get(code)).rematch_refused


async def test_settings_take_effect_at_once_and_stay(adi: Visitor) -> None:
    panel = await adi.types("/settings")
    changed = await adi.presses(panel, "Bahasa Melayu")
    assert "Bahasa Melayu" in changed.text
    assert "Language" not in changed.text
    again = await adi.types("/settings")
    changed = await adi.presses(again, "English")
    await adi.presses(changed, "High contrast")
    await adi.presses(changed, "Second side")
    text = (await adi.types("/settings")).text
    assert "High contrast" in text
    assert "Second side" in text


async def test_the_persons_language_and_the_rooms(papan: App, adi: Visitor) -> None:
    wati = Visitor(papan, "Wati", locale="id-ID")
    assert "Kamu" in (await wati.types("/games")).text
    card = await adi.types("/play dam-8", opponent=wati)
    assert "Adi invites Wati" in card.text
    refused = await wati.presses(card, "Withdraw")
    assert refused.text
    assert not refused.text.startswith("This"), "what one person is told is in their own language"


async def test_the_board_as_text_and_from_the_own_side(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    text = await siti.types(f"/board {code} text")
    assert text.picture is None
    assert text.code
    first = await adi.types(f"/board {code} text")
    assert first.code != text.code, "each sees the own side at the bottom"


async def test_a_board_is_shown_to_all_only_so_often(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    code, _ = await begin(adi, siti)
    assert not (await adi.types(f"/board {code} public")).private
    assert "just now" in (await siti.types(f"/board {code} public")).text
    clock.forward(seconds=31)
    assert not (await siti.types(f"/board {code} public")).private


async def test_games_lists_the_urgent_first(adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock) -> None:
    first, _ = await begin(adi, siti)
    clock.forward(minutes=1)
    second, _ = await begin(adi, ros)
    await adi.moves(f"{first} c3-d4")
    listed = (await adi.types("/games")).text.splitlines()
    assert [line.split()[0] for line in listed] == [second, first]
    assert "your turn" in listed[0]
    assert "their turn" in listed[1]


async def test_words_in_a_room_are_moves_only_as_answers_to_a_board(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    group = Place("telegram", "-100")
    _, card = await begin(adi, siti, place=group)
    await adi.papan.shown(card.view, "message-1")
    assert await adi.papan.text(adi.request(group), "c3-d4") is None
    assert await adi.papan.text(adi.request(group, "message-1"), "nice board") is None
    answer = await adi.papan.text(adi.request(group, "message-1"), "c3-d4")
    assert answer is not None
    assert "You played c3-d4" in answer.text
    talked = await siti.papan.text(siti.request(PRIVATE), "see you at a5")
    assert talked is not None
    assert talked.text.startswith("I did not understand that.")
    answer = await siti.papan.text(siti.request(PRIVATE), "b6 a5")
    assert answer is not None
    assert "You played b6-a5" in answer.text


async def test_a_number_means_what_was_just_shown(adi: Visitor, siti: Visitor, services: Services) -> None:
    await begin(adi, siti)
    panel = await adi.types("/move")
    third = next(label for label in labels(panel) if label.startswith("3 · ")).split(" · ")[1]
    assert f"You played {third}" in (await adi.moves("3")).text


async def test_a_capture_can_be_declined_for_its_price(adi: Visitor, siti: Visitor, services: Services) -> None:
    player = await services.people.player(adi.person)
    start = parse_position(DAM_8, "m3/4/4/4/1m2/1M2/4/3M w - 0 0")
    invitation = Invitation(DAM_8, siti.person, 0, position=start)
    match, _ = await services.opening.open(event(), player, invitation, IN_ROOM)
    await services.matches.join(event(), await services.people.player(siti.person), match.code)
    price = await adi.moves("g1-h2")
    assert "You can capture with c3" in price.title
    assert (await services.matches.get(match.code)).game.ply == 0, "asked before it is paid"
    assert any("c3xe5" in label for label in labels(price))
    await adi.presses(price, "Play and lose it")
    game = (await services.matches.get(match.code)).game
    assert game.position.count(DAM_8, 0) == 1


@pytest.mark.parametrize("count", [5])
async def test_invitations_without_an_answer_are_limited(papan: App, adi: Visitor, count: int) -> None:
    for number in range(count):
        card = await adi.types("/play dam-8", opponent=Visitor(papan, f"Guest {number}"))
        assert not card.private
    refused = await adi.types("/play dam-8", opponent=Visitor(papan, "One more"))
    assert f"{count} open invitations" in refused.text


async def test_an_invitation_expires_with_a_way_on(
    adi: Visitor, siti: Visitor, clock: Clock, services: Services
) -> None:
    card = await adi.types("/play dam-8", opponent=siti)
    clock.forward(hours=25)
    await services.time.tick_due()
    answer = await siti.presses(card, "Accept")
    assert "expired" in answer.text
    assert "/play" in answer.text


@deep("test_fuzz.py presses payloads in the quick suite")
@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    payload=st.one_of(
        st.text(max_size=80),
        st.from_regex(r"1:(-|[A-Z0-9]{4}):[0-9]{1,4}:[a-z]{2}(:.{0,30})?", fullmatch=True),
    ),
    values=st.lists(st.text(max_size=70), max_size=2),
)
async def test_any_payload_is_answered_with_a_sentence(adi: Visitor, payload: str, values: list[str]) -> None:
    answer = await adi.sends(payload, *values)
    assert answer.text or answer.title
    assert "Something went wrong" not in answer.text


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    action=st.sampled_from(Action),
    ply=st.integers(0, 9999),
    argument=st.text(max_size=20),
)
async def test_any_request_about_a_real_match_is_judged(
    adi: Visitor, siti: Visitor, services: Services, action: Action, ply: int, argument: str
) -> None:
    known = await services.matches.of_player((await services.people.player(adi.person)).id)
    code = known[0].code if known else (await begin(adi, siti))[0]
    answer = await siti.sends(str(CallbackData(action, code, ply, argument)))
    assert answer.text or answer.title
    assert "Something went wrong" not in answer.text


async def test_every_button_ever_offered_is_short_enough_and_ours(adi: Visitor, siti: Visitor) -> None:
    code, card = await begin(adi, siti, "main-tapal-empat")
    board = await adi.types(f"/board {code} public")
    offered = [card, board, await siti.types("/move"), await adi.presses(board, "More"), await adi.types("/settings")]
    for answer in offered:
        for payload, values, label in controls(answer):
            whole = ":".join((payload, *values))
            assert whole.endswith(str(read_press(payload, values)))
            assert len(whole.encode()) <= PAYLOAD_BYTES
            assert 0 < len(label) <= 100
