#!/usr/bin/env bash
# caissify-pairings 0.5.0: whoever has missed two rounds counts as owed Black, and does not meet another such player.
#
# Its README asks for an entry "none" in color_hist for each round that somebody did not play. The engine takes two
# equal entries for two games with one side, so two late-comers with ["none", "none"] both have an absolute preference
# for Black, and may not be paired. Without these entries the same players are paired.
# Seen: of two players who have played nobody, each gets a bye.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check caissify-pairings==0.5.0 2>/dev/null
"$folder/venv/bin/python" - <<'PYTHON'
from caissify_pairings import generate_pairings


def third_round(history: list[str]) -> list[tuple[int, int | None]]:
    players = [
        {"id": number, "pairing_number": number, "score": 0.0, "color_hist": history, "float_history": ["none", "none"]}
        for number in (1, 2)
    ]
    return [(each["white_id"], each["black_id"]) for each in generate_pairings("dutch", players, set(), 3, 9)]


documented, without = third_round(["none", "none"]), third_round([])
print("with an entry for each round:", documented)
print("without entries:", without)
assert without == [(1, 2)]
assert documented != without, "missed rounds are no sides now"
PYTHON
