"""The protocol Hub: what is said to a program that drives the engine, and games from start to end."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations

import pytest

from engine.foreign_position import read_position
from engine.game import Game
from engine.games import find_ruleset
from engine.hub_lines import BadLine, format_hub_move, read_hub_arguments, read_hub_move
from engine.search.hub import VARIANTS, HubProtocol, share
from tests.suites import deep

START = "W" + "b" * 20 + "e" * 10 + "w" * 20
HUB_LETTERS = str.maketrans("MKmk.", "wWbBe")


def hub_position(game: Game) -> str:
    """The present position as Hub writes it."""
    return "WB"[game.turn] + game.position.cells.translate(HUB_LETTERS)


def talk(*lines: str) -> list[str]:
    said: list[str] = []
    protocol = HubProtocol(said.append, "1.2")
    for line in lines:
        assert protocol.handle(line) is (line != "quit")
        if line.startswith("go think"):
            protocol.wait()
    return said


def done(said: list[str]) -> dict[str, str]:
    """The arguments of the last line, which has to be ``done``."""
    word, _, rest = said[-1].partition(" ")
    assert word == "done", said
    return read_hub_arguments(rest)


def test_introduction() -> None:
    assert talk("hub", "init", "ping") == [
        'id name=Papan version=1.2 author="The Papan authors"',
        'param name=variant value=normal type=enum values="normal russian brazilian english canadian"',
        "param name=hash value=16 type=int min=1 max=4096",
        "param name=threads value=1 type=int min=1 max=64",
        "param name=level value=8 type=int min=1 max=8",
        "wait",
        "ready",
        "pong",
    ]


def test_a_search_tells_what_it_finds_and_what_it_expects() -> None:
    said = talk(f'pos pos={START} moves="32-28 19-23"', "level depth=3", "go think")
    info = read_hub_arguments(said[-2].removeprefix("info "))
    assert info.keys() == {"depth", "score", "nodes", "time", "nps", "pv"}
    assert info["depth"] == "3"
    line = info["pv"].split()
    assert done(said) == {"move": line[0], "ponder": line[1]}
    assert line[:2] == ["28x19x23", "14x23x19"]


def test_a_win_counts_as_a_hundred_men_less_its_plies() -> None:
    taking = "W" + "e" * 27 + "beeew" + "e" * 18
    said = talk(f"pos pos={taking}", "level depth=2", "go think")
    assert read_hub_arguments(said[-2])["score"] == "99.99"
    assert done(said)["move"] == "32x23x28"
    caught = "B" + "e" * 12 + "b" + "e" * 12 + "W" + "eeWeee"
    said = talk("set-param name=variant value=russian", f"pos pos={caught}", "level depth=4", "go think")
    assert read_hub_arguments(said[-2])["score"] == "-99.98"


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_variant_begins_as_its_rules_say(variant: str) -> None:
    game = Game.begin(find_ruleset(VARIANTS[variant]))
    lines = (f"set-param name=variant value={variant}", f"pos pos={hub_position(game)}", "level depth=1", "go think")
    move = read_hub_move(game, done(talk(*lines))["move"])
    assert game.is_legal(move)
    assert done(talk(lines[0], "pos", *lines[2:]))["move"]  # without a position, from the start


def test_another_variant_is_refused_and_nothing_else_is_played_for_it() -> None:
    said = talk("set-param name=variant value=frisian", f"pos pos={START}", "level depth=1", "go think")
    assert said[0] == 'error message="variants are normal, russian, brazilian, english, canadian, not frisian"'
    assert said[-1] == "done"
    assert not any(line.startswith("info") for line in said)


@pytest.fixture(scope="module")
def turning() -> Game:
    """A king takes three men and can end in two places."""
    cells = {48: "W", 39: "b", 22: "b", 12: "b", 13: "b"}
    letters = "".join(cells.get(number, "e") for number in range(1, 51))
    ruleset = find_ruleset("international")
    return Game.begin(ruleset, read_position(ruleset, f"W{letters}"))


def test_what_a_capture_takes_is_read_in_any_order(turning: Game) -> None:
    for end in (28, 33):
        read = {
            read_hub_move(turning, f"48x{end}x{'x'.join(order)}") for order in permutations(("39", "13", "12", "22"))
        }
        assert len(read) == 1
        (move,) = read
        assert turning.is_legal(move)
        assert format_hub_move(turning.ruleset, move) == f"48x{end}x39x13x12x22"
        assert read_hub_move(turning, f"48x{end}") == move  # these ends have no other capture


@pytest.mark.parametrize("text", ["48x28x39", "48x28x39x13x12x12", "48x28x39x13x12x22x22", "48x2x39", "48-42", "48x99"])
def test_a_capture_names_just_what_it_takes(turning: Game, text: str) -> None:
    with pytest.raises(BadLine, match="no legal move here"):
        read_hub_move(turning, text)


def test_captures_with_the_same_ends_need_what_they_take() -> None:
    ruleset = find_ruleset("english")
    letters = "".join("w" if number == 30 else "b" if number in (17, 18, 25, 26) else "e" for number in range(1, 33))
    game = Game.begin(ruleset, read_position(ruleset, f"W{letters}"))
    assert read_hub_move(game, "30x14x17x25").captured == (24, 16)
    assert read_hub_move(game, "30x14x18x26").captured == (25, 17)
    with pytest.raises(BadLine, match="several legal moves are written so: 30x14"):
        read_hub_move(game, "30x14")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello", "no such command: hello"),
        ('pos pos="W', "arguments look like name=value or name='some words', not ="),
        ("pos =W", "arguments look like"),
        ("pos pos=Wbbb", "a position"),
        (f"pos pos={START[:-1]}", "this board has 50 squares, not 49: b"),
        (f'pos pos={START} moves="32-27 19-23 0-5"', "no legal move here: 0-5"),
        (f'pos pos={START} moves="32-27 nonsense"', "moves look like 32-28 or 28x19x23, not nonsense"),
        (f'pos pos={START} moves="31x27"', "no legal move here: 31x27"),
        (f'pos pos={START} moves="32-28 19-23 28x19x24"', "no legal move here: 28x19x24"),
        (f'pos pos={START} moves="32-28 19-23 28-19"', "no legal move here: 28-19"),
        (f'pos pos={START} moves="٣٢-28"', "moves look like"),
        ("set-param name=book value=true", "no such parameter: book"),
        ("set-param", "no such parameter:"),
        ("set-param name=hash value=0", "a whole number from 1 to 4096, not 0"),
        ("level depth=x", "a whole number from 1 to 1024, not x"),
        ("level move-time=nan", "move-time is a number of seconds, not nan"),
        ("level time=1e99", "time is a number of seconds, not 1e99"),
        ('say "say', "arguments look like"),
    ],
)
def test_a_bad_line_is_answered_with_an_error(line: str, answer: str) -> None:
    said = talk(line)
    assert len(said) == 1
    assert read_hub_arguments(said[0].removeprefix("error "))["message"].startswith(answer), said


def test_levels_are_for_one_search_and_end_it_together() -> None:
    depths = ["level depth=9", "level nodes=1", "go think"]
    said = talk("pos", *depths)
    assert done(said)["move"]
    assert "depth=9" not in said[-2]
    said = talk("pos", "level depth=1", "level infinite", "go think", "pos", "level time=0 inc=0 moves=0", "go think")
    assert sum(line.startswith("done ") for line in said) == 2


def test_time_is_shared_out() -> None:
    assert share(60, 0, 30) == 2
    assert share(60, 0, 300) == 2  # a game is seldom longer than the moves that are reckoned with
    assert share(60, 1, 30) == 3
    assert share(10, 0, 1) == 8  # not all of it
    assert share(0.1, 2, 30) == pytest.approx(1.68)
    assert share(-0.5, 0, 30) == 0


def test_a_weak_level_answers_with_its_own_sight() -> None:
    said = talk("set-param name=level value=1", "pos", "level depth=9", "go think")
    assert done(said)["move"]
    assert not any("depth=" in line for line in said)


@pytest.mark.parametrize("go", ["go ponder", "go analyze", "go think"])
def test_without_a_limit_an_answer_waits_for_the_word_to_stop(go: str) -> None:
    said: list[str] = []
    protocol = HubProtocol(said.append, "1.2")
    for line in ("pos", "level infinite", go, "ping", "new-game"):
        protocol.handle(line)
    assert "pong" in said
    assert 'error message="a search is under way; say stop first"' in said
    assert not any(line.startswith("done") for line in said)
    protocol.handle("stop")
    assert done(said)["move"]
    assert sum(line.startswith("done") for line in said) == 1


def test_after_a_hit_it_thinks_with_its_limit_and_answers_once() -> None:
    said: list[str] = []
    protocol = HubProtocol(said.append, "1.2")
    for line in ("pos", "level depth=2", "go ponder", "ponder-hit"):
        protocol.handle(line)
    protocol.wait()
    assert done(said)["move"]
    assert sum(line.startswith("done") for line in said) == 1
    protocol.handle("ponder-hit")
    protocol.handle("stop")
    assert sum(line.startswith("done") for line in said) == 1


def test_a_game_goes_on_after_a_draw_that_nobody_has_claimed() -> None:
    position = "W" + "e" * 5 + "W" + "e" * 43 + "B"
    to_and_fro = " ".join(["6-1 50-45 1-6 45-50"] * 3)
    assert done(talk(f'pos pos={position} moves="{to_and_fro}"', "level depth=1", "go think"))["move"]


@pytest.mark.parametrize(
    "lines",
    [
        ("pos pos=W" + "b" * 20 + "e" * 30,),  # nothing left to move
        ("pos pos=Wbbb",),
        ("pos", "level depth=none"),
        ("pos", "set-param name=variant value=losing"),
    ],
)
def test_go_is_always_answered(lines: tuple[str, ...]) -> None:
    assert talk(*lines, "go think")[-1] == "done"


Ask = Callable[..., list[str]]
"""Gives lines to the engine, and returns what it says up to a line that begins with the first word."""


def play(ask: Ask, variant: str) -> None:
    """Play against moves by chance until the rules end the game."""
    chance, game = random.Random(7), Game.begin(find_ruleset(VARIANTS[variant]))
    assert ask("wait", "hub")[0].startswith("id name=Papan version=")
    assert ask("ready", f"set-param name=variant value={variant}", "new-game", "init") == ["ready"]
    before, played = hub_position(game), ""
    while not game.outcome:
        if game.ply % 2:
            before = hub_position(game)
            move = chance.choice(game.legal_moves)
            played = f' moves="{format_hub_move(game.ruleset, move)}"'
        else:
            move = read_hub_move(
                game, done(ask("done", f"pos pos={before}{played}", "level depth=1", "go think"))["move"]
            )
        game = game.play(move)
    assert game.ply > 20


def test_a_whole_game() -> None:
    said: list[str] = []
    protocol = HubProtocol(said.append, "1.2")

    def ask(last: str, *lines: str) -> list[str]:
        said.clear()
        for line in lines:
            protocol.handle(line)
        protocol.wait()
        assert said[-1].split(" ")[0] == last
        return said

    play(ask, "normal")


COMMAND = [sys.executable, "-m", "bot", "engine", "--hub"]


@deep("it is spoken without a process in the quick suite")
def test_the_command_speaks_it_through_pipes() -> None:
    lines = ("hub", "\N{BLACK HEART SUIT}", "init", f"pos pos={START}", "level depth=1", "go think", "quit")
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(COMMAND, input="\n".join(lines).encode(), env=environment, capture_output=True, check=True)
    said = ran.stdout.decode().splitlines()
    assert said[0].startswith("id name=Papan version=")
    assert said[said.index("wait") + 1].startswith('error message="no such command: ?')
    assert done(said)["move"]
    assert not ran.stderr


@deep("a game goes from start to end without pipes in the quick suite")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_through_pipes(variant: str) -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin
        assert engine.stdout
        assert engine.stderr
        given, taken = engine.stdin, engine.stdout

        def ask(last: str, *lines: str) -> list[str]:
            given.writelines(f"{line}\n" for line in lines)
            given.flush()
            said: list[str] = []
            while not said or said[-1].split(" ")[0] != last:
                line = taken.readline()
                assert line, said
                said.append(line.rstrip("\n"))
            return said

        play(ask, variant)
        given.write("quit\n")
        given.flush()
        assert engine.wait() == 0
        assert engine.stderr.read() == ""
