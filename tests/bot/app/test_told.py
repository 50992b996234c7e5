"""The ways of telling a person of their turn: the tab *Told* of ``/settings``, and *Told...* of one match."""

import pytest

from bot.app.boards.told_text import several_wait, told_here_instead
from bot.app.buttons.callback_data import Action, CallbackData
from bot.chat import Menu
from bot.matches.preferences import PREFERENCES
from bot.services.services import Services
from bot.words import LANGUAGES, words
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin, controls, labels

WAYS = [
    "Here, beside the board",
    "In private",
    "Here and in private",
    "Not at all: I look by myself",
    "In private, as a digest at set hours",
]


async def more(visitor: Visitor, code: str) -> Seen:
    return await visitor.sends(str(CallbackData(Action.MORE, code)))


async def told_in(services: Services, visitor: Visitor, code: str) -> str:
    return await services.tells.told_in(code, (await services.people.player(visitor.person)).id)


def chosen(answer: Seen) -> list[str]:
    return [option.label for row in answer.rows if isinstance(row, Menu) for option in row.options if option.chosen]


async def test_it_is_chosen_in_the_settings(adi: Visitor, services: Services) -> None:
    board = await adi.types("/settings")
    refused = await adi.presses(await adi.presses(board, "People"), WAYS[-1])
    assert refused.text.startswith("A digest needs your time zone.\n")
    await adi.presses(refused, "Jakarta")
    assert labels(board)[:5] == ["✓ Board", "Moves", "Time", "Time zone", "People"]
    tab = await adi.presses(board, "People")
    assert labels(tab) == [
        "Board",
        "Moves",
        "Time",
        "Time zone",
        "✓ People",
        *WAYS,
        "Everybody",
        "People I have played",
        "Nobody",
        "In chats where I play rated",
        "Also among all players",
        "Nowhere",
        "Yes, positions only",
        "No, not mine",
    ]
    assert tab.text.startswith("Told of your turn: Here, beside the board.\n")
    assert chosen(tab)[:1] == WAYS[:1]
    for value, label in zip(PREFERENCES["told"].values, WAYS, strict=True):
        tab = await adi.presses(tab, label)
        assert tab.text.startswith(f"Told of your turn: {label}.\n")
        assert chosen(tab)[:1] == [label]
        assert (await services.people.player(adi.person)).told == value


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_tab_speaks_every_language(adi: Visitor, language: str) -> None:
    speaker, say = Visitor(adi.papan, "Adi", locale=language), words(language)
    tab = await speaker.presses(await speaker.types("/settings"), say("People"))
    assert labels(tab)[5:10] == [say(name) for name in PREFERENCES["told"].values.values()]


async def test_it_is_chosen_for_one_match(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    other, _ = await begin(adi, siti)
    await siti.presses(await siti.presses(await siti.types("/settings"), "People"), "In private")
    panel = await siti.presses(await more(siti, code), "Told...")
    assert labels(panel) == ["As in my settings: In private", *WAYS[:-1], "Back"], "without a zone there is no digest"
    assert chosen(panel) == ["As in my settings: In private"]
    assert panel.private
    assert panel.replace
    after = await siti.presses(panel, "Not at all")
    assert chosen(after) == ["Not at all: I look by myself"]
    assert after.text.endswith("\nNot at all: I look by myself.")
    assert chosen(await siti.presses(await more(siti, code), "Told...")) == ["Not at all: I look by myself"]
    assert await told_in(services, siti, code) == "silent"
    assert await told_in(services, siti, other) == "private"
    assert await told_in(services, adi, code) == "here"
    again = await siti.presses(after, "As in my settings")
    assert chosen(again) == ["As in my settings: In private"]
    assert await told_in(services, siti, code) == "private"
    assert "Told..." in labels(await siti.presses(again, "Back"))


async def test_who_does_not_play_has_nothing_to_choose(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services
) -> None:
    code, _ = await begin(adi, siti)
    assert "Told..." not in labels(await more(ros, code))
    owner = (await services.people.player(ros.person)).id
    for argument in ("", "silent"):
        data = CallbackData(Action.TOLD, code, argument=argument, owner=owner)
        assert "You do not play in" in (await ros.sends(str(ros.papan._tools.signer.signed(data)))).text


async def test_nobody_waits_for_the_computer_or_for_oneself(adi: Visitor, services: Services) -> None:
    for line in ("/play dam-8 practice", "/play dam-8 computer"):
        card = await adi.types(line)
        assert "Told..." not in labels(await more(adi, card.title.split()[0])), line


async def test_when_the_match_is_over_nothing_is_chosen_any_more(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    panel = await siti.presses(await more(siti, code), "Told...")
    await siti.presses(await siti.types(f"/resign {code}"), "Yes, resign")
    assert "Told..." not in labels(await more(siti, code))
    assert "over" in (await siti.presses(panel, "In private")).text


async def test_what_the_menu_does_not_offer_is_no_way(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    panel = await adi.presses(await more(adi, code), "Told...")
    payload = next(payload for payload, values, _ in controls(panel) if values)
    for argument in ["aloud", "settings:", "here private"]:
        assert "no longer in use" in (await adi.sends(payload, argument)).text, argument
        assert await told_in(services, adi, code) == "here", argument


async def test_it_is_chosen_by_the_person_who_was_asked(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    panel = await adi.presses(await more(adi, code), "Told...")
    await siti.presses(panel, "Not at all")
    assert [await told_in(services, each, code) for each in (adi, siti)] == ["here", "here"]


@pytest.mark.parametrize(
    ("language", "here", "one", "three"),
    [
        (
            "en",
            "I cannot write to Siti in private, so I say it here.",
            "Siti, 1 match waits for you. /games",
            "Siti, 3 matches wait for you. /games",
        ),
        (
            "ms",
            "Saya tidak dapat menulis kepada Siti secara peribadi, jadi saya beritahu di sini.",
            "Siti, 1 perlawanan menunggu anda. /games",
            "Siti, 3 perlawanan menunggu anda. /games",
        ),
        (
            "id",
            "Saya tidak bisa menulis ke Siti secara pribadi, jadi saya sampaikan di sini.",
            "Siti, 1 pertandingan menunggumu. /games",
            "Siti, 3 pertandingan menunggumu. /games",
        ),
    ],
)
def test_what_is_said_of_how_somebody_is_told(language: str, here: str, one: str, three: str) -> None:
    say = words(language)
    assert told_here_instead("Siti", say) == here
    assert several_wait("Siti", 1, say) == one
    assert several_wait("Siti", 3, say) == three
