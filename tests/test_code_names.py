"""Names of code in the pages are there: files, modules, classes and their members, constants, tables.

A name is what stands between backticks and looks like code: it has a slash, a dot, an underscore, parentheses or a
capital letter. Plain words, commands in chats and command lines are judged by tests/test_documents.py, constants with
their values (`file.py:NAME`) by tests/test_bounds.py.
"""

import ast
import builtins
import importlib
import os
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from importlib.metadata import packages_distributions
from itertools import chain, pairwise
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from bot.bootstrap.settings import Settings
from bot.foundation.metrics import REGISTRY
from bot.platforms.web.frames import Frame
from bot.platforms.web.sent_frames import SentFrame
from bot.store.secrets import SecretName
from bot.store.tables import metadata
from tests.pages import table
from tests.sources import tree_of

ROOT = Path(__file__).parents[1]
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"})
"""A changelog tells of releases as they were."""
PYTHON = ("engine", "renderer", "bot", "loopback", "tests", "tools", "bench")
"""The folders of our modules."""
PUBLIC = {".ci", ".github"}
"""Folders of ours whose names begin with a dot."""
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
MARKED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w./-]+(?:/|\.(?:py|js|css|html|json|lock|md|po|toml|yaml|yml))|[A-Za-z_.-]+(?:/[\w.-]+)+")
"""A path, or the end of one: `rules/README.md`, `static/`. No position, whose ranks have digits."""
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
NAME = re.compile(r"_\w+|[a-z]+_\w+|[A-Z]\w*[a-z]\w*|[A-Z][A-Z_]{2,}")
CALL = re.compile(r"([A-Za-z_][\w.]*)\(.*\)")
SCRIPT_NAME = re.compile(r"[A-Za-z_]\w*")
LONGEST = 60
"""Letters of a string that may be a name."""
TO_BE_CHOSEN = re.compile(r"your[_-]game|bot/app/coin/|XX|NAME|what_it_does")
"""In place of a name that whoever follows the page chooses."""
OF_OTHERS = {
    "APPLICATION_ID": "to be replaced in an address",
    "Host": "a header of HTTP",
    "NOTIFY": "a statement of PostgreSQL",
    "RULESET": "an argument of a command line",
    "applications.commands": "a scope of Discord",
    "discord.com/channels/...": "an address of Discord",
    "t.me/c/...": "an address of Telegram",
    "TELEGRAM_WEBHOOK_": "what three settings begin with",
    "alembic_version": "a table of Alembic",
    "discord.py": "a library",
    "Ludeme/Ludii": "a repository",
    "Common/res/lud/board": "a folder of that repository",
    "synchronous_commit": "a setting of PostgreSQL",
    "integrity_check": "a pragma of SQLite",
    "pg_dump": "a program of PostgreSQL",
    "max_connections": "a setting of PostgreSQL",
    "read_only": "an option of Docker",
    "specs/openapi.json": "a file of Discord's description",
    "api.json": "a file of Telegram's description",
    "src/": "a folder that Papan does not have, which is why it is named",
    "numpy.libs": "a folder of a wheel",
    "LICENSE.lesser": "a file of a library",
    "NOTICE": "a file of a library",
    "build/transcripts": "a folder that a command writes",
    "sbom.json": "a file that a command writes",
    "papan.db": "a file that Papan writes",
    "papan.db.lock": "a file that Papan writes",
}
"""What is no name of ours, and what it is."""


@dataclass
class Code:
    """The names in our code."""

    names: set[str] = field(default_factory=set)
    """What is defined or used somewhere, or is a whole string there: an event of the log, a metric, a kind of frame."""
    members: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The members of classes, by the name of the class."""
    bases: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    tables: set[str] = field(default_factory=set)
    """The tables of pyproject.toml."""
    modules: dict[str, set[str]] = field(default_factory=dict)
    """What a module defines or imports at its top, by its dotted name."""

    @cached_property
    def paths(self) -> set[str]:
        """Every file and folder, by each end of its path."""
        found = set[str]()
        for folder, folders, files in os.walk(ROOT):
            folders[:] = [name for name in folders if name in PUBLIC or not name.startswith((".", "__"))]
            for name in (*folders, *files):
                parts = (Path(folder) / name).relative_to(ROOT).parts
                found |= {"/".join(parts[start:]) for start in range(len(parts))}
        return found

    def has_member(self, name: str, member: str) -> bool:
        """Does a class of this name have the member, or inherit it?"""
        seen, waiting = set[str](), [name]
        while waiting:
            each = waiting.pop()
            if member in self.members[each]:
                return True
            seen.add(each)
            waiting += self.bases[each] - seen
        return False

    def has_dotted(self, name: str) -> bool:
        """A module, something in one, a member of a class, a column of a table, or something of a library."""
        first, *rest = name.split(".")
        if name in self.tables:
            return True
        if first in PYTHON:
            cut = next((n for n in range(len(rest) + 1, 0, -1) if ".".join([first, *rest][:n]) in self.modules), 0)
            left = [first, *rest][cut:]
            module = ".".join([first, *rest][:cut])
            if not left:
                return True
            known = left[0] in self.modules[module]
            return known and all(self.has_member(*pair) for pair in pairwise(left))
        if first[0].isupper() or first[0] == "_":
            return all(self.has_member(*pair) for pair in pairwise([first, *rest]))
        if first in metadata.tables and rest[0] in metadata.tables[first].columns:
            return True
        if first in sys.stdlib_module_names or first in _libraries():
            return _in_library(first, rest)
        return first in self.names and rest[-1] in self.names


@cache
def _libraries() -> frozenset[str]:
    """The packages that are installed."""
    return frozenset(packages_distributions())


def _in_library(module: str, rest: list[str]) -> bool:
    value: object = importlib.import_module(module)
    for name in rest:
        if not hasattr(value, name):
            return False
        value = getattr(value, name)
    return True


TAKEN_IN = (
    ast.ClassDef,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.arg,
    ast.keyword,
    ast.Name,
    ast.Attribute,
    ast.alias,
    ast.Constant,
)
"""The kinds of nodes that ``_defined`` reads; of all nodes they are fewer than half."""


def _defined(code: Code, node: ast.AST) -> None:
    """Take in what a node defines."""
    match node:
        case ast.ClassDef(name=name, bases=bases, body=body):
            code.names.add(name)
            code.bases[name] |= {base.id for base in bases if isinstance(base, ast.Name)}
            code.bases[name] |= {base.attr for base in bases if isinstance(base, ast.Attribute)}
            code.members[name] |= set(chain.from_iterable(_targets(each) for each in body))
            for each in ast.walk(node):
                if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
                    code.members[name].add(each.attr)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            code.names.add(name)
        case ast.arg(arg=name) | ast.keyword(arg=str(name)):
            code.names.add(name)
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            code.names.add(name)
        case ast.Constant(value=str(text)) if len(text) < LONGEST:
            code.names.add(text)


def _targets(node: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a value or a meaning."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (name.asname or name.name for name in names)
        case _:
            pass


@pytest.fixture(scope="module")
def code() -> Code:
    """All names in our code."""
    found = Code()
    for path in chain.from_iterable((ROOT / folder).rglob("*.py") for folder in PYTHON):
        if path == Path(__file__):
            continue
        parts = path.relative_to(ROOT).with_suffix("").parts
        # The trees of all others would fill the memory for nobody.
        tree = tree_of(path) if parts[0] == "bot" else ast.parse(path.read_bytes())
        found.modules[".".join(parts).removesuffix(".__init__")] = set(
            chain.from_iterable(_targets(each) for each in tree.body)
        )
        for node in ast.walk(tree):
            if isinstance(node, TAKEN_IN):
                _defined(found, node)
    for folder in PYTHON:
        found.modules.setdefault(folder, set())
    for script in (ROOT / "bot" / "platforms" / "web" / "static").rglob("*.js"):
        found.names.update(SCRIPT_NAME.findall(script.read_text(encoding="utf-8")))
    found.names.update(name.rpartition(".")[2] for name in found.modules)
    found.names.update(name.upper() for name in Settings.model_fields)
    found.names.update(metadata.tables)
    found.names.update(f"{each.name}_total" for each in REGISTRY.collect() if each.type == "counter")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found.tables.update(f"{name}.{each}" for name, value in project.items() for each in value)
    return found


def unknown(text: str, code: Code) -> list[str]:
    """The names of a page that are not in the code."""
    return [name for name in MARKED.findall(FENCED.sub("", text)) if not is_known(name, code)]


def is_known(text: str, code: Code) -> bool:
    """Is this a name in the code, or nothing that looks like one?"""
    if text in OF_OTHERS or TO_BE_CHOSEN.search(text) or text.startswith(("/", ".venv")):
        return True
    if FILE.fullmatch(text):
        return text.rstrip("/") in code.paths
    if call := CALL.fullmatch(text):
        text = call[1]
        return code.has_dotted(text) if "." in text else text in code.names or text in vars(builtins)
    if DOTTED.fullmatch(text):
        return code.has_dotted(text)
    return not NAME.fullmatch(text) or text in code.names or text in code.paths


def test_what_pages_name_is_in_the_code(code: Code) -> None:
    missing = {
        path.relative_to(ROOT).as_posix(): names
        for path in PAGES
        if (names := unknown(path.read_text(encoding="utf-8"), code))
    }
    assert missing == {}


@pytest.mark.parametrize(
    "name",
    [
        "bot/app/no_such_file.py",
        "no_such_folder/",
        "bot.chat.contract.NoSuchProtocol",
        "bot.no_such_module",
        "MatchService.no_such_method",
        "Action.NO_SUCH_ACTION",
        "NoSuchClass",
        "no_such_function()",
        "views.no_such_column",
        "dataclasses.no_such_function",
        "NO_SUCH_CONSTANT",
    ],
)
def test_a_name_that_is_not_there_is_found(name: str, code: Code) -> None:
    assert unknown(f"Look at `{name}`.", code) == [name]


@pytest.mark.parametrize(
    "name",
    [
        "bot.chat.contract",
        "bot.chat.contract.RequestHandler",
        "engine.ruleset.Ruleset",
        "engine/ruleset.py",
        "MatchService.act",
        "Action.MOVE",
        "Ruleset.sources",
        "say.plural(...)",
        "views.lapses",
    ],
)
def test_a_name_that_is_there_is_known(name: str, code: Code) -> None:
    assert is_known(name, code)


def test_the_page_on_packages_names_the_layers_in_their_order() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each.get("containers") == ["bot"]]
    (told,) = re.findall(r"`(__main__ > [^`]+)`", (ROOT / "docs/decisions/0016-rooms-and-words.md").read_text("utf-8"))
    assert re.split(" > |, ", told) == re.split(" [|] ", " | ".join(layers))


def test_the_page_on_packages_names_the_subjects_of_the_app_in_their_order() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each.get("containers") == ["bot.app"]]
    told = table((ROOT / "CONTRIBUTING.md").read_text("utf-8"), r"Folder \| What a person")
    assert [name.rstrip("/") for name in told] == layers


def test_the_page_on_security_names_the_secrets_that_papan_makes() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert [name for name in SecretName if f"`{name}`" not in text] == []


FRAMES = re.compile(r"`(\w+)(?: \{([^}`]*)\})?`")


def frames_told(heading: str) -> dict[str, set[str]]:
    """The frames of a table of the page on live boards, each with the fields that it names."""
    (page,) = (ROOT / "docs" / "decisions").glob("*-live-boards.md")
    cells = " ".join(f"`{cell}`" for cell in table(page.read_text("utf-8"), heading))
    return {name: {*filter(None, fields.split(", "))} for name, fields in FRAMES.findall(cells)}


def test_the_page_on_live_boards_names_every_frame_of_a_page() -> None:
    frames = {get_args(each.model_fields["type"].annotation)[0]: {*each.model_fields} for each in get_args(Frame)}
    told = frames_told("From the page")
    assert told.keys() == frames.keys()
    assert {name: fields - frames[name] for name, fields in told.items() if fields - frames[name]} == {}


def test_the_page_on_live_boards_names_every_frame_of_the_server() -> None:
    sent: dict[str, set[str]] = defaultdict(set)
    for frame in SentFrame.__subclasses__():
        sent[get_args(get_type_hints(frame)["type"])[0]] |= {field.name for field in fields(frame)}
    told = frames_told("From the server")
    assert told.keys() == sent.keys()
    assert {name: named - sent[name] for name, named in told.items() if named - sent[name]} == {}


def test_what_is_said_to_be_of_others_is_named_somewhere() -> None:
    named = {name for path in PAGES for name in MARKED.findall(path.read_text(encoding="utf-8"))}
    assert set(OF_OTHERS) - named == set()
