"""The texts that the rules of the games are taken from, by readable names; docs/rules/sources.md lists them too."""

from engine.ruleset import Source

RULING = Source("a ruling of Papan, where the sources are silent or disagree", "docs/rules/README.md#rulings")
CUSTOM = Source("the custom of draughts players; no rule text was read for it", "docs/rules/draughts.md#custom")

# Permainan-Tabal
WIKIPEDIA_TABAL = Source("Wikipedia, Permainan-Tabal", "en.wikipedia.org/wiki/Permainan-Tabal")
LUDII_PORTAL_TABAL = Source("Ludii Portal, Permainan-Tabal", "ludii.games")
GLOBE_JOUEUR = Source("Le Globe Joueur, Permainan tabal (in French)", "leglobejoueur.com")
WINTHER_TABAL = Source("M. Winther, Permainan-Tabal", "mlwi.magix.net/bg/permainan.htm")
LUDII_TABAL = Source("Ludii, the program of Permainan-Tabal", "war/leaping/lines/Permainan-Tabal.lud")
LUDII_TABAL_BOARD = Source(
    "Ludii, the board of an alquerque with two triangles",
    "Common/res/def/equipment/graph/AlquerqueGraphWithBottomAndTopTriangles.def",
)
LUDII_PROMOTION = Source(
    "Ludii, the definition of promotion", "Common/res/def/rules/play/moves/promotion/PromoteIfReach.def"
)
SIXTEEN_SOLDIERS_TABLE = Source(
    "a program of Sixteen Soldiers, whose board has the same 76 edges", "its table of neighbours, in Python"
)

# Main tapal empat
WIKIPEDIA_TAPAL = Source("Wikipedia, Main tapal empat", "en.wikipedia.org/wiki/Main_tapal_empat")
WIKIPEDIA_TAPAL_2015 = Source(
    "Wikipedia, Main tapal empat as it stood in 2015", "read in the mirror the-uncensored-wiki.com"
)

# Malaysian checkers
WIKIPEDIA_CHECKERS = Source(
    "Wikipedia, Malaysian/Singaporean checkers", "en.wikipedia.org/wiki/Malaysian/Singaporean_checkers"
)
WIKIPEDIA_CHECKERS_MIRRORS = Source(
    "scraps of an older table of Wikipedia on mirrors, which are little to be trusted", "music-plugin.ru, lenty66.ru"
)
ROBINSON_1904 = Source(
    "Robinson 1904 on Dum Blas, as told by Ludii", "war/leaping/diagonal/Dum Blas.lud; ludii.games, game 1044"
)
WILKINSON_1915 = Source("Wilkinson 1915 on Main Dam, as told by Ludii", "war/leaping/diagonal/Main Dam.lud")
FMJD = Source("World Draughts Federation (FMJD), official rules, read in part", "docest.com/355197; e-dama.net")

# Draughts
LUDII_INTERNATIONAL = Source("Ludii, International Draughts", "war/leaping/diagonal/International Draughts.lud")
LUDII_CANADIAN = Source("Ludii, Canadian Draughts", "war/leaping/diagonal/Canadian Draughts.lud")
LUDII_ENGLISH = Source("Ludii, English Draughts", "war/leaping/diagonal/English Draughts.lud")
INTERNATIONAL_DRAWS = Source(
    "International draughts, section 6 on draws, read in part", "wiki.niidae.com/International_draughts"
)
WIKIPEDIA_BRAZILIAN = Source("Wikipedia, Brazilian draughts", "en.wikipedia.org/wiki/Brazilian_draughts")
WIKIPEDIA_RUSSIAN = Source("Wikipedia, Russian draughts", "en.wikipedia.org/wiki/Russian_draughts")
PY_DRAUGHTS = Source("the program py-draughts, Russian draughts", "github.com/miskibin/py-draughts")
LITTLE_GOLEM = Source(
    "the draws of English draughts, quoted by players of Little Golem in 2018", "littlegolem.net, forum 300, topic 17"
)
PDN = Source("Portable Draughts Notation, the table of game types", "pdn.fmjd.org/gametype.html")
