"""Asks a running Papan whether it is well. A container does that every half minute, so this loads very little."""

import json
from http.client import HTTPConnection, HTTPException

ANSWER_WITHIN = 4.0
"""Seconds in which the page answers; whoever asks waits one more."""
WELL = "ok"


def ask(host: str, port: int) -> str:
    """The answer of a running Papan's page: ``WELL``, or what is wrong in a few words."""
    connection = HTTPConnection(host, port, timeout=ANSWER_WITHIN + 1)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        status, text = response.status, response.read()
    except (OSError, HTTPException) as error:
        return f"no answer: {error}"
    finally:
        connection.close()
    try:
        return str(json.loads(text)["status"])
    except (ValueError, KeyError, TypeError):
        return f"no answer: {status} {response.reason}"


def report(host: str, port: int) -> int:
    """Print the answer; give the exit status: 0 where Papan is well, else 1."""
    said = ask(host, port)
    print(said)
    return 0 if said == WELL else 1
