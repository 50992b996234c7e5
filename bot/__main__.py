"""The command line of Papan. ``papan`` alone runs the bot; the other commands look at games and at stored matches.

Those that need a database or a chat stand in ``bot/operating.py``, which is loaded for them only: it takes a second.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable

from bot import engine_tools, tools
from bot.arguments import command_line
from bot.complaint import Complaint


def main(argv: list[str] | None = None) -> int:
    """Run one command; give its exit status: 0, 1 for trouble, 2 for a wrong command line."""
    given = command_line().parse_args(argv)
    try:
        return _COMMANDS.get(given.command, _operate)(given)
    except Complaint as complaint:
        print(f"papan: {complaint}", file=sys.stderr)
        return complaint.status
    except BrokenPipeError:
        return 0


def _printed(command: Callable[[Namespace], Iterable[str]]) -> Callable[[Namespace], int]:
    def act(given: Namespace) -> int:
        for line in command(given):
            print(line)
        return 0

    return act


def _operate(given: Namespace) -> int:
    from bot import operating

    return operating.COMMANDS[given.command](given)


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "games": _printed(tools.games),
    "moves": _printed(tools.moves),
    "perft": _printed(engine_tools.perft),
    "show": _printed(tools.show),
    "render": _printed(tools.render),
    "analyse": _printed(engine_tools.analyse),
    "match": _printed(engine_tools.match),
    "engine": _printed(engine_tools.engine),
    "warm": _printed(engine_tools.warm),
    "tables": _printed(engine_tools.tables),
}


if __name__ == "__main__":
    sys.exit(main())
