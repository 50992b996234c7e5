"""The commands of the command line. ``papan`` alone runs the bot; the others look at games and at stored matches.

Those that need a database or a chat stand in ``bot/cli/operate.py``, which is loaded for them only: it takes a second.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import NoReturn

from bot.cli import games, search
from bot.cli.parser import command_line
from bot.foundation.errors import UserError


def run_command(argv: list[str]) -> int:
    """Run one command; give its exit status: 0, 1 for a failure, 2 for a wrong command line."""
    given = command_line().parse_args(argv)
    try:
        status = _COMMANDS.get(given.command, _operate)(given)
    except UserError as error:
        print(f"papan: {error}", file=sys.stderr)
        status = error.status
    except BrokenPipeError:
        status = 0
    if given.command == "run":
        _end_process(status)
    return status


def _end_process(status: int) -> NoReturn:
    """End a process in which everything has stopped in order, but a thread may still compile or search.

    Python would wait for that thread, and a compiler that is left running while the interpreter is taken down crashes.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


def _printed(command: Callable[[Namespace], Iterable[str]]) -> Callable[[Namespace], int]:
    def act(given: Namespace) -> int:
        for line in command(given):
            print(line)
        return 0

    return act


def _records(given: Namespace) -> Iterable[str]:
    from bot.cli import records  # with all that an analysis needs

    return records.records(given)


def _mine(given: Namespace) -> Iterable[str]:
    from bot.cli import mining  # with the computer player, as soon as there is a game

    return mining.mine(given)


def _operate(given: Namespace) -> int:
    from bot.cli import operate

    return operate.COMMANDS[given.command](given)


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "games": _printed(games.games),
    "moves": _printed(games.moves),
    "perft": _printed(search.perft),
    "show": _printed(games.show),
    "render": _printed(games.render),
    "records": _printed(_records),
    "analyse": _printed(search.analyse),
    "match": _printed(search.match),
    "engine": _printed(search.engine),
    "warm": _printed(search.warm),
    "tables": _printed(search.tables),
    "mine": _printed(_mine),
}
