"""The steps of `docs/extending/add-a-language.md`, taken in a copy of the sources for a language that Discord has."""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.suites import deep

ROOT = Path(__file__).parents[1]
MOST = 4
CATALOGUE = "bot/words/locale/vi/LC_MESSAGES/papan.po"
EDITS: dict[str, tuple[str, str]] = {
    "bot/words/languages.py": (
        ')\n"""English first',
        '    Language("vi", "Tiếng Việt", "vi_VN", discord="vi", zone="Asia/Ho_Chi_Minh"),\n)\n"""English first',
    ),
    "Dockerfile": (r"\|id\)", r"\|id\|vi\)"),
    "README.md": ("English, Malay and Indonesian.", "English, Malay, Indonesian and Vietnamese."),
}
"""What is written in which files in place of what; beside them are the catalogue and the file in `changes/`."""
TRANSLATED = {
    'msgctxt "command"\nmsgid "move"\n': "di",
    'msgctxt "option"\nmsgid "game"\n': "troi",
    'msgctxt "typed"\nmsgid "practice | practise | me"\n': "luyện | một mình",
    'msgid "Language: {value}"\n': "Ngôn ngữ: {value}",
    'msgid "Invite somebody, or anybody, to a game"\n': "Mời chơi",
}
PROGRAM = """
import asyncio
import sys
from pathlib import Path

import discord
from discord import app_commands

from bot.matches.preferences import PREFERENCES
from bot.chat.command_lines import read_line
from bot.platforms.discord import slash
from bot.words import words
from tests.bot.platforms.telegram_rig import rig_in
from tests.bot.platforms.test_web_me import choices, me
from tests.bot.platforms.test_web_previews import head
from tests.bot.platforms.web_rig import open_room


async def in_the_room(folder: Path) -> None:
    async with open_room(folder) as room:
        found = await head(room, "", "vi-VN")
        assert (found.language, found.meta["og:locale"]) == ("vi", "vi_VN")
        assert ["vi", "Tiếng Việt"] in choices(await me(await room.sits("Adi")), "language")


async def on_telegram(folder: Path) -> None:
    async with rig_in(folder) as rig:
        person = rig.server.person("Linh", language="vi")
        menu = person.menu(person.private)
        assert list(menu)[:2] == ["play", "di"]
        assert (menu["play"], menu["di"]) == ("Mời chơi", rig.server.person("Adi").menu(person.private)["move"])


async def on_discord() -> None:
    async def nothing(*given: object) -> None: ...

    async with discord.Client(intents=discord.Intents.none()) as client:
        tree = app_commands.CommandTree(client)
        slash.add_commands(tree, nothing, nothing, nothing)
        translator = slash.CommandTranslator()
        found = map(tree.get_command, ("play", "move"))
        play, move = [await command.get_translated_payload(tree, translator) for command in found]
    assert move["name_localizations"]["vi"] == "di" and move["name_localizations"]["id"] == "langkah"
    assert "vi" not in play.get("name_localizations", {}) and play["description_localizations"]["vi"] == "Mời chơi"
    assert [each["name_localizations"]["vi"] for each in play["options"] if each["name"] == "game"] == ["troi"]


async def main() -> None:
    folder = Path(sys.argv[1])
    await in_the_room(folder / "room")
    await on_telegram(folder / "telegram")
    await on_discord()
    assert read_line("/di c3-c4")[0] == "move"
    assert read_line("/play dam-8 một mình")[1]["opponent"] == read_line("/play dam-8 me")[1]["opponent"]
    assert PREFERENCES["language"].values["vi"] == "Tiếng Việt"
    assert words("vi")("to move") == "to move"


asyncio.run(main())
"""


def run(copy: Path, *command: str) -> None:
    told = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[-1000:] + told.stderr[-3000:]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources with the steps taken in them."""
    folder = tmp_path / "sources"
    for name in ("bot", ".ci"):
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("node_modules"))
    for name in ("engine", "renderer", "loopback", "tests", "bench"):
        (folder / name).symlink_to(ROOT / name)
    for name, (before, after) in EDITS.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        assert text.count(before) == 1, (name, before)
        (folder / name).write_text(text.replace(before, after), encoding="utf-8")
    catalogue = folder / CATALOGUE
    catalogue.parent.mkdir(parents=True)
    catalogue.touch()
    update = (
        "import runpy, sys; sys.argv = ['words', '--update']\ntry: runpy.run_path('.ci/words.py', run_name='__main__')"
    )
    run(folder, "-c", f"{update}\nexcept SystemExit: pass")
    text = catalogue.read_text(encoding="utf-8")
    for message, translation in TRANSLATED.items():
        assert text.count(message) == 1, message
        text = text.replace(f'{message}msgstr ""', f'{message}msgstr "{translation}"')
    catalogue.write_text(text, encoding="utf-8")
    return folder


@deep("what a row of a language holds is tested for those that there are")
@pytest.mark.long("a program starts on edited sources")
def test_a_language_is_offered_everywhere_by_its_row_and_its_catalogue(copy: Path, tmp_path: Path) -> None:
    for name in ("room", "telegram"):
        (tmp_path / name).mkdir()
    run(copy, "-c", PROGRAM, str(tmp_path))


def test_the_page_names_the_few_files_of_a_language() -> None:
    text = (ROOT / "docs" / "extending" / "add-a-language.md").read_text(encoding="utf-8")
    named = {*re.findall(r"^\d\. \*\*[^*]+\*\*[^`]*`([\w./]+)`", text, flags=re.MULTILINE)}
    assert named == {*EDITS, CATALOGUE.replace("/vi/", "/XX/"), "changes/"}
    assert len(named) - 1 <= MOST


def test_no_source_asks_for_a_language_by_its_code() -> None:
    """Facts of one language stand in its row or its catalogue."""
    asked = re.compile(r"""["'](?:ms|id)["']: ["'(\[{]|(?:==|!=|in) ["']ms["']|["']ms["'], ["']id["']""")
    sources = [each for name in ("bot", "engine", "renderer") for each in (ROOT / name).rglob("*.py")]
    found = {str(each.relative_to(ROOT)) for each in sources if asked.search(each.read_text(encoding="utf-8"))}
    assert not {name for name in found if "/migrations/" not in name}
