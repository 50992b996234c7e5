"""*Say...*: sentences beside a board, chosen from a panel, which everybody reads in their own language."""

import pytest

from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.matches.communities import OFF as HOSTS_OFF
from bot.matches.table_talk import BY_KEY, GROUPS, SENTENCES
from bot.services.services import Services
from loopback.waiting import until
from tests.bot.app.test_following_views import looks
from tests.bot.app.test_reads_of_a_move import at_work
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.fake_platform import FakePlatform, begun_on
from tests.bot.kit import Clock

ASKED = "What do you want to say beside the board?"


def test_there_are_24_and_a_menu_of_a_platform_holds_each_group() -> None:
    assert len(BY_KEY) == sum(map(len, SENTENCES.values())) == 24
    assert SENTENCES.keys() == GROUPS.keys()
    assert not BY_KEY.keys() & GROUPS.keys(), "a button carries the one or the other"


async def test_players_and_onlookers_say_something_and_each_reads_it_in_their_language(
    adi: Visitor, siti: Visitor, ros: Visitor, papan: App, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    asked = await siti.presses(await siti.types(f"/board {code}"), "Say...")
    assert asked.text.startswith(ASKED)
    assert "✓ Hello" in labels(asked)
    board = await siti.presses(asked, "On the game")
    told = await siti.presses(board, "Nice trap.")
    assert told.text == "You say: Nice trap."
    clock.forward(seconds=11)
    asked = await ros.presses(await ros.presses(await ros.types(f"/board {code}"), "More"), "Say...")
    assert (await ros.presses(asked, "The tea is ready")).text == "You say: The tea is ready, let us play."
    clock.forward(seconds=11)
    for locale, line in (
        ("en", "Siti: Nice trap. Ros: The tea is ready, let us play."),
        ("ms", "Siti: Perangkap yang bagus. Ros: Teh sudah siap, mari kita main."),
        ("id", "Siti: Jebakan yang bagus. Ros: Tehnya sudah siap, ayo kita main."),
    ):
        assert line in (await Visitor(papan, "Ani", locale).types(f"/board {code}")).text.split("\n")
    late = await siti.presses(board, "It can still")
    assert late.text == "You have said something in this turn. You can again after the next move."
    await adi.moves("c3-d4")
    assert "Nice trap" not in (await ros.types(f"/board {code}")).text
    assert (await siti.presses(board, "It can still")).text == "You say: It can still go either way."


@pytest.mark.parametrize("who", ["player", "hosts"])
async def test_it_is_off_where_a_player_or_the_hosts_want_none(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, who: str
) -> None:
    code, _ = await begin(adi, siti)
    if who == "player":
        settings = await adi.presses(await adi.types("/settings"), "Moves")
        chosen = await adi.presses(settings, "No table talk")
        assert "Beside your boards: No table talk." in chosen.text
        assert "Say..." not in labels(await adi.types(f"/board {code}"))
    else:
        views = await services.views.of_match(code)
        await services.communities.change(
            views[0].place, lambda found: type(found)(found.platform, found.account, {"table_talk": HOSTS_OFF})
        )
    refused = "Beside this board nothing is said: a player or the hosts of the chat want it so."
    assert (await ros.sends(f"1:{code}:0:sy")).text == refused
    assert (await ros.sends(f"1:{code}:0:sy:trap")).text == refused


async def test_a_board_is_edited_soon_and_then_once_in_ten_seconds(
    papan: App, app_services: AppServices, services: Services, platform: FakePlatform, ros: Visitor, clock: Clock
) -> None:
    match, *_ = await begun_on(platform, services, "board")
    adi, siti, ani = Visitor(papan, "Adi"), Visitor(papan, "Siti"), Visitor(papan, "Ani")
    async with at_work(app_services, platform):
        await until(lambda: platform.called == ["Adi"])
        edits = platform.done.count("edit")
        await ros.sends(f"1:{match.code}:0:sy:trap")
        await until(lambda: "Ros: Nice trap.\n" in platform.texts[0])
        assert platform.done.count("edit") == edits + 1
        for each in (adi, siti, ani):
            clock.forward(seconds=1)
            await each.sends(f"1:{match.code}:0:sy:hello")
        assert platform.done.count("edit") == edits + 1
        assert "Hello" not in platform.texts[0]
        clock.forward(seconds=7)
        services.news.matches.publish(match.code)
        await until(lambda: "Ani: Hello, good to see you here." in platform.texts[0])
        assert "Ros" not in platform.texts[0], "the newest few"
        assert platform.done.count("edit") == edits + 2
    assert (await services.matches.get(match.code)).version == match.version


async def test_a_view_of_ones_own_that_follows_shows_it(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, _ = await begin(adi, siti)
    view = await looks(ros, code)
    await siti.sends(f"1:{code}:0:sy:rain")
    await view.until("Siti: Sorry, rain and no line.")
    await view.end()


async def test_where_nobody_watches_only_the_players_read_it(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    card = await adi.types("/play dam-8 watch:no first", opponent=siti)
    code = card.title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    assert (await ros.sends(f"1:{code}:0:sy:trap")).text == f"{code} is watched by nobody: only its players see it."
    await siti.sends(f"1:{code}:0:sy:tea")
    assert "The tea is ready" in (await adi.types(f"/board {code}")).text
    assert "The tea is ready" not in (await adi.types(f"/board {code} public")).text


async def test_a_board_against_the_computer_or_oneself_has_no_such_button(services: Services, adi: Visitor) -> None:
    for line in ("/play dam-8 level:1", "/play dam-8 practice"):
        code = (await adi.types(line)).title.split()[0]
        match = await services.matches.get(code)
        if not match.practice:
            me = (await services.people.player(adi.person)).id
            services.matches.computers[next(seat for seat in match.seats if seat and seat != me)] = 1
        assert "Say..." not in labels(await adi.types(f"/board {code}"))
        assert "words are said beside a match of two" in (await adi.sends(f"1:{code}:0:sy")).text
