"""A position in the middle of each game, for pictures of it: the two players were the computer at a middle level.

A game shown by its start would often be an empty board, and say little of how it is played.
"""

from collections.abc import Mapping

MIDGAMES: Mapping[str, str] = {
    "main-tapal-empat": "1G1GG/T2GG/4T/3GG/GGGGG t G3 0 15",
    "tapal-empat-15": "G1GGG/1G1GG/T3G/1TGG1/1GGGG t - 0 15",
    "tapak-empat-1919": "G2GG/G3G/1TTG1/G1GG1/GGG1G g G9 1 16",
    "bagh-chal": "GGGGT/GT1TG/GGT1G/GG3/2GGG g G5 1 16",
    "bagh-chal-no-repeating": "GGGTG/GT1GG/G2GG/GTT1G/2GGG g G5 1 16",
    "rimau": "G1G/1GG/G1GG1/G2GG/TGGGG/2GGG/G4/3/1G1 t - 0 15",
    "rimau-rimau": "1GG/2G/1TGGG/2GGG/3GG/1T2G/2GG1/G1G/1G1 t - 0 15",
    "rimau-rimau-b": "G1G/2G/1G1GG/T2G1/2GGG/1TGGG/GG1GG/3/3 t - 2 15",
    "adugo": "GGGG1/GGGG1/GGG1G/1TGG1/5/3/3 t - 30 16",
    "adugo-single": "GGGG1/GGGG1/GGG1G/1TGG1/5/3/3 t - 30 16",
    "catch-the-hare": "T2G1/3G1/1GGG1/GGGG1/G2GG g - 30 16",
    "catch-the-hare-single": "T2G1/3G1/1GGG1/GGGG1/G2GG g - 30 16",
    "komikan": "5/5/T2/5/1G1G1/GG1GG/GG1G1/1GGG1 t - 30 16",
    "komikan-forward": "5/5/T2/3GG/1G2G/G1GGG/G1G2/G2G1 t - 30 16",
    "buga-shadara": "1/3/3TG/GGG2/GGG1G/GGGG1/1T2G/GG1/G t G1 0 16",
    "bagh-bandi": "2T1G/2GGG/1GGGG/1GGG{2}1/T2GG g - 18 16",
    "bagh-bandi-basirhat": "3/3/GG1GG/1G{6}GT1/1GG1T/1G{3}GG{6}1/GGGGG/3/3 t - 13 15",
    "sher-bakar": "1GGG1/1GGGG/2GGG/1TGG1/GT2G g - 20 16",
    "permainan-tabal": "mmm/1mm/m1mmm/1m2m/2M1M/m1MMM/5/MMM/MMM w - 8 14",
    "permainan-tabal-globe-joueur": "mmm/mm1/1m1mm/m2m1/2m2/M4/M1MMm/MMM/MMM w - 2 14",
    "dam-daman": "mmm/m2/2m1m/mmmm1/1mm1M/3MM/MMM1M/MM1/MMM w - 10 14",
    "sholo-guti": "mmm/mmm/m1mmm/1mm1m/M3M/M1M1M/1MMMM/MMM/MMM w - 11 14",
    "sixteen-soldiers": "mmm/mmm/mm1mm/1m3/2m1M/MMM2/1MM1M/M1M/MMM w - 13 14",
    "sixteen-soldiers-huff": "mmm/mmm/mm1mm/mm3/M3m/M4/2MMM/MMM/MMM w - 0 14",
    "alquerque": "mmmm1/2m1m/M3M/1M2M/2M1M w - 9 14",
    "alquerque-huff": "mmmm1/5/M4/MMm1M/4M w - 0 14",
    "alquerque-bell": "m1M1M/4M/1mm2/M3M/M2M1 w - 3 14",
    "alquerque-free": "m1mmm/mmmmm/M2MM/MM1MM/1MM1M w - 15 14",
    "dama-comoros": "1mm2/m4/1mm2/4M/M2MM w - 0 14",
    "dama-comoros-strict": "mm2m/4m/2m1M/4M/1MM1M w - 0 14",
    "game-of-solomon": "1/5/Mm/1m1/2/3M1/1 w - 4 14",
    "malaysian-checkers": "mmmmmm/mmm1mm/mmmmmm/mm2mm/2m3/mm1m2/1M2mm/MMMM2/MM1MMM/MMMM1M/MMMMM1/MMMMMM w - 8 14",
    "malaysian-checkers-8": "1mmm/mmm1/3m/3M/M1MM/Mm2/2M1/M2M w - 9 14",
    "malaysian-checkers-strict": (
        "mmmmmm/m1mmmm/mmmmmm/1mmmm1/4m1/1mm3/3MMm/1MM1M1/MMM1M1/MMM1MM/MM1MMM/MMMMMM w - 10 14"
    ),
    "malaysian-checkers-8-strict": "m3/1mmm/1m1m/m3/1M1m/M1MM/1MM1/MM2 w - 3 14",
    "main-dam": "m2m/mmm1/4/M1mm/m1m1/1MM1/MM1M/MM2 w - 0 14",
    "international-draughts": "m1m1m/mmmmm/mm2m/1mmm1/1m2m/MmM2/2MMM/M1MMM/MMMM1/MMM1M w - 2 14",
    "english-draughts": "m1m1/mm1m/2mM/1M2/mM1m/M1M1/1MM1/M1M1 b - 10 14",
    "russian-draughts": "m2m/mm1m/m1mm/Mm2/MMm1/M1M1/1M2/MMM1 w - 0 14",
    "brazilian-draughts": "1m1m/mm1m/m2m/mm2/1Mm1/MMMM/MM1M/M3 w - 0 14",
    "canadian-draughts": "mmmmmm/mm1mmm/1mm1mm/mmmm1m/m1mmmm/2Mm2/1M2M1/MmM2M/M3M1/MMMMMM/MMMMMM/MMMMMM w - 0 14",
    "dama-kenya": "8/mm1mmmmm/m1m1m3/m1mm4/MM1m2M1/M1MMM1M1/M1MMM1MM/8 w - 10 14",
    "omnidirectional-draughts": "mmmmmm1m/1mm1mmmm/2mm2mm/1m2m3/M7/2MM1mMM/1M1MM1MM/MMMMMM1M w - 0 14",
    "omnidirectional-draughts-6": "m1m2m/mm3m/2m2m/M4M/MM3M/MM3M w - 2 14",
    "omnidirectional-draughts-10": (
        "mmmmmmmm1m/mm1mmmmmmm/mm1mmmmmmm/mm3m1mmm/2M7/M2MM1m3/8M1/1MMM3MMM/MMMMMMMMMM/MMMMMMMMMM w - 0 14"
    ),
    "dutch-queens-1805": "1k1k1k3k/m1m1m3m1/3m6/m7m1/7m2/10/3M1M1M2/k1M1M1M3/1M3M3K/K1K1K5 w - 0 14",
    "dutch-queens-20": "1k1k1k3k/m1m1m1k1m1/1m1m1m3m/m7m1/10/m3M5/3M1M1m2/M1M1M1M3/1M1M1M3K/K1K1K5 w - 0 14",
}
"""By the keys of the rulesets, each as a position is written (``engine.position``)."""
