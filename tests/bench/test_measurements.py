"""Every measurement of ``python -m bench`` works at its smallest size, and prints what it promises to print."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import TOPICS, main
from engine.games import rulesets

ROOT = Path(__file__).parents[2]
MS = r"\s+[\d.]+ ms"
COST = r"\s+[\d.]+ ms\s+[\d.]+ KB"
KB = r" [\d.]+ kB"
VISITED = ("the lobby", "from the lobby to the first board", "a board alone")
DATABASES = ("SQLite", "PostgreSQL")
PLATFORMS = ("Discord", "Telegram")
APP = ("Telegram", "Discord", "both", "page", "channel", "frame")
PAIRS = (("two by panels", 2), ("three matches", 6))
EXPECTED: dict[str, list[str]] = {
    "perft": [rf"{ruleset.key} +1 +[1-9]\d* +[1-9][\d,]*" for ruleset in rulesets()],
    "kernel": [
        r"permainan-tabal +\d+ +[1-9]\d{3} +[\d.]+ / [\d.]+ +0\.\d+ +\d+ +\S.*",
        r"permainan-tabal( +[1-9]\d* +\d+\.\d\d +-?[\d.]+){2}",
    ],
    "tablebase": [r"1 positions of 3 pieces.*", r"permainan-tabal +\d+ +[1-9][\d,]+ +1 +[01]"],
    "answers": [
        *(rf"{key} +2 +[1-9]\d*( +\d){{5}} +[\d.]+" for key in ("permainan-tabal", "main-tapal-empat")),
        r"in all +4",
        *(rf"{key} +[1-9]\d+  [a-z].*" for key in ("permainan-tabal", "main-tapal-empat")),
    ],
    "film": [
        r"films of 3 turns, 400 pixels wide: processor time and size, medians of 1",
        r"malaysian-checkers: drawing \d+ ms",
        *(rf"  {writer} +\d+ ms +[1-9]\d* KiB" for writer in ("Papan GIF", "Pillow GIF", "Pillow WebP")),
    ],
    "pictures": [
        *(rf"{name}({COST}){{3,4}}" for name in ("main-tapal-empat", "bagh-bandi", "malaysian-checkers-8", "all")),
        r"names in Tamil and Jawi letters: \d\.\d\d of that with Latin ones",
        r"first picture of a kind, caches empty: [1-9]\d* ms",
        r"from the start of Python to the first picture: [1-9]\d* ms",
    ],
    "events": [rf" *{name} +{matches} +2( +[1-9]\d*){{3}}" for name in PLATFORMS for matches in (1, 2)],
    "room": [
        r"first paint of the lobby: median [1-9]\d* ms, worst [1-9]\d* ms",
        *(rf"{part}: without pictures{KB}, pictures{KB}, all{KB}; over the socket{KB}" for part in VISITED),
        r"2 matches, 3 moves, from a touch to the other's board: median [1-9]\d* ms, p95 [1-9]\d* ms, worst \d+ ms",
        r"a page with 6 open matches: [\d.]+ MB of JavaScript, [1-9]\d* nodes",
        r"  [\d.]+ % of a processor while nobody moves",
        *(rf"  after {moves} moves: [\d.]+ MB of JavaScript, [1-9]\d* nodes" for moves in (8, 40)),
    ],
    "app": [rf"{name} +[1-9]\d* ms median +[1-9]\d* ms p95" for name in APP],
    "simuls": [
        r"30 boards, +[0-9]+ moves of the host: +[0-9.]+ touches a move",
        r"to the next board: median +[0-9]+ ms, 95 of 100 within +[0-9]+ ms, longest +[0-9]+ ms",
        r"boards that came: +[0-9]+; how often each: +[0-9]+ to +[0-9]+",
    ],
    "villages": [
        *(rf"{name} +2( +[1-9]\d*){{3}}" for name in ("calm", "beside villages")),
        r"beside the villages an ordinary board takes [\d.]+ times as long, the median of 1 turns",
        r"2 villages, \d+ votes in \d+ s: \d+ turns of theirs were shown, [\d.]+ a second",
        r"all at once: 2 votes closed and shown in [\d.]+ s, [\d.]+ a second",
    ],
    "voters": [
        *(rf"{name} +2( +[1-9]\d*){{3}}" for name in ("calm", "beside the votes")),
        r"beside the votes an ordinary board takes [\d.]+ times as long, the median of 1 turns",
        r"4 votes in [\d.]+ s: the board voted on was edited at most \d times",
    ],
    "swiss": [
        r"round 2 of 6 people: median [\d.]+ s, worst [\d.]+ s",
        *(
            rf"{name} +the loop is late by [\d.]+ ms, 99 of 100 within [\d.]+ ms"
            for name in ("without it", "while it is paired")
        ),
    ],
    "touches": [
        *(rf"{key} +6( +[\d.]+){{6}}" for key in ("main-tapal-empat", "tapal-empat-15")),
        "rulesets whose median is above two: none",
        "turns without a choice of more than two: none",
    ],
    "presses": [rf"{key} +[1-9]\d*{MS} +(loop|thread){MS}  \S.*" for key in ("main-tapal-empat", "dutch-queens-20")],
    "calls": [
        *(rf" *{name}  group, (typed|by command) +[1-9]\.0 +\S.* 1\.0.*" for name in PLATFORMS),
        *(rf" *{name}  group, by panel +[1-9]\d?\.0 +2\.0  \S.*" for name in PLATFORMS),
        *(rf" *{name}  private, computer, typed +[1-9]\.0 +\S.*" for name in PLATFORMS),
    ],
    "pair": [rf"{name} +{moves} +\d+\.\d\d +\d+\.\d\d +\d+" for name, moves in PAIRS],
    "crowded_group": [
        r"7 matches, [1-9]\d* moves in 20 s",
        r"messages and edits in the busiest minute: (20|1?\d); refused by Telegram: 0",
        r"from a move to its board: median [\d.]+ s, worst [\d.]+ s",
        r"from the end of a match to its board: [\d.]+ s, until the other is told: [\d.]+ s",
        r"until somebody is called to a match that stands: \d+ s(, \d+ s){4}; told of several at once: \d+",
        r"due and never told: 0",
    ],
    "ended_invitations": [
        r"40 invitations ended, a quarter each by their host, their guest, time and a ban",
        r"all say so, and all are told, after [\d.]+ minutes; refused for their number: 0",
        r"requests in the 5 minutes after that: 0",
        r"photos forbidden: from a move to its board as text: [\d.]+ s",
    ],
    "floor": [rf" *{name} +[1-9][\d.]* +[1-9][\d.]* +\d+\.\d\d" for name in PLATFORMS],
    "path": [rf"{way}( +[1-9]\d*){{4}}" for way in ("Telegram, a reply", "Discord, a press", "the room, a line")],
    "history": [
        *(rf"{name}: 200 finished matches, written in \d+ s" for name in DATABASES),
        r"  SEARCH matches USING (COVERING )?INDEX ix_matches_seat_0 .*",
        r"  +(->  )?Limit .*",
        *(rf"{name} +{kind}{MS}" for name in DATABASES for kind in ("first page", "last page", "rare opening")),
    ],
    "load": [
        *(rf"{name}: 4 matches" for name in DATABASES),
        *(rf" +{rate} +\d+ +[1-9]\d* +\d+({MS}){{8}} +\d+ %" for rate in (10, 20)),
        r"resident memory in MB, each 0.4 s: [1-9]\d*(, [1-9]\d*){2,}",
        r"matches that do not stand as played: 0",
        *(rf"papan check on {name}: 0 problems" for name in DATABASES),
    ],
    "thinking": [
        *(rf"{searches} searches under way({MS}){{3}}" for searches in (0, 2)),
        *(rf"{name} +[\d.]+ s +[1-9]\d+ MB +[\d.]+ s +[1-9]\d+ MB" for name in ("without a cache", "warm cache, 1")),
    ],
    "mining": [
        *(rf" *{name} +(off|mining) +2( +[1-9]\d*){{3}}" for name in PLATFORMS),
        *(
            rf" *{name}: with mining a board takes \d+\.\d\d times as long, (within|NOT WITHIN) 5 %"
            for name in PLATFORMS
        ),
    ],
    "commits": [rf" +{matches} +[1-9]\d* +[\d.]+ +[\d.]+" for matches in (1, 2)],
    "races": [rf"{name} +0 +0 +0" for name in ("two moves", "delete and move")],
    "growth": [rf"{name} +{size}({MS}){{6}}" for name in DATABASES for size in (1, 10)],
    "top": [rf"{name} +{members} +{members // 5}({MS}){{14}}" for name in DATABASES for members in (1, 20)],
    "processes": [
        r"4 processes, 4 matches on two platforms, 16 moves, one process killed",
        r"0 matches lost or doubled a move, 0 views behind",
        r"0 boards and 0 pings too many",
        r"3 processes live, 0 leases are left with the dead",
        r"typed again \d+ times; from typing to the board: median \d+ ms, p99 \d+ ms, worst \d+ ms",
        r"papan check finds nothing wrong",
    ],
    "floods": [rf"{kind}({MS}{MS}( +\d+\.\d\d){{2}}){{2}} +\d+ %" for kind in ("say", "turn")],
    "crowds": [
        r"(calm|2 onlookers|  once they are gone|/games)( +[\d.]+){4}",
        r"stopped beside the first crowd: \d\.\d\d s, exit 0",
    ],
    "proxy": [
        *(rf"another comes in at {where} address( +\d+\.\d\d s \w+){{2}}" for where in ("the same", "another")),
        r"3 people: [1-9]\d* moves a second, \d+\.\d\d s median each",
    ],
    "idle": [rf"{scene} +[\d.]+ %" for scene in ("just started", "rematch with the computer")],
    "soak": [
        r" +[1-9]\d* +\d+\.\d\d +[1-9]\d* +[\d.]+ %",
        r"after all have left: [\d.]+ %",
        r"SIGTERM: status 0 after \d\.\d\d s",
    ],
    "stops": [rf"{name} +\d+\.\d\d s, (within|NOT WITHIN) 5 s, exit 0" for name in ("idle", "windows")],
    "freezes": [
        r"2 times 8 s, [12] of them with transactions left open",
        r"[1-9]\d* moves acknowledged, 0 lost, 0 doubled",
        r"0 boards showed what is not stored, 0 are behind",
        r"worst wait of the other process: \d+\.\d s; \d+ moves put off",
        r"papan check finds nothing wrong",
    ],
    "clocks": [
        *(rf"{name}: 200 matches" for name in DATABASES),
        r"  what (is due|falls due next) is found (NOT )?(by its index|BY ITS INDEX):",
        r"  nothing is due: a sweep takes [\d.]+ ms, a beat [\d.]+ ms \(medians of 2\)",
        r"  a live match is lost \d+ ms late, at worst \d+ ms \(of 2\)",
    ],
    "clock_kills": [
        r"(PostgreSQL, two processes|SQLite, one process): [3-9] kills",
        r"  \d+ matches lost on time, 0 of them for what passed while none lived",
        r"  \d+ times a turn was over, 0 of them again",
        r"  papan check finds nothing wrong",
    ],
    "week": [
        r"1 days, 12 people, [1-9]\d* matches, [1-9]\d* messages",
        r"of one turn at most: [0-2] reminded and last call",
        r"of one turn at most: [0-2] nudged",
        r"Adi \(Asia/Kuala_Lumpur, quiet 23-07, told here\): [1-9]\d*; a day: median [\d.]+, worst [1-9]\d*",
        r"  moved +[1-9]\d*: \d+ in the group, \d+ in private;( \d\dh[1-9]\d*)+",
        r"nobody was told anything at night, while away, twice, or too often",
    ],
    "notice_kills": [
        r"(PostgreSQL, two processes|SQLite, one process): [3-9] kills; [1-9]\d* notices due, \d+ of them overtaken.*",
        r"  [1-9]\d* told \(.*[1-9]\d* turns and other\), \d+ of them by a process begun after they were due",
        r"  told twice: 0 of \d+ on Discord, \d+ of \d+ on Telegram; never told: 0",
        r"  on Telegram: \d+\.\d a second told by a process; told twice in \d of [3-9] kills",
        r"  papan check finds nothing wrong",
    ],
    "watchers": [rf" +{windows} +2 +[\d.]+ +[\d.]+ +-?\d+" for windows in (0, 2)],
    "board_kills": [
        r"3 kills; sent \d+ begin, [1-9]\d* turn, \d+ wish; \d+ of them were under way at a kill",
        r"  [1-9]\d* acted, \d+ were told not to be done, 0 were never answered",
        r"  0 lost, 0 doubled, 0 acted though told not to be done",
        r"  papan check finds nothing wrong",
    ],
    "crash": [
        *(rf"{name}, kill -9: 3 times, [1-9]\d* moves acknowledged" for name in DATABASES),
        r"PostgreSQL, the server stopped at once: 1 times, [1-9]\d* moves acknowledged",
        r"  0 lost, 0 doubled, 0 boards showed what is not stored",
        r"  \d+ views were behind afterwards and caught up, 0 did not",
        r"  papan check finds nothing wrong",
    ],
}
"""The lines that each measurement has to print, as regular expressions; a blank one is none."""


def test_every_measurement_is_known_here() -> None:
    assert EXPECTED.keys() == TOPICS.keys()


def test_a_measurement_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "perfts"]) == 2
    assert "no measurement is called perfts" in capsys.readouterr().err


@pytest.mark.deep("runs a whole measurement")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", TOPICS)
def test_it_prints_its_figures(name: str) -> None:
    command = [sys.executable, "-m", "bench", "--smallest", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    missing = [each for each in EXPECTED[name] if not any(re.fullmatch(each, line) for line in lines)]
    assert not missing, done.stdout
