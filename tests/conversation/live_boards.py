"""Live boards of two people in their browsers, and touches on them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import Locator, Page, expect

from bot.app.moves.picker import Panel
from bot.app.pictures.images import Look
from bot.platforms.web.bodies import steps_body
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.position import parse_position
from engine.turn_graph import turn_graph
from engine.turns import choices, first_choice
from tests.conversation.chat_platforms import PHONE, ChatPlatforms

BOARD = "papan-board"


async def begin(chats: ChatPlatforms, game: str) -> tuple[Page, Page]:
    """Adi, with the first side, and Siti have a match under way, each on its page: one on a phone."""
    adi, siti = await chats.window("Adi"), await chats.window("Siti", viewport=PHONE, has_touch=True)
    await adi.types(f"/play @Siti {game} first pace:none")  # over days a phone asks before each move
    await siti.presses("Accept")
    await siti.reads("to move")
    for client in (adi, siti):
        await client.page.locator("#log a.live").last.click()
        await expect(client.page.locator(f"{BOARD} [role=application]")).to_be_visible()
    return adi.page, siti.page


async def begin_live(chats: ChatPlatforms) -> tuple[Page, Page]:
    """As in ``begin``, but the match is live: it begins when both have said that they are ready."""
    adi, siti = await chats.window("Adi"), await chats.window("Siti", viewport=PHONE, has_touch=True)
    await adi.types("/play @Siti dam-8 first pace:blitz")
    await siti.presses("Accept")
    await siti.reads("It begins when both press Ready")
    for client in (adi, siti):
        await client.page.locator("#log a.live").last.click()
        await expect(client.page.locator(f"{BOARD} [role=application]")).to_be_visible()
    return adi.page, siti.page


async def practice(chats: ChatPlatforms, **context: object) -> Page:
    """The page of a practice board."""
    client = await chats.window("Adi", **context)
    await client.types("/play dam-8")
    await client.presses("Practice board")
    await client.page.locator("#log a.live").last.click()
    await expect(client.page.locator(f"{BOARD} [role=application]")).to_be_visible()
    return client.page


async def layouts(page: Page, script: str) -> int:
    """The number of times that the page is laid out while a script of one task runs in it."""
    wire = await page.context.new_cdp_session(page)
    await wire.send("Performance.enable")
    counted = []
    for each in ("document.body.offsetWidth", script):
        await page.evaluate(each)
        found = {metric["name"]: metric["value"] for metric in (await wire.send("Performance.getMetrics"))["metrics"]}
        counted.append(found["LayoutCount"])
    await wire.detach()
    return int(counted[1] - counted[0])


async def choose(page: Page, opener: Locator, against: str) -> None:
    """Begin a match by the sheet that a button opens."""
    await opener.click()
    await page.locator(".sheet label", has_text=against).click()
    await page.locator(".sheet").get_by_role("button", name="Play", exact=True).click()


async def set_on(page: Page, **properties: object) -> None:
    await page.evaluate("(all) => Object.assign(document.querySelector('papan-board'), all)", properties)


RESIZED = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame();
    await frame();
}"""
"""What observes sizes acts late in a frame, just before it is painted: it has done so when the next one begins."""


async def resize(page: Page, width: int, height: int) -> None:
    """Give a window a size, and wait until the page is painted in it."""
    await page.set_viewport_size({"width": width, "height": height})
    await page.evaluate(RESIZED, [width, height])


SPOT = """async (name) => {
    const measured = () => document.querySelector('papan-board')?.measures;
    while (!measured()) await new Promise(requestAnimationFrame);
    const board = document.querySelector('papan-board');
    await board.showing;
    while (board.settling) await new Promise(requestAnimationFrame);
    board.scrollIntoView({ block: 'nearest' });
    const { names, points, width, height } = board.measures;
    const [x, y] = points[names.indexOf(name)];
    const box = board.getBoundingClientRect();
    return [box.left + (x / width) * box.width, box.top + (y / height) * box.height];
}"""


async def spot(page: Page, point: str) -> tuple[float, float]:
    """The place of a point of the board in the window, once there is a board that stands as it was last told."""
    x, y = await page.evaluate(SPOT, point)
    return x, y


async def touch(page: Page, point: str) -> None:
    """Touch a point of the board, as a finger does."""
    await page.mouse.click(*await spot(page, point))


AT_PLY = """ply => {
    const { state, settling } = document.querySelector('papan-board') ?? {};
    return state?.ply === ply && !settling;
}"""
"""Does the board stand there, and take touches again? A page that is loaded anew has none at first."""


async def at_ply(page: Page, ply: int) -> None:
    await page.wait_for_function(AT_PLY, arg=ply)


async def moves_of(page: Page) -> list[str]:
    return await page.locator("#moves button").all_inner_texts()


async def says(page: Page, text: str) -> None:
    """Say something beside a board."""
    await page.locator(".parts [data-part=talk]").click()
    await page.fill("#said", text)
    await page.press("#said", "Enter")


async def name_of_focus(page: Page) -> str:
    return str(await page.evaluate("() => document.activeElement.getAttribute('aria-label')"))


SHOW = """async (facts) => {
    const old = document.querySelector('papan-board');
    const board = document.createElement('papan-board');
    Object.assign(board, { texts: old.texts, once: old.once });
    window.told = [];
    for (const name of ['turn', 'proposed', 'moved', 'forbidden', 'unplaceable']) {
        board.addEventListener(name, ({ detail }) => window.told.push([name, detail]));
    }
    old.replaceWith(board);
    await board.show({ ...old.state, ...facts, last: null, ply: 0, moves: [] }, old.build);
}"""


async def stands(page: Page, key: str, text: str) -> None:
    """Put a board with a position in the place of a match's board; what it tells is kept in ``told``, and not sent."""
    ruleset = find_ruleset(key)
    position = parse_position(ruleset, text)
    facts = {
        "ruleset": key,
        "cells": position.cells,
        "stacks": position.stacks,
        "hands": position.hand,
        "pieces": {kind.letter: {"side": kind.side, "name": kind.noun.singular} for kind in ruleset.kinds},
        "turn": position.turn,
        "mine": [position.turn],
        "bottom": 0,
        "steps": steps_body(turn_graph(first_choice(ruleset, position))),
        "puts": Panel(  # as the app asks
            "K7QM",
            Game.begin(ruleset, position),
            ("", ""),
            Look(),
            words("en"),
        ).puts(),
    }
    await page.evaluate(SHOW, facts)


async def told(page: Page) -> list[str]:
    """The names of the events of a board, in their order."""
    return [name for name, _ in await page.evaluate("window.told")]


PLAYED = """(ply) => {
    const board = document.querySelector('papan-board');
    return board.pending !== null || board.state.ply > ply;
}"""
TOUCHED = """() => {
    const board = document.querySelector('papan-board');
    const price = document.getElementById('price')?.hidden === false;
    return { picks: board.at.picks, next: [...board.turns.next(board.at).keys()], price };
}"""


async def accept(page: Page) -> None:
    """Accept the price of a turn with the mouse."""
    await page.click("#price-yes")


@dataclass(frozen=True)
class Hand:
    """The ways to touch a point of a board, by its name, and to accept a price."""

    touch: Callable[[Page, str], Awaitable[None]]
    accept: Callable[[Page], Awaitable[None]]


FINGER = Hand(touch, accept)


async def plays(page: Page, game: Game, move: Move, hand: Hand = FINGER) -> int:
    """Play a turn as somebody does who knows the board: the piece and where it ends, or each choice; the presses."""
    names, wanted = game.ruleset.board.points, list(choices(move))
    start = len(wanted) - len(move.path)
    end, presses = wanted[-1], 0
    while not await played(page, game.ply):
        assert presses <= len(wanted), f"{move} is not played"
        at = await page.evaluate(TOUCHED)
        picks = at["picks"]
        far = move.path and len(picks) > start and end not in (*picks, *at["next"])
        if at["price"]:
            await hand.accept(page)
        else:
            await hand.touch(page, names[end if far or len(picks) == len(wanted) else wanted[len(picks)]])
        presses += 1
    return presses


async def played(page: Page, ply: int) -> bool:
    return bool(await page.evaluate(PLAYED, ply))
