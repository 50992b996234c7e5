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
FMJD_ANNEX = Source(
    "World Draughts Federation (FMJD), Annex 1 of November 2015, articles 6.1 to 6.4",
    "github.com/RoepStoep/lidraughts, doc/variant/standard",
)
CBD = Source(
    "the Brazilian federation (CBD), official rules, item 16, as told by two sites",
    "rodrygoruyz.blogspot.com; apedamas.blogspot.com",
)
IDF = Source(
    "International Draughts Federation (IDF), Official rules of the game in draughts-64, September 2016, article 7.2",
    "idf64.org/wp-content/uploads/2016/09/Official-Rules-of-the-game.pdf",
)
WIKIPEDIA_BRAZILIAN = Source("Wikipedia, Brazilian draughts", "en.wikipedia.org/wiki/Brazilian_draughts")
WIKIPEDIA_RUSSIAN = Source("Wikipedia, Russian draughts", "en.wikipedia.org/wiki/Russian_draughts")
PY_DRAUGHTS = Source("the program py-draughts, Russian draughts", "github.com/miskibin/py-draughts")
LITTLE_GOLEM = Source(
    "the draws of English draughts, quoted by players of Little Golem in 2018", "littlegolem.net, forum 300, topic 17"
)
PDN = Source("Portable Draughts Notation, the table of game types", "pdn.fmjd.org/gametype.html")

# Bagh-chal
LUDII_BAGHCHAL = Source("Ludii, Baghchal", "hunt/Baghchal.lud")
IGGC_BAGH = Source("Iggamecenter, the rules of Bagh", "iggamecenter.com/es/rules/bagh")
MASTERS_OF_GAMES = Source("Masters of Games, the rules of Tigers and Goats", "mastersofgames.com")
TIGERS_AND_GOATS = Source(
    "Lim Yew Jin and J. Nievergelt, Tigers and Goats is a draw, 2009", "Games of No Chance 3; readkong.com 8713593"
)

# Sixteen Soldiers and Sholo Guti
LUDII_HEWAKAM = Source("Parker 1909 on Hewakam Keliya, as told by Ludii", "war/leaping/lines/Hewakam Keliya.lud")
LUDII_MOGUL = Source("Datta 1933 on Mogul Putt'han, as told by Ludii", "war/leaping/lines/Mogul Putt'han.lud")
LIQUISEARCH_SOLDIERS = Source(
    "Liquisearch, Sixteen Soldiers (an older text of Wikipedia)", "liquisearch.com/sixteen_soldiers"
)
SHOLO_GUTI_PROGRAM = Source("a program of Sholo Guti from Bangladesh", "the texts that it shows")

# Alquerque
ALFONSO = Source("Alfonso X, Book of Games, 1283", "mundoenjuego.es/?p=1199")
LUDII_ALQUERQUE = Source("Ludii, Alquerque", "war/leaping/lines/Alquerque.lud")
NIIDAE_ALQUERQUE = Source("Niidae, Alquerque", "wiki.niidae.com/Alquerque")
SCA_ALQUERQUE = Source("The Society for Creative Anachronism, Alquerque", "knauer.org/mike/sca/classes/alquerque.html")
BELL_ALQUERQUE = Source("R. C. Bell's rules of Alquerque, quoted by players of BrainKing", "brainking.com")

# Adugo
LUDII_ADUGO = Source("Ludii, Adugo", "hunt/Adugo.lud")
LUDOSOFIA = Source("Ludosofia, Jogo da onça (in Portuguese)", "ludosofia.com.br; epage.pub")
LARATEC = Source("Laratec, Jogo da onça (in Portuguese)", "laratec.org.br")
JOGO_DA_ONCA = Source("Jogo da onça, how to play (in Portuguese)", "jogodaonca.com.br/como-jogar")

# Catch the hare
LUDII_LIEBRE = Source("Murray on Cercar la liebre, as told by Ludii", "hunt/Cercar La Liebre.lud")
ARA_LIEBRE = Source("Ara, Cercar la llebre (in Spanish)", "es.ara.cat")
LIQUISEARCH_HARE = Source("Liquisearch, Catch the hare (an older text of Wikipedia)", "liquisearch.com/catch_the_hare")

# Dam-daman
DAM_DAMAN_TERMS = Source(
    "a schoolbook and a blog on Dam-daman (in Indonesian)", "flipbuilder.com; sukakuliner-basistik.blogspot.com"
)
WIKIBOOKS_DAM_DAMAN = Source("Wikibooks, Dam-daman (in Indonesian)", "id.wikibooks.org")
DAMDAS = Source("two blogs on Damdas 16 batu (in Indonesian)", "dapepitih.blogspot.com; dartiisyanti.blogspot.com")
DASDASAN = Source("Dolanan Jadul, Das-dasan (in Indonesian)", "dolananjadul.blogspot.com")

# Rimau
WIKIPEDIA_RIMAU = Source("Wikipedia, Rimau-rimau", "en.wikipedia.org/wiki/Rimau-rimau")
RIMAU_ONE = Source("Findwords, Rimau (an older text of Wikipedia)", "findwords.info/term/rimau")
LUDII_RIMAU_ONE = Source("Plischke 1890 on Rimau, as told by Ludii", "hunt/Rimau-Rimau (One Tiger).lud")
LUDII_RIMAU_TWO = Source("Ludii, Rimau-rimau with two tigers", "hunt/Rimau-Rimau (Two Tigers).lud")

# Tapak empat of 1919
STRAITS_1919 = Source(
    "Journal of the Straits Branch of the Royal Asiatic Society 80 (1919), Main Tapak Empat", "en.m.wikisource.org"
)
LUDII_TAPAK = Source("Ludii, Main Tapak Empat", "hunt/Main Tapak Empat.lud")

# Komikan
MANQUILEF = Source("M. Manquilef, Comentarios del pueblo araucano II", "es.wikisource.org, pp. 104-105")
LUDII_KOMIKAN = Source("Matus 1918 on Komikan, as told by Ludii", "hunt/Komikan.lud")
BOARD_AND_PIECES_KOMIKAN = Source("Board and Pieces, Komikan", "sites.google.com/site/boardandpieces")

# Buga-shadara
WIKIPEDIA_BUGA = Source("Wikipedia, Buga-shadara", "en.wikipedia.org/wiki/Buga-shadara, in part")
WINTHER_BUGA = Source("M. Winther, Buga-shadara", "mlwi.magix.net/bg/buga.htm")
LUDII_BOUGE = Source("Averbakh on Bouge Shodra, as told by Ludii", "hunt/Bouge Shodra.lud")
BOARD_AND_PIECES_BUGA = Source("Board and Pieces, Buga-shadara", "sites.google.com/site/boardandpieces, in part")

# Bagh bandi and Sher-bakar
BOARD_AND_PIECES_BAGH = Source("Board and Pieces, Bagh bandi", "sites.google.com/site/boardandpieces")
LUDII_BAGH_BATTI = Source("Ludii, the sheet of Bagh batti", "ludii.games, game 654")
LUDII_BAGH_BANDI = Source("Datta 1935 on Bagh bandi, as told by Ludii", "hunt/Bagh Bandi.lud")
WIKIPEDIA_SHER_BAKAR = Source("Wikipedia, Sher-bakar", "en.wikipedia.org/wiki/Sher-bakar")
LUDII_SHER_BAKAR = Source("Das-Gupta 1926 on Sher-bakar, as told by Ludii", "hunt/Sher Bakar.lud")

# Dama of Kenya and of the Comoros
LUDII_KENYA = Source("Townshend 1986 on Dama of Kenya, as told by Ludii", "war/leaping/orthogonal/Dama (Kenya).lud")
LUDII_COMOROS = Source(
    "de Voogt 2019 on Dama of the Comoros, as told by Ludii", "war/leaping/lines/Dama (Alquerque).lud"
)

# Game of Solomon
LUDII_SOLOMON = Source("Ludii, Game of Solomon", "war/leaping/lines/Game of Solomon.lud")
BOARD_AND_PIECES_SOLOMON = Source("Board and Pieces, Solomon's game", "sites.google.com/site/boardandpieces")

# Omnidirectional draughts and Dutch queens
LUDII_OMNIDIRECTIONAL = Source(
    "A. Sambruni 2021, Omnidirectional draughts, as told by Ludii",
    "war/leaping/orthogonal/Omnidirectional Draughts.lud",
)
TWISS = Source("Twiss 1805, quoted by Ludii", "ludii.games, game 760")
LUDII_DUTCH = Source("Ludii, Unnamed Dutch Draughts", "war/leaping/diagonal/Unnamed Dutch Draughts Game.lud")
