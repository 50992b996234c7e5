#!/usr/bin/env bash
# py-draughts 1.10.1: its American checkers (GameType 23) let a capture be declined, and White begins.
#
# The federations' rules of English draughts make every capture compulsory, and the side with the
# dark men begins. The library offers the quiet move beside the capture and gives White the first move, so about a
# fourth of the random games that it writes as [GameType "23"] cannot be read by a program that keeps those rules.
# Seen: 18-15 is legal beside 18x9; at the start White is to move.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check py-draughts==1.10.1 2>/dev/null
"$folder/venv/bin/python" - <<'PYTHON'
from draughts import AmericanBoard, Color, RussianBoard

start = AmericanBoard()
american = {str(move) for move in AmericanBoard.from_fen("W:W18:B14,1").legal_moves}
russian = {str(move) for move in RussianBoard.from_fen("W:W18:B14,1").legal_moves}
print("American, White man on 18, Black men on 14 and 1:", sorted(american))
print("Russian, the same squares:", sorted(russian))
print("first to move:", start.turn)
assert american == {"18-15", "18x9"}, "captures are compulsory now"
assert russian == {"18x9"}
assert start.turn == Color.WHITE, "the dark side begins now"
PYTHON
