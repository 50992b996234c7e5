"""The commands of the command line and their options."""

import re
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import NoReturn

from renderer import THEMES

SETTING = "movetime=MS, depth=N, nodes=N, level=1..8, threads=N, tables=yes|no, several joined by commas"
ABOUT = "Papan keeps the board for traditional games of the Malay archipelago, in Discord, Telegram and a web room."

_ADDRESS = re.compile(r"(://[^:/@\s]*+):[^@\s]*+@?+")
"""A possible password in an address; it is one if an @ ends it."""


class _Parser(ArgumentParser):
    """A parser whose error messages quote the command line without the passwords in addresses of databases."""

    def error(self, message: str) -> NoReturn:
        super().error(_ADDRESS.sub(lambda found: f"{found[1]}:***@" if found[0][-1] == "@" else found[0], message))


class _ShowVersion(Action):
    """Prints the version and its commit and ends the program. They are looked up only then: that reads files."""

    def __call__(
        self,
        parser: ArgumentParser,
        namespace: Namespace,
        values: str | Sequence[object] | None,
        option: str | None = None,
    ) -> NoReturn:
        from bot.foundation.version import this_version

        print(f"papan {this_version()}")
        parser.exit()


def command_line() -> ArgumentParser:
    """The parser: every command with its options; ``command`` is ``run`` where none is named."""
    parser = _Parser(prog="papan", description=ABOUT, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version with its commit and end")
    parser.set_defaults(command="run")
    commands = parser.add_subparsers(metavar="COMMAND")

    def command(name: str, summary: str) -> ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary)
        added.set_defaults(command=name)
        return added

    def game_command(name: str, summary: str) -> ArgumentParser:
        added = command(name, summary)
        added.add_argument("ruleset", metavar="RULESET", help="a game by any of its names, see: papan games")
        added.add_argument("--position", metavar="TEXT", help="a position text; the start of the game if left out")
        return added

    command("run", "run the bot: on Discord and Telegram with tokens, in a local web room with none (default)")
    command("games", "list the rulesets")
    game_command("moves", "list the legal moves, sorted; --position - reads positions, a line each")
    perft = game_command("perft", "count the sequences of legal moves of a length")
    perft.add_argument("depth", metavar="DEPTH", type=int, help="number of plies")
    perft.add_argument("--divide", action="store_true", help="a count for each first move too")
    perft.add_argument("--kernel", action="store_true", help="count with the computer player's compiled generator")
    game_command("show", "show a position as text")
    picture = game_command("render", "draw a position as a PNG file")
    picture.add_argument("--last", metavar="MOVE", help="a move to play from the position and to draw")
    picture.add_argument("--view", default="white", metavar="SIDE", help="the side at the bottom: its name (the first)")
    picture.add_argument("--theme", default=THEMES[0], metavar="NAME", help=", ".join(THEMES))
    picture.add_argument("--size", default=720, type=int, metavar="PX", help="width of the picture (720)")
    picture.add_argument("--upright", action="store_true", help="stand a long board upright")
    picture.add_argument("-o", dest="output", required=True, metavar="FILE.png")
    read = command("records", "read the games in files, as PDN has them, and say of each how it was read")
    read.add_argument("files", metavar="FILE", nargs="+", help="in any usual encoding, of one game or several")
    read.add_argument("--game", metavar="RULESET", help="the game of those that name none")
    analysis = game_command("analyse", "look for the best move: a line for each depth, the move in the last line")
    analysis.add_argument("--seconds", type=float, default=2.0, metavar="S", help="how long (2)")
    duel = command("match", "play two settings of the computer against each other, openings balanced, sides swapped")
    duel.add_argument("first", metavar="A", help=SETTING)
    duel.add_argument("second", metavar="B", help="the other")
    duel.add_argument("--ruleset", required=True, metavar="RULESET", help="a game by any of its names")
    duel.add_argument("--games", type=int, default=20, metavar="N", help="how many (20)")
    duel.add_argument("--seed", default="1", help="chooses the openings (1)")
    driven = command("engine", "speak a line protocol of engines on standard input and output: uci, position, go, stop")
    driven.add_argument("--hub", action="store_true", help="speak Hub, the protocol of draughts programs, instead")
    command("warm", "compile the computer player ahead, so that no start has to")
    solve = command("tables", "solve endgames of few pieces ahead, so that the computer player knows how they end")
    solve.add_argument("rulesets", metavar="RULESET", nargs="*", help="games by any of their names; all if left out")
    command("check", "replay all stored matches and name every row that disagrees")
    command("backup", "copy the database into a new file, also while Papan runs").add_argument("file", metavar="FILE")
    restore = command("restore", "put what a backup holds into the database, while no Papan runs; then check it")
    restore.add_argument("file", metavar="FILE", help="made by: papan backup FILE")
    copy = command("copy", "copy one database into another, as from SQLite to PostgreSQL and back; then check the copy")
    copy.add_argument("source", metavar="FROM", help="its address, or where that stands: env:NAME, file:PATH")
    copy.add_argument("target", metavar="TO", help="the same for the other; stop the Papan that uses it")
    for overwriting in (restore, copy):
        overwriting.add_argument("--replace", action="store_true", help="even if the database holds matches: they go")
    command("adopt", "accept the database that is there now, after it was moved, restored or replaced")
    command("room-key", "make a new key of the web room's common room, and print it; the old one is void")
    command("mine", "look for puzzles in games that come on standard input; Papan starts it itself")
    command("health", "ask a running Papan whether it is well")
    return parser
