"""The program ``papan``."""

import os
import signal
import sys


def main(argv: list[str] | None = None) -> int:
    """Run one command; give its exit status: 0, 1 for a failure, 2 for a wrong command line."""
    given = sys.argv[1:] if argv is None else argv
    if given in ([], ["run"]):
        _may_be_ended()
    if given == ["health"] and (status := _health()) is not None:
        return status
    from bot.cli.commands import run_command

    return run_command(given)


def _may_be_ended() -> None:
    """Let SIGTERM and Ctrl-C end a start at once, until ``serve`` ends it in order; nothing is begun before that.

    The first process of a container gets no signal for which it has no handler, and it takes a second to load the rest.
    """

    def end(number: int, frame: object) -> None:
        os._exit(0)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


def _health() -> int | None:
    """``papan health`` for containers, which ask every half minute: it loads neither the parser nor the settings.

    None where the environment has no address that can be used; the settings then say where it is, or what is wrong.
    """
    from urllib.parse import urlsplit

    from bot.foundation.monitoring.probe import report

    try:
        written = urlsplit("//" + os.environ["PAPAN_HEALTH"].strip())
        host, port = written.hostname, written.port
    except (KeyError, ValueError):
        return None
    return report(host, port) if host and port else None


if __name__ == "__main__":
    sys.exit(main())
