#!/usr/bin/env bash
# pydraughts 0.6.7: of 8x8 games its Hub position has Black where its own moves have White.
#
# The protocol Hub has a letter for each square in the order of the numbers, and moves by those numbers. HubEngine.play
# sends the position as the library keeps it inside, with Black on 1 to 12 and White to move, and beside it moves
# numbered as the game numbers its squares. An engine that checks moves finds one of the other side's men and refuses
# the line; one that does not plays another game. In international draughts both agree.
# Seen for Russian draughts: pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="9-13".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pydraughts==0.6.7 2>/dev/null
"$folder/venv/bin/python" - <<'PYTHON'
import re
from types import SimpleNamespace

from draughts import Board
from draughts.engine import HubEngine


class Sent(Exception):
    """The line that an engine would have been given."""


class Listener(HubEngine):
    def __init__(self) -> None:
        """No program is started."""

    def send(self, line: str) -> None:
        raise Sent(line)


def line_after_one_move(variant: str) -> str:
    board = Board(variant=variant)
    board.push(board.legal_moves()[0])
    limit = SimpleNamespace(time=1, inc=0, depth=None, nodes=None, movetime=None)
    try:
        Listener().play(board, limit, ponder=False)
    except Sent as sent:
        return str(sent)
    raise AssertionError("nothing was sent")


for variant in ("standard", "russian", "brazilian", "english"):
    line = line_after_one_move(variant)
    turn, squares, start = re.fullmatch(r'pos pos=([WB])([wbWBe]+) moves="(\d+)-\d+"', line).groups()
    agree = squares[int(start) - 1].upper() == turn
    print(f"{variant}: {line}\n  {turn} is to move, on {start} stands {squares[int(start) - 1]}")
    assert agree == (variant == "standard"), f"{variant} is another case now"
PYTHON
