"""The steps of docs/extending/add-a-command.md, taken on the sources themselves: `/coin`, with a button *Again*.

The modules of the app are loaded once more from sources with the rows of the page in them. A step that is left out
fails when they are loaded, as the page says.
"""

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.bootstrap import capabilities
from bot.chat import Answer, PrivatePanel, Refusal
from bot.services.services import Services
from bot.workers.search_pool import SearchPool
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, controls

ROOT = Path(__file__).parents[3]
FUNCTION = '''"""``/coin``: heads or tails."""

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Answer, Button, PrivatePanel


async def coin_command(context: Context) -> Answer:
    """``/coin``: heads or tails, and a button to toss again."""
    again = Button("Again", str(CallbackData(Action.COIN)))
    return PrivatePanel(text="Heads.", rows=((again,),), replace=True)


async def pressed_coin(context: Context, data: CallbackData) -> Answer:
    """*Again*."""
    del data
    return await coin_command(context)
'''
STEPS = {
    "COMMANDS": ("bot/chat/commands.py", '    CommandSpec("help",', '    CommandSpec("coin", "Toss a coin"),\n'),
    "function": ("bot/app/coin.py", "", FUNCTION),
    "Question": ("bot/app/links.py", '    GAMES = "games"\n', '    COIN = "coin"\n'),
    "QUESTIONS": (
        "bot/app/links.py",
        "        Question.GAMES:",
        "        Question.COIN: lambda context, _: coin.coin_command(context),\n",
    ),
    "COMMAND_ACTIONS": (
        "bot/app/actions.py",
        '        "help": CommandAction(',
        '        "coin": CommandAction(lambda context, given: coin.coin_command(context), Question.COIN),\n',
    ),
    "Action": ("bot/app/buttons/callback_data.py", '    AWAY = "aw"\n', '    COIN = "zz"\n'),
    "ACTIONS": (
        "bot/app/actions.py",
        "        Action.AWAY: ",
        "        Action.COIN: ActionSpec(coin.pressed_coin, Question.COIN),\n",
    ),
}
"""The steps by what they add: its file, the text before which it stands, and itself."""
IMPORTING = ("bot/app/links.py", "bot/app/actions.py")
"""The files of tables that import the function's module."""
ANEW = re.compile(r"bot\.app(\..+)?|bot\.chat\.command(s|_lines)|bot\.platforms\.discord\.slash")
"""The modules that are made from the tables or read them."""


class Edited(Loader, MetaPathFinder):
    """Loads modules from sources with the steps taken in them."""

    def __init__(self, sources: dict[str, str]) -> None:
        self._sources = sources

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname in self._sources else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._sources[module.__name__], f"{module.__name__} (edited)", "exec"), module.__dict__)


def sources_with(steps: dict[str, tuple[str, str, str]]) -> dict[str, str]:
    """The modules that the steps change, by name: their sources afterwards."""
    texts: dict[str, str] = {}
    for file, before, added in steps.values():
        text = texts.get(file) or ((ROOT / file).read_text(encoding="utf-8") if before else "")
        assert text.count(before) == 1 or not before, (file, before)
        texts[file] = text.replace(before, f"{added}{before}") if before else added
    for file in IMPORTING:
        if file in texts and "coin." in texts[file]:
            texts[file] = texts[file].replace("    board,\n", "    board,\n    coin,\n", 1)
    return {file.removesuffix(".py").replace("/", "."): text for file, text in texts.items()}


@contextmanager
def loaded(steps: dict[str, tuple[str, str, str]]) -> Iterator[Callable[[str], Any]]:
    """The modules of the app, loaded anew with these steps; what gives one by its name."""
    before = {name: module for name, module in sys.modules.items() if ANEW.fullmatch(name)}
    homes = {name: sys.modules[name] for name in ("bot", "bot.chat", "bot.platforms.discord")}
    names = {home: dict(vars(module)) for home, module in homes.items()}
    finder = Edited(sources_with(steps))
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
        self.app = module("bot.app.app").App(tools)
        self.slash = module("bot.platforms.discord.slash")

    async def typed(self, visitor: Visitor, line: str) -> Seen:
        """A line that a platform reads."""
        name, arguments = self._lines.read_line(line)
        return seen(await self.app.command(visitor.request(), name, arguments))


@pytest.fixture
def coins(services: Services) -> Iterator[Coins]:
    images = ImageRenderer()
    with loaded(STEPS) as module:
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

    coins.slash.add_commands(Tree(), None, None)
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


@pytest.mark.parametrize(
    ("left_out", "says"),
    [
        ("COMMANDS", "COMMAND_ACTIONS in bot/app/actions.py has a row for coin, which does not exist"),
        ("function", "cannot import name 'coin' from 'bot.app'"),
        ("Question", "COIN"),
        ("QUESTIONS", "QUESTIONS in bot/app/links.py has no row for COIN"),
        ("COMMAND_ACTIONS", "COMMAND_ACTIONS in bot/app/actions.py has no row for coin"),
        ("Action", "COIN"),
        ("ACTIONS", "ACTIONS in bot/app/actions.py has no row for COIN"),
    ],
)
def test_papan_does_not_start_without_a_step(left_out: str, says: str) -> None:
    steps = {name: step for name, step in STEPS.items() if name != left_out}
    with loaded(steps) as module, pytest.raises((LookupError, ImportError, AttributeError)) as raised:
        module("bot.app.app")
    assert says in str(raised.value)


def test_the_letters_of_another_button_are_refused() -> None:
    file, before, _ = STEPS["Action"]
    with (
        loaded({**STEPS, "Action": (file, before, '    COIN = "co"\n')}) as module,
        pytest.raises(ValueError, match="duplicate values found in <enum 'Action'>: COIN -> CALL_OFF"),
    ):
        module("bot.app.app")


def test_the_page_names_every_file_and_every_table() -> None:
    page = (ROOT / "docs" / "extending" / "add-a-command.md").read_text(encoding="utf-8")
    for name, (file, _, _) in STEPS.items():
        assert name == "function" or f"`{name}`" in page, name
        assert f"`{file}`" in page or f"`{Path(file).parent}/`" in page, file
