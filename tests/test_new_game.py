"""docs/extending/add-a-game.md holds: the files that it names, in its order, are all that a game needs."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns

import pytest

from bot.__main__ import main
from bot.app.pictures.board_pictures import BoardPictures
from bot.app.pictures.images import ImageRenderer, Look, scene_of
from bot.app.rules.rules_text import TOPICS
from bot.app.text.names import game_name
from bot.chat.games import search
from bot.words import words
from engine.game import Game, Outcome
from engine.notation import format_move
from engine.parser import MoveError, parse_move
from engine.ruleset import Ending
from engine.search.levels import choose
from engine.search.searcher import Searcher
from renderer import describe
from tests.new_game.added import BEFORE, FILES, catalogue, put_in_list
from tests.new_game.files.engine.games.cat_and_mice import CAT_AND_MICE
from tests.suites import deep

ROOT = Path(__file__).parents[1]
REGISTRY, LISTING = "engine/games/__init__.py", "docs/rules/README.md"
CATALOGUES = {language: f"bot/words/locale/{language}/LC_MESSAGES/papan.po" for language in ("ms", "id")}
ROW = "| Cat and mice | `cat-and-mice` | [Cat and mice](cat-and-mice.md) |"
PORTIONS = (
    *("tests/engine", "tests/renderer", "tests/bot/app", "tests/bot/words"),
    *("tests/test_documents.py", "tests/test_game_words.py", "tests/test_suites.py", "tests/test_command_line.py"),
)
"""The tests that go through all rulesets, or through what they bring."""
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "1")
MAKE = {"words-update": (".ci/words.py", "--update"), "test": (*PYTEST, "tests/test_documents.py")}
"""The part of each target of the Makefile that the page is about."""


@dataclass(frozen=True)
class Step:
    """A file that the page names; without it ``command`` says ``message``, if the page tells any."""

    file: str
    command: str
    message: str


def steps() -> list[Step]:
    """The steps of the page, with the names of the cat and the mice in place of those of *your game*."""
    section = (ROOT / "docs" / "extending" / "add-a-game.md").read_text(encoding="utf-8").partition("\n## ")[0]
    for yours, ours in (("your_game", "cat_and_mice"), ("your-game", "cat-and-mice"), ("Your game", "Cat and mice")):
        section = section.replace(yours, ours)
    found = []
    for part in re.split(r"^\d\. ", section, flags=re.MULTILINE)[1:]:
        (file,) = re.findall(r"^\*\*`([^`]+)`\*\*", part)
        left_out = re.findall(r"\*Left out\*:\s+`([^`]+)`\s+says\s+`([^`]+)`", part)
        found.append(Step(file, *(left_out[0] if left_out else ("", ""))))
    return found


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is in the list, its words in the catalogues."""
    put_in_list(monkeypatch, CAT_AND_MICE, {language: catalogue(language) for language in CATALOGUES})
    yield
    words.cache_clear()


def test_the_page_names_every_file_that_the_game_has() -> None:
    brought = {file.relative_to(FILES).as_posix() for file in FILES.rglob("*") if file.suffix in (".py", ".po", ".md")}
    named = [step.file for step in steps()]
    assert set(named) == brought | {REGISTRY, LISTING}
    assert len(named) == len(set(named)) <= 6
    assert [step.file for step in steps() if not step.message] == named[:1], "each other file is missed, with a message"


@pytest.mark.parametrize("language", ["en", *CATALOGUES])
@pytest.mark.usefixtures("listed")
def test_it_is_listed_and_described_in_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert re.search(r"^cat-and-mice +Cat and mice$", capsys.readouterr().out, re.MULTILINE)
    say, cat, mice = words(language), *{"en": ("cat", "mice")}.get(language, ("kucing", "tikus"))
    assert search(game_name(CAT_AND_MICE, say))[0] is CAT_AND_MICE
    told = "\n".join(line for topic in TOPICS for line in topic.tell(CAT_AND_MICE, say)).casefold()
    told += describe(scene_of(Game.begin(CAT_AND_MICE), ("Siti", "Adi"), Look(orientation=0), say), say).casefold()
    assert told.count(cat) > 3
    assert told.count(mice) > 3
    assert language == "en" or not re.search(r"\b(cat|mouse|mice)\b", told)


@pytest.mark.usefixtures("listed")
async def test_it_is_drawn(tmp_path: Path) -> None:
    assert main(["render", "cat-and-mice", "-o", str(tmp_path / "it.png")]) == 0
    assert (tmp_path / "it.png").read_bytes().startswith(b"\x89PNG")
    preview = await BoardPictures(ImageRenderer()).preview("cat-and-mice")
    assert preview is not None
    assert preview.startswith(b"\x89PNG")


def test_it_is_played_by_typed_moves_and_by_the_computer() -> None:
    game, searcher, chance = Game.begin(CAT_AND_MICE), Searcher(CAT_AND_MICE, hash_mb=1), Random(3)
    with pytest.raises(MoveError):
        parse_move(CAT_AND_MICE, game.position, "goat a1 a2", game.legal_moves)
    while not game.outcome:
        move = choose(searcher, game, 3, chance, movetime_ms=20).move
        if game.position.turn == 0:
            text = f"tikus {format_move(CAT_AND_MICE, chance.choice(game.legal_moves))}"
            move = parse_move(CAT_AND_MICE, game.position, text, game.legal_moves).move
        game = game.play(move)
    assert game.outcome == Outcome(Ending.FEW_LEFT, winner=1)


class Copy:
    """A copy of the repository, to which the files are added one after another."""

    def __init__(self, root: Path) -> None:
        self.root = root
        copytree(ROOT, root, ignore=ignore_patterns(".git", ".venv*", ".*cache*", "__pycache__", ".hypothesis", "*.db"))

    def add(self, file: str) -> None:
        """Write a file, or what the game adds to it."""
        path = self.root / file
        if file == REGISTRY:
            self._insert(path, "from engine.games.catch_the_hare", "from engine.games.cat_and_mice import CAT_AND_MICE")
            self._insert(path, f"        {BEFORE.upper()},", "        CAT_AND_MICE,")
        elif file == LISTING:
            self._insert(path, "| Komikan |", ROW)
        elif file in CATALOGUES.values():
            self._translate(path, (FILES / file).read_text(encoding="utf-8"))
        else:
            path.write_bytes((FILES / file).read_bytes())

    def run(self, command: str) -> str:
        """The output of a command of the page."""
        program, *arguments = shlex.split(command)
        started = MAKE[arguments[0]] if program == "make" else ("-m", "bot", *arguments)
        return self.python(*started)[1]

    def python(self, *arguments: str) -> tuple[int, str]:
        """The status and the output of a program in the copy."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    @staticmethod
    def _translate(path: Path, added: str) -> None:
        """Fill in what ``make words-update`` has added to a catalogue."""
        text = path.read_text(encoding="utf-8")
        for entry in re.findall(r'^msgid "[^"].*(?:\n.+)+', added, re.MULTILINE):
            empty = re.sub(r'^(msgstr(?:\[0\])?) ".*"$', r'\1 ""', entry, flags=re.MULTILINE)
            assert text.count(empty) == 1, empty
            text = text.replace(empty, entry)
        path.write_text(text, encoding="utf-8")

    @staticmethod
    def _insert(path: Path, before: str, line: str) -> None:
        text = path.read_text(encoding="utf-8")
        assert text.count(f"\n{before}") == 1
        path.write_text(text.replace(f"\n{before}", f"\n{line}\n{before}"), encoding="utf-8")


@deep("the quick suite lists, describes, draws and plays it; here nothing but the files of the page is in place")
@pytest.mark.timeout(900)
def test_the_page_is_followed_by_the_letter(tmp_path: Path) -> None:
    copy = Copy(tmp_path / "papan")
    for step in steps():
        if step.message:
            assert step.message in copy.run(step.command), step.file
        copy.add(step.file)
    status, said = copy.python(".ci/words.py")
    assert status == 0, said
    status, said = copy.python(*PYTEST, *PORTIONS)
    assert status == 0, said
