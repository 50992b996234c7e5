"""No emoji stands in what the web room shows: the fonts of a browser may lack them, so pieces on buttons are drawn."""

import json
import re
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import pytest

from bot.app.moves.grid import Grid, has_grid
from bot.app.moves.picker import Panel
from bot.app.pictures.images import Look
from bot.chat import Button, PrivatePanel
from bot.chat.commands import COMMANDS
from bot.matches.match import Match
from bot.platforms.web.bodies import content_body
from bot.platforms.web.texts import page_texts
from bot.words import words
from engine.game import Game
from engine.games import rulesets
from engine.ruleset import Ruleset
from tests.bot.platforms.web_rig import open_room

EMOJI = re.compile(
    "[\U0001f000-\U0001faff\ufe0f⌚⌛⏩-⏬⏰⏳◽◾☔☕♈-♓♟♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰➿⬛⬜⭐⭕]"
)
"""What has the look of an emoji by itself, or is made one by a selector."""
PLIES = 12
WITH_GRID = [ruleset for ruleset in rulesets() if has_grid(ruleset)]
PAGE = resources.files("bot.platforms.web") / "static"


def test_the_look_out_sees_an_emoji() -> None:
    assert all(EMOJI.search(each) for each in ("🐯", "⚪", "✔️"))
    assert not EMOJI.search("✓ ● ★ × · – ڤاڤن")


@pytest.mark.parametrize("locale", ["en", "ms", "id"])
def test_no_text_of_the_page_has_an_emoji(locale: str) -> None:
    assert not EMOJI.findall("".join(page_texts(locale).values()))


def test_no_file_of_the_page_has_an_emoji() -> None:
    with resources.as_file(PAGE) as folder:
        for file in [each for each in folder.rglob("*.*") if each.suffix not in (".png", ".woff2")]:
            assert not EMOJI.findall(file.read_text(encoding="utf-8")), file


@pytest.mark.parametrize("ruleset", WITH_GRID, ids=[each.key for each in WITH_GRID])
def test_the_pieces_in_a_grid_are_drawn_and_have_names(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    drawn = set()
    for turn in range(PLIES):
        if game.outcome:
            break
        match = Match.practise("ABCD", game, "adi", datetime(2026, 3, 1, tzinfo=UTC))
        panel = Panel(match.code, match.game, ("Adi", "Adi"), Look(), words("en"))
        first = panel.first
        for picked in ((), *((point,) for point in first.following)):
            page = Grid(panel).page(picked)
            body = content_body(PrivatePanel(text=page.prompt, rows=page.rows))
            assert not EMOJI.findall(json.dumps(body, ensure_ascii=False)), picked
            buttons = [item for row in page.rows if isinstance(row, tuple) for item in row if isinstance(item, Button)]
            shown = [each for row in body["rows"] for each in row["buttons"]]
            for button, each in zip(buttons, shown, strict=True):
                assert each["label"] or (each["piece"] and each["name"]), each
                glyphs = [kind.figure.glyph for kind in ruleset.kinds if kind.figure.glyph in button.label]
                assert bool(glyphs) <= ("piece" in each), "a glyph is drawn"
                drawn.add(each.get("piece"))
        moves = game.legal_moves
        game = game.play(moves[(7 * turn) % len(moves)])
    assert len(drawn - {None}) > 1


async def test_what_commands_and_panels_say_in_the_room_has_no_emoji(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        siti = await room.sits("Siti")
        lines = [
            "/play main-tapal-empat",
            *(f"/{spec.name}" for spec in COMMANDS if spec.name != "play"),
            "/rules adugo",
        ]
        for number, line in enumerate(lines):
            await siti.say(type="say", event=f"event-of-line-{number}", text=line, reply="")
            await siti.hears_one_of("messages", "toast")
            await siti.say(type="complete", event=f"event-of-typing-{number}", line=f"{line} ")
            await siti.hears("suggestions")
        for frame in siti.heard:
            assert not EMOJI.findall(json.dumps(frame, ensure_ascii=False)), frame
