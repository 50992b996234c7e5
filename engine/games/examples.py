"""Example positions of the games, as the documents and the rules show them: captures, promotions, ways to end."""

from engine.example import Example

_SHIELD = "3/3/3m1/2m1m/K1m2/5/5/3/3 w"
_FORFEIT = "4/4/2m1/4/mm2/1M1m/3M/M3 w"

EXAMPLES = {
    "bagh-chal-capture": Example("bagh-chal", "GGGGG/1GG1G/1GGTG/GTTGG/GGGGT t", "b2xd4"),
    "bagh-chal-shut-in": Example("bagh-chal", "TGGGT/GGGGG/GGG1G/GGGGG/TGGGT t"),
    "rimau-row": Example("rimau", "3/3/5/2G2/2G2/2G2/2T2/1GG/1GG t G9 0 1", "c3xc7"),
    "rimau-rimau-opening": Example("rimau-rimau", move="~b4,~c5,~d6,c3@a9"),
    "adugo-capture": Example("adugo", "1GGGG/GGGGG/G1G1G/3G1/1TG2/3/3 t", "b3xd3xd5xb5"),
    "adugo-lair": Example("adugo", "GGGGG/G3G/1G1G1/2G2/2G2/1G1/GTG t"),
    "hare-capture": Example("catch-the-hare", "5/TG1G1/GG3/1G2G/1GGGG t", "a4xc4xe4"),
    "hare-caught": Example("catch-the-hare", "TGG2/GGG2/GGG2/1G1G1/1G1G1 t"),
    "soldiers-capture": Example("sixteen-soldiers", "1mm/1m1/1m1m1/mM3/2M1M/MM1M1/M1MMM/MMM/MM1 b", "a6xc6xc4xe4xe6"),
    "soldiers-stop": Example("sholo-guti", "mmm/mmm/mmmmm/mmmmm/2M1M/MM1M1/MMMMM/MMM/MMM b"),
    "alquerque-capture": Example("alquerque", "m1m2/m4/m3m/MMM2/1M3 b", "a3xa1xc1xc3xa1"),
    "alquerque-rest": Example("alquerque-bell", "M4/m4/1M3/2m2/3m1 w"),
    "dam-daman-king": Example("dam-daman", "m1m/3/2k2/5/5/2M2/1M3/3/MMM b", "c7xc3xa3"),
    "dam-daman-crowned": Example("dam-daman", "1k1/3/5/5/2m1m/1M3/5/3/MMM w", "b4xd6"),
    "komikan-capture": Example("komikan", "5/5/1T1/2G1G/G4/1GG1G/3G1/GG1GG t", "e10xe7xe3"),
    "komikan-tower": Example("komikan", "TGG2/G4/G2/1G1G1/2G2/G1G1G/1G3/3G1 t"),
    "buga-capture": Example("buga-shadara", "1/3/2G2/2T2/5/1GGG1/5/1GT/1 t G8 0 1", "c6xc8"),
    "buga-full-win": Example("buga-shadara", "T/GGG/2G2/2G2/1G1G1/2G2/2G2/GGG/T t"),
    "bagh-bandi-capture": Example("bagh-bandi", "3G1/1G{2}1G{4}1/4T/1G{3}1G1/2T2 t", "c1xa3xc5xe5xc3"),
    "sher-bakar-join": Example("sher-bakar", "2T2/1G{4}1G{5}1/1G3/1G{4}1G{5}1/2T2 g", "b3-b4"),
    "main-dam-choice": Example("main-dam", "m2m/m1mm/3m/4/2Mm/mM2/2M1/M1kM b"),
    "kenya-crowned": Example("dama-kenya", "5m2/3m4/3M4/8/8/8/8/8 w", "d6xd8xg8"),
    "kenya-king-first": Example("dama-kenya", "8/2m5/2M5/8/3m4/2M5/8/K3m3 w"),
    "comoros-king": Example("dama-comoros", "5/5/m4/1m3/K2M1 w"),
    "comoros-forfeit": Example("dama-comoros", "5/2m2/1mM2/5/M4 w", "a1-a2"),
    "solomon-capture": Example("game-of-solomon", "m/mm1mm/2/1m1/M1/1MMMM/M w", "c3xg5"),
    "solomon-crowned": Example("game-of-solomon", "1/2mmM/2/mMM/2/m1m1M/1 w", "e4xe7"),
    "omni-capture": Example("omnidirectional-draughts", "8/1m2m3/8/1m1m4/2M5/8/8/8 w", "c4xe6xe8"),
    "omni-king": Example("omnidirectional-draughts", "8/8/3m4/2M5/8/8/1m6/K7 w", "a1xf6xa6"),
    "dutch-crowned": Example("dutch-queens-1805", "10/6K3/10/10/10/3m6/10/10/10/9k w", "g9-f10"),
    "dutch-great-queen": Example("dutch-queens-1805", "1S8/10/10/1m6m1/10/10/10/1s8/10/10 w", "b10xb5xb1"),
    "dam": Example(
        "dam", "5m/mmm1mm/mmmm1m/mmmmmm/mmmmMm/mmmM2/MmM1Mm/MMMM1M/MMMMMM/MMMMM1/MMMM2/M2M2 b", "i9xk7xi5xk3"
    ),
    "dam-captures": Example("dam-8", _FORFEIT),
    "dam-forfeit": Example("dam-8", _FORFEIT, "a1-b2!"),
    "dam-king": Example("dam", "6/6/6/6/6/6/mm4/6/m5/1m4/6/K5 w"),
    "tabal": Example("tabal", "mmm/mm1/1mm1m/mm2m/mM2M/M2MM/M1MMM/MM1/MMM b", "b6xb4xd2"),
    "tabal-at-once": Example("tabal", _SHIELD, "a5xe5xe7xc7xc1"),
    "tabal-shield": Example("tabal-gj", _SHIELD, "a5xe5xe7xc7"),
    "tapal": Example("tapal", "1GG1G/T3G/GGG1G/GTGGG/2GGG t", "b2xd4"),
    "tapal-leaps": Example("tapal", "T2G1/2G2/2TGG/1G3/5 t"),
    "tapal-shut-in": Example("tapal", "2GGG/G3G/G1G2/TGG2/TGG2 t"),
    "draughts": Example("international", "2m2/mmmm1/2mmm/1mmmm/1mmMm/mmmMM/MMMMM/MMMMM/M1MM1/M4 w", "d4xb6xd8xb10"),
}
"""Each by the name that its picture has in the documents."""
