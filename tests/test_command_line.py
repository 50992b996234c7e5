"""``papan`` as people and scripts run it: a process of its own, its output, its errors, its exit status."""

import io
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from bot.__main__ import main
from bot.foundation import version
from bot.foundation.version import this_version
from bot.services.services import Services
from bot.store import Database
from engine.games import find_ruleset, rulesets
from engine.position import parse_position, start_position
from engine.ruleset import Ruleset
from renderer import Scene, draw
from tests.bot.kit import TABAL, TAPAL, Clock, begun, come_in
from tests.bot.kit import play as make_moves
from tests.suites import deep, quick_first, three_kinds

ROOT = Path(__file__).parents[1]
PAPAN = str(Path(sys.executable).with_name("papan"))
OURS = re.compile("PAPAN|DATABASE|DISCORD|TELEGRAM")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not OURS.match(name)}
Done = subprocess.CompletedProcess[str]

M1 = "T2G1/2G2/2TGG/1G3/5 t"
EIGHT_TAKEN = "T4/5/5/GGGGG/GGGGG t - 0 40"  # ten goats left: the tigers have won
C1 = "4/4/2m1/4/mm2/1M1m/3M/M3 w"
C3 = "6/6/6/6/6/6/mm4/6/m5/1m4/6/K5 w"
TABAL_START = "mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM w"

TABAL_BOTH = {
    TABAL_START: "a4-a5 b4-a5 b4-b5 b4-c5 c4-c5 d4-c5 d4-d5 d4-e5 e4-e5",
    "mmm/mmm/mmmmm/mmmmm/2M2/MM1MM/MMMMM/MMM/MMM b": "c6xc4",
    "mmm/mmm/mmmmm/mm1mm/5/MMmMM/MMMMM/MMM/MMM w": "c3xc5",
    "1m1/m1m/2M2/5/5/5/5/3/3 w": "c7xa9xe9xc7 c7xe9xa9xc7",
    "3/m1m/2M2/5/5/5/5/3/3 w": "c7xa9 c7xe9",
    "3/3/5/5/5/5/2mm1/MM1/3 w": "b2xd4 c2xc4",
    "3/3/2m2/1MMM1/5/5/5/3/3 w": "b6xd8 c6xc8 d6xb8",
    "3/3/2m2/5/5/5/2m2/3/K2 w": "a1xd4 a1xe5xa9 a1xe5xb8",
    "3/3/Mmm2/5/5/5/5/3/3 w": "",
    "3/3/5/5/2m2/5/m2m1/MM1/3 b": "a3-b3 c5-b4 c5-b5 c5-c4 c5-d4 c5-d5 d3-c3 d3-e3",
}
T2 = "3/3/3m1/2m1m/K1m2/5/5/3/3 w"
WORKED = {
    "tabal": TABAL_BOTH
    | {
        T2: "a5xd5 a5xe5xe7xa7 a5xe5xe7xb7 a5xe5xe7xc7xc1 a5xe5xe7xc7xc2 a5xe5xe7xc7xc3 a5xe5xe7xc7xc4 a5xe5xe7xc7xc5",
    },
    "tabal-gj": TABAL_BOTH | {T2: "a5xd5 a5xe5xe7xa7 a5xe5xe7xb7 a5xe5xe7xc7"},
    "tapal": {
        f"{M1} G6 0 20": "a5-a1 a5-a2 a5-a3 a5-a4 a5-b4 a5-b5 a5-c5"
        " c3-a3 c3-b3 c3-b4 c3-c1 c3-c2 c3-d2 c3-d4 c3-e1 c3-e5 c3xa1 c3xc5",
        "2GGG/G3G/G1G2/TGG2/TGG2 t": "",
        EIGHT_TAKEN: "",
        EIGHT_TAKEN.replace(" t ", " g "): "",
        "1GGGG/4G/G1G2/TGG2/TGG2 t": "a2xa4",
        "GGG1G/5/1TG2/5/G3T t G5 0 20": "b3-a3 b3-b1 b3-b2 b3-b4 b3xd3 e1-b1 e1-c1 e1-d1 e1-d2 e1-e2 e1-e3 e1-e4",
        "5/3T1/2G2/1T3/5 t G17 0 1": "b2-a1 b2-a2 b2-a3 b2-b1 b2-b3 b2-b4 b2-b5 b2-c1 b2-c2 b2-d2 b2-e2"
        " d4-a4 d4-b4 d4-c4 d4-c5 d4-d1 d4-d2 d4-d3 d4-d5 d4-e3 d4-e4 d4-e5",
    },
    "dam-8": {
        C1: "a1-b2 c3xe5xg7 h2xf4",
        "4/4/2m1/4/m3/1M2/4/2M1 w": "c3-d4,~d4 c3xa5 e1-d2,~c3 e1-f2,~c3",
    },
    "dam-8-strict": {C1: "c3xe5xg7 h2xf4"},
    "dam": {C3: "a1-b2,~b2 a1xe5xc7xa5", "6/3mm1/2M3/6/6/6/6/6/6/6/6/6 w": "f10-e11,~e11 f10xh12"},
    "dam-strict": {C3: "a1xe5xc7xa5", "6/3mm1/2M3/6/6/6/6/6/6/6/6/6 w": "f10xh12"},
}


def papan(*arguments: str, typed: str = "", cwd: Path | None = None, **environment: str) -> Done:
    """Run the command and wait for it to end."""
    return subprocess.run(
        [PAPAN, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        cwd=cwd,
        env=ENVIRONMENT | environment,
        check=False,
    )


def said(*arguments: str, typed: str = "") -> str:
    """The output of a command that succeeds and prints no error."""
    done = papan(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The same without a process of its own."""

    def run(*arguments: str) -> str:
        assert main(list(arguments)) == 0
        output = capsys.readouterr()
        assert output.err == ""
        return output.out

    return run


class TestMoves:
    @deep("the same is printed by other commands in the quick suite")
    @pytest.mark.parametrize("game", quick_first(WORKED, "the engine's own tests have them all"))
    def test_the_worked_positions(self, game: str) -> None:
        """docs/rules/worked-positions.md, read from standard input: the moves of each position on one line."""
        lines = said("moves", game, "--position", "-", typed="".join(f"{text}\n" for text in WORKED[game]))
        assert lines.splitlines() == list(WORKED[game].values())

    @deep("the same is printed by other commands in the quick suite")
    def test_one_a_line_and_sorted(self) -> None:
        assert said("moves", "Permainan Tabal") == TABAL_BOTH[TABAL_START].replace(" ", "\n") + "\n"

    def test_of_a_position(self, printed: Callable[..., str]) -> None:
        assert printed("moves", "dam-8", "--position", C1) == "a1-b2\nc3xe5xg7\nh2xf4\n"

    @pytest.mark.parametrize(
        ("game", "position"),
        [
            ("tapal", EIGHT_TAKEN),
            ("tapal", M1),
            ("tabal", "3/3/5/5/2M2/5/5/3/3 w"),
            ("tabal", "3/3/Mmm2/5/5/5/5/3/3 w"),
        ],
    )
    def test_a_finished_position_has_none(self, game: str, position: str, printed: Callable[..., str]) -> None:
        """Too few pieces, no pieces, no turn."""
        assert printed("moves", game, "--position", position) == "\n"
        assert printed("perft", game, "3", "--position", position) == "0\n"
        assert printed("perft", game, "3", "--kernel", "--position", position) == "0\n"
        assert printed("perft", game, "2", "--divide", "--position", position) == "0\n"
        assert printed("perft", game, "0", "--position", position) == "1\n"

    def test_the_opponent_chooses_what_is_forfeited(self, printed: Callable[..., str]) -> None:
        moves = printed("moves", "dam-8", "--position", "4/4/2m1/4/mm2/1M1m/M2M/4 b - f:c3,h2").split()
        assert [move for move in moves if move.startswith("~c3,")] == [
            f"~c3,{quiet}" for quiet in ("b4-a3", "b4-c3", "d4-c3", "d4-e3", "f6-e5", "f6-g5", "g3-f2")
        ]
        assert [move for move in moves if "x" in move] == ["~h2,b4xd2"]

    def test_the_36_set_ups(self, printed: Callable[..., str]) -> None:
        moves = printed("moves", "harimau").splitlines()
        assert len(moves) == 36
        assert moves == sorted(moves)
        assert (moves[0], moves[-1]) == ("T@b2,T@b3", "T@d3,T@d4")

    @deep("the same is printed by other commands in the quick suite")
    def test_a_wrong_line_ends_it_after_the_lines_before(self) -> None:
        done = papan("moves", "dam-8", "--position", "-", typed=f"{C1}\n\nnonsense w\n{C1}\n")
        assert done.stdout == "a1-b2 c3xe5xg7 h2xf4\n"
        assert done.stderr == "papan: not a position of malaysian-checkers-8: the board has 8 ranks, not 1: nonsense\n"
        assert done.returncode == 2

    @deep("other commands run in the quick suite")
    def test_bytes_that_are_no_text(self) -> None:
        command = [PAPAN, "moves", "tabal", "--position", "-"]
        done = subprocess.run(command, input=b"\xff w\n", capture_output=True, timeout=60, env=ENVIRONMENT, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith(b"papan: not a position of permainan-tabal")
        assert done.stderr.count(b"\n") == 1

    @deep("the same is printed by other commands in the quick suite")
    def test_a_reader_that_has_gone_is_no_error(self) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as nobody:
            command = [PAPAN, "moves", "tabal"]
            done = subprocess.run(
                command, stdout=nobody, stderr=subprocess.PIPE, timeout=60, env=ENVIRONMENT, check=False
            )
        assert done.stderr == b""


class TestPerft:
    def test_the_last_line_is_the_count(self, printed: Callable[..., str]) -> None:
        assert said("perft", "tabal", "5") == "1320\n"
        assert printed("perft", "tapal", "3", "--position", "5/3T1/5/1T3/5 g G18 0 1").splitlines()[-1] == "11444"

    def test_divide(self, printed: Callable[..., str]) -> None:
        *parts, total = printed("perft", "dam-8-strict", "4", "--divide").splitlines()
        assert total == "1469"
        assert [part.split()[0] for part in parts] == ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]
        assert sum(int(part.split()[1]) for part in parts) == 1469


def test_games() -> None:
    lines = said("games").splitlines()
    assert [line.split()[0] for line in lines] == [ruleset.key for ruleset in rulesets()]
    for line, ruleset in zip(lines, rulesets(), strict=True):
        assert ruleset.name in line
        assert all(alias in line for alias in ruleset.aliases)


class TestShow:
    @pytest.mark.parametrize(
        "text", ["W:W32,K31:Bk28", "W:W32, K31 : BK28:H0:F1", '[FEN "W:W32,K31:BK28."]', "W:WKb4,d4:Bke5"]
    )
    def test_a_position_as_other_programs_write_it(self, text: str, printed: Callable[..., str]) -> None:
        ranks = "5/5/5/5/5/2k2/KM3/5/5/5 w"
        assert printed("show", "international", "--position", text) == printed(
            "show", "international", "--position", ranks
        )

    def test_a_board_of_lines(self, printed: Callable[..., str]) -> None:
        assert printed("show", "tapal", "--position", M1) == (
            "   a   b   c   d   e\n"
            " 5 T---·---·---G---·\n"
            "   | \\ | / | \\ | / |\n"
            " 4 ·---·---G---·---·\n"
            "   | / | \\ | / | \\ |\n"
            " 3 ·---·---T---G---G\n"
            "   | \\ | / | \\ | / |\n"
            " 2 ·---G---·---·---·\n"
            "   | / | \\ | / | \\ |\n"
            " 1 ·---·---·---·---·\n"
            "   a   b   c   d   e\n"
        )

    def test_the_triangles_of_tabal(self, printed: Callable[..., str]) -> None:
        lines = printed("show", "tabal").splitlines()
        assert lines[1:6] == [
            " 9 m-------m-------m",
            "     \\     |     /",
            " 8     m---m---m",
            "         \\ | /",
            " 7 m---m---m---m---m",
        ]
        assert lines[-2] == " 1 M-------M-------M"

    def test_a_board_of_squares(self, printed: Callable[..., str]) -> None:
        assert printed("show", "dam-8", "--position", C1) == (
            "   a b c d e f g h\n"
            " 8   ·   ·   ·   ·\n"
            " 7 ·   ·   ·   ·\n"
            " 6   ·   ·   m   ·\n"
            " 5 ·   ·   ·   ·\n"
            " 4   m   m   ·   ·\n"
            " 3 ·   M   ·   m\n"
            " 2   ·   ·   ·   M\n"
            " 1 M   ·   ·   ·\n"
            "   a b c d e f g h\n"
        )


class TestRender:
    @deep("the same is printed by other commands in the quick suite")
    def test_a_png_of_the_usual_width(self, tmp_path: Path) -> None:
        file = tmp_path / "board.png"
        assert said("render", "tapal", "-o", str(file)) == ""
        with Image.open(file) as picture:
            picture.verify()
            assert picture.format == "PNG"
            assert picture.width == 720

    @pytest.mark.parametrize(
        ("ruleset", "sides"), [(TAPAL, ("Goats", "Tigers")), (TABAL, ("White", "Black"))], ids=["tapal", "tabal"]
    )
    def test_the_sides_by_their_names(self, ruleset: Ruleset, sides: tuple[str, str], tmp_path: Path) -> None:
        file = tmp_path / "board.png"
        assert main(["render", ruleset.key, "-o", str(file)]) == 0
        assert file.read_bytes() == draw(Scene(ruleset, start_position(ruleset), side_names=sides))

    @pytest.mark.parametrize("size", [240, 501, 1600])
    def test_the_width_that_is_asked_for(self, size: int, tmp_path: Path) -> None:
        file = tmp_path / "board.png"
        assert main(["render", "dam-8", "--position", C1, "--size", str(size), "-o", str(file)]) == 0
        with Image.open(file) as picture:
            assert picture.width == size
            picture.load()

    @pytest.mark.parametrize(
        "options",
        [
            ["--last", "c3xg7"],
            ["--view", "black"],
            ["--theme", "kontras"],
            ["--position", "4/4/2m1/4/mm2/1M1m/M2M/4 b - f:c3,h2"],
            ["--last", "a1-b2", "--view", "black", "--theme", "pasar"],
        ],
        ids=" ".join,
    )
    def test_every_option_changes_the_picture(self, options: list[str], tmp_path: Path) -> None:
        plain, file = tmp_path / "plain.png", tmp_path / "board.png"
        assert main(["render", "dam-8", "--position", C1, "-o", str(plain)]) == 0
        assert main(["render", "dam-8", "--position", C1, *options, "-o", str(file)]) == 0
        with Image.open(plain) as one, Image.open(file) as other:
            assert one.convert("RGB").tobytes() != other.convert("RGB").tobytes()

    @pytest.mark.parametrize(
        ("game", "position", "won"),
        [("dam-8", "4/4/4/4/4/4/4/3M b - 0 0", 0), ("dam-8", "4/4/4/4/4/4/4/3m w - 0 0", 1)],
    )
    def test_a_finished_match_has_nobody_to_move(self, game: str, position: str, won: int, tmp_path: Path) -> None:
        file, ruleset = tmp_path / "board.png", find_ruleset(game)
        assert main(["render", game, "--position", position, "-o", str(file)]) == 0
        result = ("WON", "") if won == 0 else ("", "WON")
        over = Scene(ruleset, parse_position(ruleset, position), side_names=("White", "Black"))
        assert file.read_bytes() == draw(replace(over, to_move_label="", result=result))
        assert file.read_bytes() != draw(over)

    def test_a_long_board_lies_or_stands(self, tmp_path: Path) -> None:
        shapes = []
        for options in ([], ["--upright"]):
            file = tmp_path / "board.png"
            assert main(["render", "tabal", *options, "-o", str(file)]) == 0
            with Image.open(file) as picture:
                shapes.append(picture.width > picture.height)
        assert shapes == [True, False]

    @pytest.mark.parametrize("ruleset", three_kinds("each board is drawn in tests/renderer"))
    def test_every_ruleset(self, ruleset: Ruleset, tmp_path: Path) -> None:
        file = tmp_path / "board.png"
        assert main(["render", ruleset.key, "-o", str(file)]) == 0
        with Image.open(io.BytesIO(file.read_bytes())) as picture:
            picture.load()
            assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 8


COMPLAINTS = [
    (["moves", "chess"], "no game is called 'chess'; there are main-tapal-empat, "),
    (["perft", "", "1"], "no game is called ''; there are "),
    (["show", "dama"], "no game is called 'dama'; "),
    (["render", "chess", "-o", "x.png"], "no game is called 'chess'; "),
    (["moves", "tabal", "--position", ""], "not a position of permainan-tabal: a position needs a board and a side"),
    (["moves", "tabal", "--position", "a\nb c\nd"], "not a position of permainan-tabal: a position has a board"),
    (["perft", "tabal", "1", "--position", "3/3 w"], "not a position of permainan-tabal: the board has 9 ranks"),
    (["show", "tabal", "--position", C1], "not a position of permainan-tabal: the board has 9 ranks, not 8"),
    (["show", "tapal", "--position", "9" * 6000 + "/5/5/5/5 g"], "not a position of main-tapal-empat: rank 5 has 5"),
    (["render", "tabal", "--position", "x w", "-o", "x.png"], "not a position of permainan-tabal: "),
    (["render", "tabal", "--last", "c4-c6", "-o", "x.png"], "'c4-c6' is not a legal move here; there are: a4-a5, "),
    (["render", "tabal", "--last", "c5", "-o", "x.png"], "'c5' is not a legal move here; there are: a4-a5, "),
    (["render", "tabal", "--last", "a\nb", "-o", "x.png"], "'a\\nb' is not a legal move here; there are: a4-a5, "),
    (["render", "tabal", "--size", "239", "-o", "x.png"], "a picture is 240 to 1600 pixels wide, not 239"),
    (["render", "tabal", "--size", "1601", "-o", "x.png"], "a picture is 240 to 1600 pixels wide, not 1601"),
    (["render", "tabal", "--theme", "no", "-o", "x.png"], "there is no theme 'no'; there are "),
    (["render", "tabal", "--view", "tigers", "-o", "x.png"], "the view is one of white, black, not 'tigers'"),
    (["render", "tabal", "-o", "no/such/place.png"], "cannot write no/such/place.png: No such file or directory"),
    (["perft", "tabal", "-1"], "the depth is a number of plies, 0 or more, not -1"),
    (["health"], "PAPAN_HEALTH is not set"),
]


@pytest.mark.parametrize(("arguments", "says"), COMPLAINTS, ids=lambda value: " ".join(value)[:40] if value else "")
def test_one_clear_line_and_status_2(
    arguments: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAPAN_HEALTH", raising=False)
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"papan: {says}")
    assert output.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@deep("other commands run in the quick suite")
def test_the_process_complains_alike() -> None:
    done = papan("moves", "chess")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "arguments",
    [["moves"], ["perft", "tabal"], ["perft", "tabal", "x"], ["render", "tabal"], ["walk"], ["--walk"]],
    ids=" ".join,
)
def test_a_command_line_that_makes_no_sense(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: papan")


def test_the_version_is_that_of_the_project_with_its_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    number = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert said("--version") == f"papan {this_version()}\n"
    monkeypatch.setattr(version, "CHECKOUT", tmp_path)
    assert str(this_version()) == number
    monkeypatch.setenv(version.COMMIT, "0123456789")
    monkeypatch.setenv(version.COMMIT_DATE, "2026-11-28")
    assert str(this_version()) == f"{number} (commit 0123456789, 2026-11-28)"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message=a"]):
        subprocess.run([*git, *command], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    assert str(this_version()).startswith(f"{number} (commit {commit[:10]}, 2")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_start_can_be_ended_before_the_program_is_loaded(number: signal.Signals) -> None:
    """The first process of a container gets only signals for which it has a handler."""
    slow = (
        "import os, sys, types; sys.modules['bot.cli.commands'] = slow = types.ModuleType('slow');"
        f"slow.run_command = lambda given: os.kill(os.getpid(), {number}) or sys.exit('went on');"
        "from bot.__main__ import main; main(['run'])"
    )
    done = subprocess.run([sys.executable, "-c", slow], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_names_every_command() -> None:
    text = said("--help")
    for command in ("run", "games", "moves", "perft", "show", "render", "check", "backup", "health"):
        assert re.search(rf"^    {command} ", text, re.MULTILINE)


class TestStored:
    @pytest.fixture
    async def file(self, tmp_path: Path) -> Path:
        """A database with a match under way."""
        file = tmp_path / "papan.sqlite"
        database = await Database.open(f"sqlite:///{file}")
        services = Services.over(database, Clock(), Random(7))
        match, adi, siti, _ = await begun(services, TABAL)
        await make_moves(services, match, adi, siti, moves=5)
        await come_in(database)
        await database.close()
        return file

    @deep("a backup comes back whole in tests/bot/cli")
    def test_check_and_backup(self, file: Path, tmp_path: Path) -> None:
        done = papan("check", DATABASE_URL=f"sqlite:///{file}")
        assert (done.returncode, done.stdout, done.stderr) == (0, "all stored matches replay as recorded\n", "")
        copy = tmp_path / "copy.sqlite"
        done = papan("backup", str(copy), DATABASE_URL=f"sqlite:///{file}")
        assert (done.returncode, done.stdout, done.stderr) == (0, f"backed up to {copy}\n", "")
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("SELECT count(*) FROM moves").fetchone() == (5,)
        again = papan("backup", str(copy), DATABASE_URL=f"sqlite:///{file}")
        assert again.returncode == 2
        assert again.stderr == f"papan: {copy} exists already; name a new file\n"

    @deep("the check names it in test_integrity")
    def test_check_names_what_disagrees(self, file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE moves SET text = 'a1-a2' WHERE ply = 3")
            (code,) = connection.execute("SELECT code FROM matches").fetchone()
        done = papan("check", DATABASE_URL=f"sqlite:///{file}")
        assert done.returncode == 1
        assert code in done.stdout
        assert "a1-a2 at ply 3 is not a legal move" in done.stdout
        *problems, total = done.stdout.splitlines()
        assert total == ("1 problem" if len(problems) == 1 else f"{len(problems)} problems")

    @deep("other commands run in the quick suite")
    @pytest.mark.parametrize(
        "command", quick_first([["check"], ["backup", "copy.sqlite"]], "commands open a database alike")
    )
    def test_without_a_database(self, command: list[str], tmp_path: Path) -> None:
        done = papan(*command, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr == f"papan: there is no database {tmp_path}/papan.db\n"
        assert list(tmp_path.iterdir()) == []
