#!/usr/bin/env bash
# caissify-pairings 0.5.0: of two who are owed the same side, the smaller number gets it, not whoever has more points.
#
# FIDE Handbook, C.04.3 (in force since 1 February 2026): article 5.2.4 grants the preference of the higher ranked
# player, and article 1.2 ranks players by score, and by number only among equals. The library compares the numbers
# alone, so in a pair of a player who floats down sides are the wrong way round. bbpPairings follows the text.
# Seen: number 2 with half a point has White against number 5 with one point; both had Black in their only game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check caissify-pairings==0.5.0 2>/dev/null
"$folder/venv/bin/python" - <<'PYTHON'
from caissify_pairings import generate_pairings

# Of six, 2 and 5 are to be paired next: 2 has drawn with 6, and 5 has beaten 1, both with Black.
players = [
    {"id": number, "pairing_number": number, "score": score, "color_hist": [side], "float_history": ["none"]}
    for number, score, side in [(2, 0.5, "black"), (5, 1.0, "black")]
]
(pairing,) = generate_pairings("dutch", players, {(1, 5), (2, 6)}, 2, 4)
print(f"White: {pairing['white_id']}, Black: {pairing['black_id']}")
assert pairing["white_id"] == 2, "the player with more points has White now"
PYTHON
