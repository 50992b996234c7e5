"""``/away``: clocks that stop until a moment, or until their player is back."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import AppServices
from bot.chat import TimeStyle, When
from bot.matches.clock import Halt
from bot.matches.match import Match
from bot.matches.notices import Notice, Reminder
from bot.matches.pace import Pace
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import Clock, begun, check, play
from tests.suites import deep

RELAXED = Terms(Pace.RELAXED)


async def is_away(services: Services, visitor: Visitor) -> bool:
    return (await services.people.player(visitor.person)).away_until is not None


async def halt_of(services: Services, match: Match) -> Halt | None:
    clock = (await services.matches.get(match.code)).clock
    assert clock
    return clock.halt


def moments(answer: Seen) -> list[tuple[str, datetime, TimeStyle]]:
    return [(link.words, link.moment, link.style) for link in answer.links if isinstance(link, When)]


async def test_the_panel_asks_for_how_long(adi: Visitor) -> None:
    panel = await adi.types("/away")
    assert panel.private
    assert labels(panel) == ["1 day", "3 days", "1 week"], "who is not away has nothing to come back from"
    assert "21 days left this year." in panel.text


async def test_days_away_are_planned_ahead_told_before_one_invites_and_begin_once(
    adi: Visitor, siti: Visitor, services: Services, database: Database, clock: Clock
) -> None:
    mine, *_ = await begun(services, terms=RELAXED)
    planned = await adi.types("/away from:5 Mar until:8 Mar")
    assert "Planned: you are away from 5 Mar to 8 Mar. Whoever invites you sees it." in planned.text
    assert not await is_away(services, adi)
    assert "Adi is away from 5 Mar to 8 Mar." in (await siti.types("/play dam-8")).text
    assert "Adi is away from 5 Mar to 8 Mar." in (await siti.types("/play @adi dam-8")).text
    await services.time.beat()
    await services.time.tick_due()
    assert await halt_of(services, mine) is None
    clock.now = datetime(2026, 3, 5, tzinfo=UTC)
    await services.time.beat()
    await services.time.tick_due()
    assert await halt_of(services, mine) is Halt.AWAY
    assert (await services.people.player(adi.person)).away_until == datetime(2026, 3, 8, tzinfo=UTC)
    await services.time.come_back((await services.people.player(adi.person)).id)
    await services.time.beat()
    await services.time.tick_due()
    assert not await is_away(services, adi), "once"
    planned = await adi.types("/away from:10 Mar until:12 Mar")
    dropped = await adi.presses(planned, "Drop the plan")
    assert "Planned ahead: /away from:3 Dec until:10 Dec" in dropped.text
    clock.now = datetime(2026, 3, 10, tzinfo=UTC)
    await services.time.beat()
    await services.time.tick_due()
    assert not await is_away(services, adi)
    assert await check(database) == []


@deep("the other days away are begun in the quick suite")
async def test_a_pressed_span_stops_the_clocks_of_whoever_is_to_move(
    adi: Visitor, siti: Visitor, services: Services, database: Database, clock: Clock
) -> None:
    mine, *_ = await begun(services, terms=RELAXED)
    hers, adis, *_ = await begun(services, terms=RELAXED)
    hers = await play(services, hers, adis)
    answer = await adi.presses(await adi.types("/away"), "3 days")
    assert answer.text == (
        "You are away until 4 Mar, 12:00 UTC. 1 clock is stopped; your opponent knows. 18 days left this year. "
        "A move brings you back."
    )
    until = clock.now + timedelta(days=3)
    assert moments(answer) == [("4 Mar", until, TimeStyle.DATE), ("12:00 UTC", until, TimeStyle.CLOCK)]
    assert labels(answer) == ["1 day", "3 days", "1 week", "I am back"]
    assert (await halt_of(services, mine), await halt_of(services, hers)) == (Halt.AWAY, None)
    assert not await is_away(services, siti)
    assert await check(database) == []


async def test_clocks_are_counted(adi: Visitor, services: Services) -> None:
    for _ in range(4):
        await begun(services, terms=RELAXED)
    answer = await adi.types("/away until:2026-03-10")
    assert answer.text == (
        "You are away until 10 Mar. 4 clocks are stopped; your opponents know. 12 days left this year. "
        "A move brings you back."
    )
    assert moments(answer) == [("10 Mar", datetime(2026, 3, 10, tzinfo=UTC), TimeStyle.DATE)]


async def test_without_a_running_clock_nobody_is_told(adi: Visitor, services: Services) -> None:
    await begun(services)
    answer = await adi.types("/away 36h")
    assert "None of your clocks is running just now" in answer.text
    assert "knows" not in answer.text
    assert "19 days left" in answer.text


async def test_a_day_begins_at_midnight_in_ones_own_zone(adi: Visitor, services: Services, clock: Clock) -> None:
    await adi.types("/settings zone:Asia/Jakarta quiet:23-7")
    match, *_ = await begun(services, terms=RELAXED)
    answer = await adi.types("/away until:10 March")
    assert "away until 10 Mar;" in (await adi.types(f"/board {match.code}")).text, "the board says the same"
    midnight = datetime(2026, 3, 9, 17, tzinfo=UTC)
    assert answer.text.startswith("You are away until 10 Mar. ")
    assert moments(answer) == [("10 Mar", midnight, TimeStyle.DATE)]
    assert (await services.people.player(adi.person)).away_until == midnight
    clock.forward(hours=1)
    assert "until 4 Mar, 20:00." in (await adi.types("/away 3d")).text, "13:00 UTC, as it is in Jakarta"


async def test_the_answer_is_in_the_persons_language(adi: Visitor, services: Services) -> None:
    await begun(services, terms=RELAXED)
    wati = Visitor(adi.papan, "Adi", locale="ms")
    assert (await wati.types("/cuti 10 Mac")).text.startswith("Anda bercuti hingga 10 Mac. 1 jam berhenti; ")


async def test_what_cannot_be_is_said_and_changes_nothing(adi: Visitor, services: Services) -> None:
    match, *_ = await begun(services, terms=RELAXED)
    for typed, said in [
        ("soonish", "I understand 5 days, 36h, 3 Dec, tomorrow, or 3/12/2026 with the day first. You wrote “soonish”."),
        ("2026-02-01", "That time is not ahead of us. Name a later one, as 5 days, 36h or 3 Dec."),
        ("22d", "That is too far ahead: at most 21 days from now."),
    ]:
        answer = await adi.types(f"/away until:{typed}")
        assert answer.text == said
        assert answer.passing, typed
        assert not await is_away(services, adi), typed
        assert await halt_of(services, match) is None, typed


async def test_the_days_of_a_year_come_to_an_end(adi: Visitor, services: Services, clock: Clock) -> None:
    await adi.types("/away 20d")
    clock.forward(days=20)
    panel = await adi.types("/away")
    assert "1 day left this year." in panel.text
    assert labels(panel) == ["1 day"], "for the others there are not days enough"
    assert (await adi.types("/away 2d")).text == "You can be away for 1 day more within a year."
    await adi.presses(panel, "1 day")
    clock.forward(days=1)
    nothing = await adi.types("/away")
    assert ("0 days left this year." in nothing.text, labels(nothing)) == (True, [])
    clock.forward(days=364)
    assert "20 days left this year." in (await adi.types("/away")).text


async def test_the_panel_says_until_when_one_is_away_and_leads_back(
    adi: Visitor, services: Services, database: Database, clock: Clock
) -> None:
    match, *_ = await begun(services, terms=RELAXED)
    await adi.types("/away 20d")
    clock.forward(days=5)
    panel = await adi.types("/away")
    assert "You are away until 21 Mar, 12:00 UTC. A move brings you back." in panel.text
    assert "1 day left this year." in panel.text
    assert labels(panel) == ["1 day", "3 days", "1 week", "I am back"], "days not used yet can be used otherwise"
    assert len(moments(panel)) == 2
    assert (await adi.presses(panel, "I am back")).text == "Welcome back. 1 clock goes on."
    assert (await adi.presses(panel, "I am back")).text == "You are not away."
    assert await halt_of(services, match) is None
    assert "16 days left this year." in (await adi.types("/away")).text
    assert await check(database) == []


async def test_days_away_that_are_over_are_told_no_more(adi: Visitor, clock: Clock) -> None:
    await adi.types("/away 1d")
    clock.forward(days=1)
    panel = await adi.types("/away")
    assert "You are away" not in panel.text
    assert "I am back" not in labels(panel)


async def test_any_move_brings_back(adi: Visitor, services: Services, database: Database, clock: Clock) -> None:
    moved, *_ = await begun(services, terms=RELAXED)
    other, *_ = await begun(services, terms=RELAXED)
    await adi.types("/away 3d")
    clock.forward(hours=5)
    assert (await halt_of(services, moved), await halt_of(services, other)) == (Halt.AWAY, Halt.AWAY)
    await adi.types(f"/move {moved.code} c3-d4")
    assert (await services.matches.get(moved.code)).game.ply == 1
    assert not await is_away(services, adi)
    assert await halt_of(services, other) is None, "the clocks of all matches go on"
    assert "20 days left this year." in (await adi.types("/away")).text
    assert await check(database) == []


async def test_so_does_a_press_on_what_changes_a_match(adi: Visitor, siti: Visitor, services: Services) -> None:
    match, *_ = await begun(services, terms=RELAXED)
    await adi.types("/away 3d")
    await adi.types(f"/draw {match.code}")
    now = await services.matches.get(match.code)
    assert now.draw_offer == 0
    assert now.happened is not None
    assert now.happened.value == "draw offered", "that the clock goes on does not hide what has been done"
    assert not await is_away(services, adi)
    assert await halt_of(services, match) is None


async def test_looking_and_the_opponents_moves_do_not_bring_back(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    mine, adis, sitis, _ = await begun(services, terms=RELAXED)
    hers, *_ = await begun(services, terms=RELAXED)
    hers = await play(services, hers, adis)
    await adi.types("/away 3d")
    for line in ("/games", f"/board {mine.code}", "/settings", "/away"):
        await adi.types(line)
    await play(services, hers, sitis)
    await siti.types(f"/takeback {hers.code}")
    assert await is_away(services, adi)
    assert await halt_of(services, mine) is Halt.AWAY


async def test_who_is_not_away_costs_no_transaction(
    adi: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    back = services.time.come_back

    async def counted(player: str) -> tuple[str, ...]:
        asked.append(player)
        return await back(player)

    monkeypatch.setattr(services.time, "come_back", counted)
    match, adis, *_ = await begun(services, terms=RELAXED)
    await adi.types(f"/move {match.code} c3-d4")
    await adi.types("/away 3d")
    await adi.types(f"/takeback {match.code}")
    assert asked == [adis.id]


async def test_what_no_button_carries_is_no_button(adi: Visitor, services: Services) -> None:
    owner = (await services.people.player(adi.person)).id
    for argument in ["", "2d", "3d:", "forward"]:
        data = CallbackData(Action.AWAY, "-", 0, argument, owner)
        answer = await adi.sends(str(adi.papan._tools.signer.signed(data)))
        assert "no longer in use" in answer.text, argument
        assert not await is_away(services, adi), argument


async def test_a_panel_is_for_whoever_asked(adi: Visitor, siti: Visitor, services: Services) -> None:
    panel = await adi.types("/away")
    assert (await siti.presses(panel, "3 days")).text == "This is for somebody else. Ask for your own: /away"
    assert not await is_away(services, siti)


@pytest.mark.parametrize(
    ("terms", "auto", "then"),
    [
        (RELAXED, "yes", "After that days away begin for you, 3 days; after those Siti may claim the win."),
        (RELAXED, "no", "After that Siti may claim the win."),
        (Terms(Pace.RELAXED, away=False), "yes", "After that Siti may claim the win."),
        (
            Terms(Pace.RELAXED, rated=True),
            "yes",
            "After that days away begin for you, 3 days; 12 hours after those it is lost.",
        ),
    ],
)
async def test_the_last_call_says_what_follows(
    app_services: AppServices, services: Services, clock: Clock, terms: Terms, auto: str, then: str
) -> None:
    match, adi, _, view = await begun(services, terms=terms)
    await services.people.change_settings(adi.id, auto_away=auto)
    clock.now += timedelta(hours=90)
    (snapshot,) = await services.views.snapshots([match.code])
    call = await app_services.boards.notice(
        snapshot, view, adi.person, Notice(adi.id, Reminder.LAST_CALL, match.version)
    )
    assert call.text == f"Adi, 6 hours left in all in {match.code}. {then}"
