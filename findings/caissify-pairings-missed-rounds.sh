#!/usr/bin/env bash
# caissify-pairings 0.5.0: whoever has missed two rounds counts as owed Black, before all who have played White.
#
# Its README asks for an entry "none" in color_hist for each round that somebody did not play. The engine takes two
# equal entries at the end for two games with one side, so a late-comer with ["none", "none"] has an absolute preference
# for Black. The FIDE Handbook, C.04.3, article 1.7, gives somebody who has played nobody no preference at all.
# Seen: 2 has White a second time against 1, who has played nobody. Without the entries 2 has Black.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check caissify-pairings==0.5.0 2>/dev/null
"$folder/venv/bin/python" - <<'PYTHON'
from caissify_pairings import generate_pairings


def third_round(late: list[str], other: list[str]) -> tuple[int, int]:
    players = [
        {"id": number, "pairing_number": number, "score": 0.0, "color_hist": sides, "float_history": ["none", "none"]}
        for number, sides in [(1, late), (2, other)]
    ]
    (pairing,) = generate_pairings("dutch", players, {(2, 3)}, 3, 9)
    return pairing["white_id"], pairing["black_id"]


documented, without = third_round(["none", "none"], ["none", "white"]), third_round([], ["white"])
print("with an entry for each round, White and Black:", documented)
print("without entries for missed rounds:", without)
assert without == (1, 2)
assert documented == (2, 1), "missed rounds are no sides now"
PYTHON
