"""The steps of *Add a feature* (`docs/extending/add-a-feature.md`), taken on the sources: `/coin`, with a button.

The modules of the app are loaded once more with the folder and the line of the page in them. All files that the page
names are written in a copy, where the checks pass that would miss one.
"""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from types import ModuleType
from typing import Any

import pytest

from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.chat import Answer, PrivatePanel, Refusal
from bot.computer.search_pool import SearchPool
from bot.services.services import Services
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, controls
from tests.suites import deep

ROOT = Path(__file__).parents[3]
FOLDER = """
from enum import StrEnum

from bot.app.buttons.callback_data import CallbackData
from bot.app.requests.context import Context
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.chat import Answer, Button, PrivatePanel
from bot.chat.commands import CommandSpec


class Coin(StrEnum):
    TOSS = "zz"


async def coin_command(context: Context) -> Answer:
    again = Button("Again", str(CallbackData(Coin.TOSS)))
    return PrivatePanel(text="Heads.", rows=((again,),), replace=True)


async def pressed_toss(context: Context, data: CallbackData) -> Answer:
    return await coin_command(context)


COIN = Question("coin", lambda context, _: coin_command(context))
SUBJECT = Subject(
    commands=(
        CommandAction(CommandSpec("coin", "Toss a coin", rank=155), lambda context, given: coin_command(context), COIN),
    ),
    buttons={Coin.TOSS: ActionSpec(pressed_toss, COIN)},
    questions=(COIN,),
)
"""
ACTIONS = "bot/app/entry/actions.py"
LINE = (
    ("import analysis, contests, host,", "import analysis, coin, contests, host,"),
    ("    match.SUBJECT,\n", "    coin.SUBJECT,\n    match.SUBJECT,\n"),
)
"""The line of the folder in that file: its import, and its place among the subjects."""
ANEW = re.compile(r"bot\.app(\..+)?|bot\.chat\.command(s|_lines)|bot\.platforms\.(discord\.slash|mentions)")
"""The modules that hold the rows or read them."""


class Edited(Loader, MetaPathFinder):
    """Loads modules from sources with the steps taken in them."""

    def __init__(self, sources: dict[str, str]) -> None:
        self._sources = sources

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname in self._sources else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._sources[module.__name__], f"{module.__name__} (edited)", "exec"), module.__dict__)


def sources(folder: str = FOLDER, *, line: bool = True) -> dict[str, str]:
    """The sources that the steps make or change, by the names of their modules."""
    actions = (ROOT / ACTIONS).read_text(encoding="utf-8")
    for before, after in LINE if line else ():
        assert actions.count(before) == 1, before
        actions = actions.replace(before, after)
    return {"bot.app.coin": folder, "bot.app.entry.actions": actions}


@contextmanager
def loaded(edited: dict[str, str]) -> Iterator[Callable[[str], Any]]:
    """The modules of the app, loaded anew with these sources; what gives one by its name."""
    before = {name: module for name, module in sys.modules.items() if ANEW.fullmatch(name)}
    homes = {name: sys.modules[name] for name in ("bot", "bot.chat", "bot.platforms.discord")}
    names = {home: dict(vars(module)) for home, module in homes.items()}
    finder = Edited(edited)
    sys.meta_path.insert(0, finder)
    for name in before:
        del sys.modules[name]
    try:
        yield importlib.import_module
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if ANEW.fullmatch(name)]:
            del sys.modules[name]
        sys.modules.update(before)
        for home, module in homes.items():
            vars(module).update(names[home])


@pytest.fixture
def backend() -> str:
    """A command has nothing to do with the kind of database."""
    return "sqlite"


class Coins:
    """The app with `/coin` in it, and what asks it."""

    def __init__(self, module: Callable[[str], Any], services: Services, images: ImageRenderer) -> None:
        self._lines = module("bot.chat.command_lines")
        tools = AppServices(services, images, SearchPool(), capabilities=capabilities())
        self.app = module("bot.app.entry.app").App(tools)
        self.slash = module("bot.platforms.discord.slash")

    async def typed(self, visitor: Visitor, line: str) -> Seen:
        """A line that a platform reads."""
        name, arguments = self._lines.read_line(line)
        return seen(await self.app.command(visitor.request(), name, arguments))


@pytest.fixture
def coins(services: Services) -> Iterator[Coins]:
    images = ImageRenderer()
    with loaded(sources()) as module:
        yield Coins(module, services, images)
    images.close()


async def test_it_is_answered_typed_and_as_a_slash_command(coins: Coins, adi: Visitor) -> None:
    typed = await coins.typed(adi, "/coin")
    assert (type(typed.answer), typed.text) == (PrivatePanel, "Heads.")
    assert typed.link == "coin_"
    assert "/coin - Toss a coin" in (await coins.typed(adi, "/help")).text
    asked: list[str] = []

    class Tree:
        def add_command(self, command: Any) -> None:
            asked.append(command.name)

    coins.slash.add_commands(Tree(), None, None, None)
    assert "coin" in asked
    slashed: Answer = await coins.app.command(adi.request(), "coin", {})
    assert seen(slashed).text == "Heads."
    followed: Answer = await coins.app.follow(adi.request(), typed.link)
    assert seen(followed).text == "Heads."


async def test_its_button_is_for_the_one_who_asked(coins: Coins, adi: Visitor, siti: Visitor) -> None:
    ((payload, values, label),) = controls(await coins.typed(adi, "/coin"))
    assert label == "Again"
    own = seen(await coins.app.press(adi.request(), payload, values))
    assert (own.text, own.replace) == ("Heads.", True)
    await coins.typed(siti, "/help")
    other = await coins.app.press(siti.request(), payload, values)
    assert isinstance(other, Refusal)
    assert (other.text, other.replace) == ("This is for somebody else. Ask for your own: /coin", False)


async def test_without_its_line_nothing_knows_it(services: Services, adi: Visitor) -> None:
    images = ImageRenderer()
    with loaded(sources(line=False)) as module:
        app = module("bot.app.entry.app").App(AppServices(services, images, SearchPool(), capabilities=capabilities()))
        answer = seen(await app.command(adi.request(), "coin", {}))
    images.close()
    assert answer.text == "There is no command /coin. /help lists them."


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"zz"', '"co"', "two subjects have a row for co"),
        ('CommandSpec("coin"', 'CommandSpec("main"', "/play: another command is called main"),
        ('Question("coin"', 'Question("help"', "two subjects have a row for help"),
        ("rank=155", "rank=150", "/help has the rank of /coin"),
    ],
)
def test_what_another_subject_has_already_is_refused(before: str, after: str, says: str) -> None:
    assert before in FOLDER
    with loaded(sources(FOLDER.replace(before, after))) as module, pytest.raises(LookupError, match=says):
        module("bot.app.entry.app")


MOST = 8
FILES: dict[str, tuple[tuple[str, str], ...]] = {
    ACTIONS: LINE,
    "pyproject.toml": (('"standing", "match", "host"', '"standing", "coin", "match", "host"'),),
    "tests/bot/app/who_may.py": (
        ("from bot.app.host.setup", "from bot.app.coin import Coin\nfrom bot.app.host.setup"),
        ("PRESSED = {\n    Action.UNAVAILABLE,\n", "PRESSED = {\n    Action.UNAVAILABLE,\n    Coin.TOSS,\n"),
        ('TYPED = {\n    *("away", "block",', 'TYPED = {\n    *("away", "block", "coin",'),
        ('LINKS = {\n    *("away", "block",', 'LINKS = {\n    *("away", "block", "coin",'),
    ),
    "README.md": (("| `/help` | this list |\n", "| `/help` | this list |\n| `/coin` | toss a coin |\n"),),
}
"""What is written in which files in place of what."""
WRITTEN = {
    "bot/app/coin/__init__.py": '"""A coin."""\n'
    + FOLDER.replace('"Toss a coin"', 'N_("Toss a coin")')
    .replace('"Heads."', 'context.say("Heads.")')
    .replace('Button("Again"', 'Button(context.say("Again")')
    .replace('"zz"', '"cq"')
    .replace("import CommandSpec\n", "import CommandSpec\nfrom bot.words import N_\n"),
    "tests/bot/app/test_coin.py": '"""The coin."""\n\n\ndef test_it_has_two_sides() -> None:\n    pass\n',
    "changes/+coin.added.md": "`/coin` tosses a coin.\n",
}
PRINTED = "docs/who_may.md"
PROGRAM = f"""
import runpy
from pathlib import Path

from tests import test_documents
from tests.bot.app import test_who_may, who_may

page = Path("{PRINTED}")
before = page.read_text(encoding="utf-8").partition("\\n\\n| Pressed |")[0]
page.write_text(f"{{before}}\\n\\n{{who_may.tables()}}\\n", encoding="utf-8")
test_who_may.test_the_table_knows_every_request_that_the_app_takes()
test_who_may.test_the_document_has_the_table()
test_documents.test_the_readme_lists_the_commands_and_the_operators_page_those_of_the_command_line()
words = runpy.run_path(".ci/words.py")
said = words["said"]()
for path in Path("bot/words/locale").rglob("*.po"):
    words["update"](path, said)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('msgstr ""\\n\\n', 'msgstr "duit"\\n\\n'), encoding="utf-8")
    assert not words["check"](path, said)
"""


@deep("its row, its button and the refusals of a wrong one are tested in the quick suite")
@pytest.mark.long("a program starts on edited sources")
def test_with_the_files_of_the_page_all_checks_pass(tmp_path: Path) -> None:
    for name in ("bot", "tests", "docs", ".ci"):
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns("node_modules", "__pycache__"))
    for name in ("engine", "renderer", "loopback", "tools", "bench"):
        (tmp_path / name).symlink_to(ROOT / name)
    for each in ROOT.iterdir():
        if each.is_file() and each.name != ".git":
            copy(each, tmp_path / each.name)
    for name, edits in FILES.items():
        text = (tmp_path / name).read_text(encoding="utf-8")
        for before, after in edits:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, after)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name, text in WRITTEN.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr[-3000:]


def test_the_page_names_the_few_files_of_a_feature() -> None:
    """Beside them are the catalogues, which `make words-update` writes."""
    page = (ROOT / "docs" / "extending" / "add-a-feature.md").read_text(encoding="utf-8")
    files = {*FILES, *WRITTEN, PRINTED}
    assert len(files) <= MOST
    for each in (*files, "SUBJECT", "words-update"):
        assert re.sub(r"__init__.py$|\+coin.+|test_coin.py", "", each) in page, each
