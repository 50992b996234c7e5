"""The documents are true: links lead somewhere, tables agree with the code, and examples give what they show."""

import ast
import io
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from packaging.requirements import Requirement
from PIL import Image, ImageSequence

from bot.__main__ import main
from bot.app.entry.actions import COMMAND_ACTIONS
from bot.app.text.names import family_name, game_name
from bot.bootstrap.settings import WEB_ALONE, Settings
from bot.chat.commands import COMMANDS
from bot.cli.parser import command_line
from bot.words import words
from engine.endings import perft
from engine.games import find_ruleset, rulesets, sources
from engine.notation import format_move
from engine.parser import parse_move
from engine.position import parse_position
from engine.ruleset import Family, Ruleset, Source
from engine.turns import legal_moves
from tests.pages import table
from tests.released import RELEASED
from tests.suites import deep
from tools.pictures import SCENES
from tools.readme_film import MOVES, film

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
PLAYING = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
RULES = ROOT / "docs" / "rules"
EXTENDING = sorted((ROOT / "docs" / "extending").glob("*.md"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"!?\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
NO_COMMANDS_OF_OURS = {"newbot", "setinline", "setprivacypolicy", "healthz", "metrics", "data", "kernel", "coin"}
"""What is said to @BotFather, paths, and the command that a page adds as its example."""
FOLDERS = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".venv")]
NEW_GAME = ROOT / "tests" / "new_game" / "files"
"""A game for a copy of the repository, where its page is (tests/test_new_game.py)."""
CODE = sorted(
    path
    for pattern in ("*.py", "*.toml", ".env.example", "Dockerfile", "compose*.yaml", "Makefile")
    for path in (*ROOT.glob(pattern), *(path for folder in FOLDERS for path in folder.rglob(pattern)))
    if path != Path(__file__) and not path.is_relative_to(NEW_GAME)
)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(text: str) -> str:
    """A page without its examples."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The anchors a link may name behind #: headings as GitHub spells them, and the rows of tables that have an id."""
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    spelled = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return spelled | set(re.findall(r'<a id="([\w-]+)"></a>', text))


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    for link in LINK.finditer(prose(page(path))):
        target, _, anchor = link["target"].partition("#")
        if target.startswith("https://"):
            continue
        file = (path.parent / target).resolve() if target else path
        assert file.exists(), link["target"]
        if anchor:
            assert anchor in anchors(page(file)), link["target"]


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_pictures_are_described(path: Path) -> None:
    for text in re.findall(r"!\[([^\]]*)\]", page(path)):
        assert len(text) > 20


def test_pictures_are_drawn_by_the_tool_and_shown_somewhere() -> None:
    kept = {file.stem for file in (ROOT / "docs" / "pictures").iterdir()}
    assert kept == set(SCENES), "run `make pictures`"
    shown = {Path(target).stem for path in PAGES for target in re.findall(r"pictures/\S+\.png", page(path))}
    assert shown == kept


def test_the_readme_is_short_and_shows_a_film_three_boards_and_the_room() -> None:
    assert len(README.split()) <= 1200
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert shown[-1] == "docs/room.png"
    assert [path.rpartition("/")[0] for path in shown[1:-1]] == ["docs/pictures"] * 3
    assert shown[0] == "docs/film.gif"


def test_the_film_of_the_readme_is_small_and_a_whole_match() -> None:
    kept = (ROOT / "docs" / "film.gif").read_bytes()
    assert len(kept) <= 300_000
    with Image.open(io.BytesIO(kept), formats=("GIF",)) as shown:
        # The start, each turn, and the result, which stays for four frames.
        assert len([*ImageSequence.Iterator(shown)]) == 1 + len(MOVES.split()) + 3
    assert kept == film(), "run `python -m tools.readme_film`"


def test_the_readme_lists_the_commands_and_the_operators_page_those_of_the_command_line() -> None:
    chat, line = (re.findall(r"^\| `([^`]+)` \|", _command_table(text), re.MULTILINE) for text in (README, OPERATING))
    assert chat == [f"/{spec.name}" for spec in COMMANDS]
    commands = [part.split()[1] for part in line]
    assert commands == list(_command_line_commands())


def _command_table(text: str) -> str:
    (found,) = re.findall(r"^\| Command \| What it does \|\n\|[-|]+\n(?:\|.*\n)+", text, re.MULTILINE)
    return str(found)


def _command_line_commands() -> Iterator[str]:
    for action in command_line()._actions:
        if isinstance(action.choices, dict):
            yield from action.choices


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_commands_that_are_mentioned_exist(path: Path) -> None:
    specs = [row.spec for row in COMMAND_ACTIONS.values()]
    known = {name for spec in specs for name in (spec.name, *spec.aliases, *spec.local_names.values())}
    mentioned = set(re.findall(r"`/([a-z]+)(?: [^`]*)?`", page(path)))
    assert mentioned <= known | NO_COMMANDS_OF_OURS


def test_the_operators_page_and_the_example_name_every_setting() -> None:
    settings = sorted(name.upper() for name in Settings.model_fields)
    assert sorted(table(OPERATING, "Variable")) == settings
    named = set(re.findall(r"\b(?:DISCORD|TELEGRAM|DATABASE|PAPAN)_[A-Z_]*[A-Z]\b", OPERATING))
    assert named - {"TELEGRAM_WEBHOOK"} <= set(settings)
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE)) == settings


def test_the_page_on_security_names_every_secret() -> None:
    secret = [name.upper() for name, field in Settings.model_fields.items() if "SecretStr" in repr(field.annotation)]
    assert len(secret) > 3
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert [name for name in secret if f"`{name}`" not in text] == []


def test_defaults_of_settings_are_told_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    settings = Settings()
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", OPERATING, re.MULTILINE))
    for name, told in rows.items():
        match getattr(settings, name.lower()), name:
            case None, "PAPAN_WEB":
                assert told.startswith(f"`{WEB_ALONE}`")
            case None, _:
                assert told == "none" or told.endswith("'s own")
            case value, "DATABASE_URL":
                assert told == f"`{value.get_secret_value()}`"
            case value, _:
                assert told == f"`{value}`"


def test_the_invitation_of_the_operators_page_asks_for_the_rights_it_names() -> None:
    rights = discord.Permissions(
        view_channel=True,
        send_messages=True,
        attach_files=True,
        read_message_history=True,
        create_public_threads=True,
        send_messages_in_threads=True,
    )
    assert re.findall(r"permissions=(\d+)", OPERATING) == [str(rights.value)]
    assert "scope=bot+applications.commands" in OPERATING


def _commands_shown() -> Iterator[tuple[str, str, str]]:
    for path in PAGES:
        for block in CONSOLE.findall(page(path)):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield name_of(path), command, output


@pytest.mark.parametrize(("path", "command", "output"), list(_commands_shown()))
def test_examples_give_what_they_show(path: str, command: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(command)
    assert program == "papan"
    assert main(arguments) == 0
    assert capsys.readouterr().out == output


WORKED = [
    (games, position, int(count))
    for games, position, count in re.findall(
        r"^\|[^|]*\| (`[^|]+) \| `([^`]+)` \| (\d+) \|", page(RULES / "worked-positions.md"), re.MULTILINE
    )
]
CAPTURES = "4/4/2m1/4/mm2/1M1m/3M/M3 w"
HUFF = "4/4/2m1/4/mm2/1M1m/M2M/4 b - 1 1 f:c3,h2"
GOATS = "5/3T1/5/1T3/5 g G18 0 1"
TYPED = {
    "/move c3-c4": ("tabal", "3/3/5/5/5/5/2M2/3/3 w", "c3-c4"),
    "c3c4": ("tabal", "3/3/5/5/5/5/2M2/3/3 w", "c3-c4"),
    "C3 C4": ("tabal", "3/3/5/5/5/5/2M2/3/3 w", "c3-c4"),
    "c3 to c4": ("tabal", "3/3/5/5/5/5/2M2/3/3 w", "c3-c4"),
    "c3 ke c4": ("tabal", "3/3/5/5/5/5/2M2/3/3 w", "c3-c4"),
    "c3xe5xg7": ("dam-8", CAPTURES, "c3xe5xg7"),
    "c3 e5 g7": ("dam-8", CAPTURES, "c3xe5xg7"),
    "c3xg7": ("dam-8", CAPTURES, "c3xe5xg7"),
    "22-18": ("dam-8", "", "c3-d4"),
    "ab4": ("dam-8", "", "a3-b4"),
    "@c3": ("tapal", GOATS, "@c3"),
    "c3": ("tapal", GOATS, "@c3"),
    "T@b2,T@d4": ("tapal", "", "T@b2,T@d4"),
    "b2 d4": ("tapal", "", "T@b2,T@d4"),
    "a1-b2!": ("dam-8", CAPTURES, "a1-b2"),
    "~h2,b4xd2": ("dam-8", HUFF, "~h2,b4xd2"),
    "3": ("dam-8", "", "c3-d4"),
}
"""What the page for players says may be typed: in which game and position, and the move it is."""


@pytest.mark.parametrize(("typed", "meant"), TYPED.items())
def test_what_the_page_for_players_says_may_be_typed_is_understood(typed: str, meant: tuple[str, str, str]) -> None:
    game, text, move = meant
    ruleset = find_ruleset(game)
    position = parse_position(ruleset, text or ruleset.start)
    played = parse_move(ruleset, position, typed, legal_moves(ruleset, position))
    assert format_move(ruleset, played.move) == move
    assert played.consent is typed.endswith("!")


def test_all_that_the_page_for_players_says_may_be_typed_is_tried() -> None:
    rows = re.search(r"^\| You type .*\n\|[-|]+\n((?:\|.*\n)+)", PLAYING, re.MULTILINE)
    assert rows
    listed = [typed for row in rows[1].splitlines() for typed in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert sorted(listed) == sorted(TYPED)


def test_every_page_on_an_addition_is_listed_where_contributing_begins() -> None:
    text = page(ROOT / "CONTRIBUTING.md")
    listed = [target for target in LINK.findall(text) if target[1].startswith("docs/extending/")]
    assert sorted(target for _, target in listed) == sorted(name_of(path) for path in EXTENDING)


def test_there_are_examples_for_every_family_of_games() -> None:
    shown = {find_ruleset(shlex.split(command)[2]).board for _, command, _ in _commands_shown()}
    assert len(shown) >= 5


@pytest.mark.parametrize("path", sorted(RULES.glob("*.md")), ids=name_of)
def test_positions_on_pages_of_rules_can_be_read(path: Path) -> None:
    for command in re.findall(r"^\$ (papan .*)$", page(path), re.MULTILINE):
        words = shlex.split(command)
        if "--position" in words:
            position = parse_position(find_ruleset(words[2]), words[words.index("--position") + 1])
            assert position.cells


def _page_of(ruleset: Ruleset) -> str:
    row = re.search(
        rf"^\|[^|]*\| `{ruleset.key}`[^|]*\| \[[^\]]*\]\(([^)]+)\) \|$", page(RULES / "README.md"), re.MULTILINE
    )
    assert row, f"{ruleset.key} has no row in docs/rules/README.md"
    assert (RULES / row[1]).exists(), f"{ruleset.key} has no page docs/rules/{row[1]}"
    return page(RULES / row[1])


def _sources_on(text: str) -> set[Source]:
    """The texts that a page of rules lists, each in a row with its name and where it is."""
    return {Source(*row) for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)}


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
def test_every_ruleset_has_a_page_that_explains_each_fact(ruleset: Ruleset) -> None:
    text = _page_of(ruleset)
    assert f"`{ruleset.key}`" in text
    for fact, cite in ruleset.sources.items():
        file, _, anchor = cite.page.partition("#")
        assert page(ROOT / file) == text, fact
        assert anchor in anchors(text), fact


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
def test_every_source_that_is_cited_is_listed(ruleset: Ruleset) -> None:
    """On the page of sources, or on that of the one game that is taken from it."""
    cited = {source for cite in ruleset.sources.values() for source in cite.sources}
    assert cited - _sources_on(page(RULES / "sources.md")) - _sources_on(_page_of(ruleset)) == set()


def test_every_source_that_games_share_is_cited() -> None:
    cited = {source for ruleset in rulesets() for cite in ruleset.sources.values() for source in cite.sources}
    assert {value for value in vars(sources).values() if isinstance(value, Source)} - cited == set()


def test_pages_that_code_cites_exist() -> None:
    """A path into docs/, with or without an anchor; f-strings of ``engine/games`` are judged by their values above."""
    cited = {cite for path in CODE for cite in re.findall(r"\b(docs/[\w./-]*\w/?)(?:#([\w-]+))?", page(path))}
    assert cited
    assert {name for name, _ in cited if not (ROOT / name).exists()} == set()
    assert {(name, anchor) for name, anchor in cited if anchor and anchor not in anchors(page(ROOT / name))} == set()


def test_no_page_is_cited_that_is_not_in_the_repository() -> None:
    """A page is cited by its path or as a name in capitals (``NAME.md``); sections of other papers are not cited."""
    named = re.compile(r"(?<![\w/*.-])([A-Z][A-Z_]+\.md)\b")
    elsewhere = re.compile(r"\b[A-Z]{4,} (?:section )?\d[A-C]?\.\d.*|\bseeds? 00\d\b|\b1[ABC]\.\d\b|\bissue #?\d+")
    for path in (*PAGES, *CODE):
        text = page(path)
        missing = [
            name for name in named.findall(text) if not ((ROOT / name).exists() or (path.parent / name).exists())
        ]
        assert (missing, elsewhere.findall(text)) == ([], []), name_of(path)


@pytest.mark.parametrize("row", WORKED, ids=lambda row: row[1])
def test_worked_positions_have_the_moves_that_the_page_counts(row: tuple[str, str, int]) -> None:
    games, position, count = row
    for name in re.findall(r"`([^`]+)`", games):
        ruleset = find_ruleset(name)
        assert len(legal_moves(ruleset, parse_position(ruleset, position))) == count


@deep("each game is counted in tests/engine")
def test_counts_on_the_page_begin_as_the_rules_count_them() -> None:
    """The deep ones are counted in tests/engine/test_perft.py and tests/engine/search/test_kernel.py."""
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d ]+) \|", page(RULES / "worked-positions.md"), re.MULTILINE)
    assert len(rows) >= 8
    for key, counts in rows:
        ruleset = find_ruleset(key)
        start = parse_position(ruleset, ruleset.start)
        known = [int(count) for count in counts.split()[:3] if int(count) < 40_000]
        assert [perft(ruleset, start, depth) for depth in range(1, len(known) + 1)] == known


def test_names_of_games_on_the_pages_are_names() -> None:
    listing = page(RULES / "README.md")
    rows = re.findall(r"^\| [^|]+ \| (`[^|]+) \| \[", listing, re.MULTILINE)
    assert len(rows) == len(rulesets())
    for row, ruleset in zip(rows, rulesets(), strict=True):
        assert {find_ruleset(name) for name in re.findall(r"`([^`]+)`", row)} == {ruleset}


def test_the_readme_lists_the_released_games_and_the_pages_their_families() -> None:
    say = words("en")
    headings = re.findall(r"^## (.+)$", page(RULES / "README.md"), re.MULTILINE)
    assert headings[: len(Family)] == [family_name(family, say) for family in Family]
    released = [each for each in rulesets() if each.key in RELEASED and not each.variant]
    for family in Family:
        games = [game_name(each, say) for each in released if each.family is family]
        assert f"- **{family_name(family, say)}**: {', '.join(games)}.\n" in README


def test_every_dependency_is_justified() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {Requirement(text).name for text in project["dependencies"]}
    rows = table(page(ROOT / "docs" / "decisions" / "0005-dependencies.md"), "Library")
    assert {name.strip("` ") for row in rows for name in row.split(",")} == wanted


def test_decisions_are_numbered_as_they_are_headed() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for number, path in enumerate(decisions, start=1):
        assert path.name.startswith(f"{number:04}-")
        assert page(path).startswith(f"# {number}. ")


def test_every_decision_tells_whether_it_still_holds() -> None:
    """Below its heading: ``Status: accepted``, or the number of the later decision that has replaced it."""
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for number, path in enumerate(decisions, start=1):
        _, blank, status, end, *_ = page(path).split("\n")
        found = re.fullmatch(r"Status: (?:accepted|superseded by (\d{4}))", status)
        assert found, f"{path.name} has no status: {status}"
        assert (blank, end) == ("", ""), path.name
        if found[1]:
            assert number < int(found[1]) <= len(decisions), path.name


def test_a_game_is_a_value_without_a_function_or_a_class() -> None:
    games = [path for path in (ROOT / "engine" / "games").glob("*.py") if path.name != "__init__.py"]
    assert games
    for path in games:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        logic = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.If | ast.For | ast.While
        assert not [node for node in nodes if isinstance(node, logic)], name_of(path)


def test_make_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for path in PAGES:
        named = re.findall(r"`make ([a-z-]+)|^make ([a-z-]+)", page(path), re.MULTILINE)
        assert {one or other for one, other in named} <= targets, name_of(path)
