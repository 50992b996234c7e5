"""Made-up games and positions in the forms of other programs, a row each of the table in docs/rules/notation.md."""

from dataclasses import dataclass

HEAD = "| Program | Form | Read or written | Example |\n|---|---|---|---|\n"


@dataclass(frozen=True)
class Form:
    """One form of a program: ``text`` is read as the moves of ``plain``, or refused with ``refused`` in the reason.

    ``game`` is named by the person who pastes it, where the text does not name it.
    """

    program: str
    what: str
    text: str
    plain: str = ""
    game: str = ""
    refused: str = ""
    written: bool = False

    @property
    def way(self) -> str:
        if self.refused:
            return "refused, with its name"
        return "read and written" if self.written else "read"

    @property
    def row(self) -> str:
        """The row of the table. A vertical line would end a cell."""
        shown = " ".join(self.text.split())
        shown = shown if len(shown) <= 60 else f"{shown[:59]}…"
        return f"| {self.program} | {self.what} | {self.way} | `{shown.replace('|', '/')}` |"


RUSSIAN = "russian 1. c3-d4 d6-c5 2. b2-c3"
LEAPS = "international 1. 32-28 17-22 2. 28x17 12x21"
ENGLISH = "english 1. 11-15 22-18 2. 15x22"
FORMS: tuple[Form, ...] = (
    Form("PlayStrategy", "game by `Variant`", '[Variant "Russian"]\n\n1. c3-d4 d6-c5 2. b2-c3 *', RUSSIAN),
    Form("PlayStrategy", "`Breakthrough`", '[Variant "Breakthrough"]\n\n1. 32-28 *', refused="Breakthrough"),
    Form(
        "py-draughts",
        "game by `Variant` and number",
        '[GameType "20"]\n[Variant "Standard (international) checkers"]\n[Result "*"]\n1. 32-28 17-22 2. 28x17 12x21 *',
        LEAPS,
    ),
    Form(
        "py-draughts",
        "American checkers, begun by White",
        '[GameType "23"]\n[Variant "American checkers"]\n1. 22-18 11-15 2. 18x11 *',
        'english [FEN "W:W21-32:B1-12"] 1. 22-18 11-15 2. 18x11',
    ),
    Form(
        "py-draughts",
        "`Antidraughts`, with the number of another game",
        '[GameType "20"]\n[Variant "Antidraughts"]\n1. 32-28 *',
        refused="Antidraughts",
    ),
    Form(
        "py-draughts",
        "position with the side twice",
        '[GameType "20"] [FEN "W:W:W31,32:B1,2"] 1. 31-26 *',
        'international [FEN "W:W31,32:B1,2"] 1. 31-26',
    ),
    Form(
        "pydraughts",
        "full `GameType`, position",
        '[GameType "25,W,8,8,A0,0"]\n[FEN "W:Wa1,c1,d4,f2:Ba7,b6,d6,h8"]\n\n1. d4-e5 d6xf4 *',
        'russian [FEN "W:Wa1,c1,d4,f2:Ba7,b6,d6,h8"] 1. d4-e5 d6xf4',
    ),
    Form(
        "pydraughts",
        "comments without a second number behind them",
        "russian 1. c3-d4 {a} d6-c5 {b} 2. b2-c3",
        RUSSIAN,
        written=True,
    ),
    Form(
        "lidraughts",
        "`Variant`, clocks",
        '[GameType "20"]\n[Variant "Standard"]\n\n1. 32-28 { [%clk w0:05:00 B0:05:00] } 17-22 2. 28x17 12x21',
        LEAPS,
    ),
    Form(
        "lidraughts", "Frisian draughts", '[GameType "40"]\n[Variant "Frisian"]\n\n1. 32-28', refused="Frisian draughts"
    ),
    Form(
        "lidraughts",
        "`From Position`",
        '[GameType "20"] [Variant "From Position"] [FEN "W:W31,32:B1,2:H0:F1"] 1. 31-26',
        'international [FEN "W:W31,32:B1,2"] 1. 31-26',
    ),
    Form(
        "IDF-64, Aurora",
        "names of squares, `:` for captures",
        '[GameType "25"]\n\n1. c3-b4 b6-a5 2. b4-c5 d6:b4 3. a3:c5',
        "russian 1. c3-b4 b6-a5 2. b4-c5 d6xb4 3. a3xc5",
    ),
    Form("IDF-64, Aurora", "short notation", '[GameType "25"]\n\n1. cd4 dc5 2. bc3 0-0', RUSSIAN),
    Form(
        "Scan (Hub)",
        "position of a letter for each square",
        "international W" + "b" * 20 + "e" * 10 + "w" * 20,
        "international W:W31-50:B1-20",
    ),
    Form(
        "Scan (Hub)", "the same with `pos=`", "russian pos=B" + "b" * 12 + "e" * 8 + "w" * 12, "russian B:W21-32:B1-12"
    ),
    Form(
        "dame-rs",
        "position with blanks behind the letters",
        "international W:W 31, 32:B 1, 2",
        "international W:W31,32:B1,2",
    ),
    Form("dame-rs", "position by ranges", "international W:W31-50:B1-20", "international W:W31,32,33-50:B1-20"),
    Form(
        "TurboDambase, Dam 2.2",
        "torn columns, marks and results of points",
        '[GameType "20"]\n[Result "2-0"]\n\n1. 32-28! 17-22 ?! 2. 28x 17 12x 21 2-0',
        LEAPS,
    ),
    Form(
        "TurboDambase, Dam 2.2",
        "captures leap by leap",
        'english [FEN "B:W10,18:B7"] 1. 7x14 14x23',
        'english [FEN "B:W10,18:B7"] 1. 7x14x23',
    ),
    Form(
        "CheckerBoard",
        "Black begins, `1-0` is Black's",
        '[Event "a"]\n[Result "1-0"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 {a} 1-0',
        ENGLISH,
    ),
    Form(
        "CheckerBoard",
        "position that ends in a full stop",
        '[GameType "21"] [FEN "B:W18,K30:B11."] 1. 11-16',
        'english [FEN "B:W18,K30:B11"] 1. 11-16',
    ),
    Form(
        "baghchal (PyPI)",
        "goats and tigers by ranks and files",
        "bagh-chal 1. G33 B1122 2. G13",
        "bagh-chal 1. @c3 a5-b4 2. @c5",
    ),
    Form("baghchal (PyPI)", "captures", "bagh-chal 1. G12 B1122 2. G32 Bx2242", "bagh-chal 1. @b5 a5-b4 2. @b3 b4xb2"),
    Form("baghchal (PyPI)", "position", "bagh-chal B3B/5/2G2/5/B3B B 1", "bagh-chal T3T/5/2G2/5/T3T t G19 0 1"),
    Form(
        "Papan",
        "record",
        '[Ruleset "russian-draughts@1"]\n[GameType "25"]\n[Result "*"]\n\n1. c3-d4 d6-c5 2. b2-c3 *',
        RUSSIAN,
        written=True,
    ),
    Form("Papan", "PDN 3.0", '[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4 d6-c5 2. b2-c3 *', RUSSIAN, written=True),
    Form(
        "Papan", "position", "russian mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1", "russian W:W21-32:B1-12", written=True
    ),
)


def _placed(sites: list[int], what: int) -> str:
    return "".join(
        f"Move=[Move:mover=0,from={site},to={site},actions=[Add:type=Cell,to={site},what={what}]]\n" for site in sites
    )


def _dark(size: int, ranks: range) -> list[int]:
    return [size * rank + file for rank in ranks for file in range(size) if (rank + file) % 2 == 0]


def _moved(mover: int, here: int, there: int, taken: int | None = None) -> str:
    removed = "" if taken is None else f"[Remove:type=Cell,to={taken},applied=false],"
    move = f"[Move:typeFrom=Cell,from={here},typeTo=Cell,to={there},decision=true]"
    return f"Move=[Move:mover={mover},from={here},to={there},actions={removed}{move}]\n"


def trial(name: str, size: int, ranks: int, *moves: tuple[int, ...], end: str = "") -> str:
    """A trial of Ludii: the pieces placed, then moves of a mover, from a site to a site, over another."""
    head = f"game=/lud/board/war/leaping/diagonal/{name}.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\n"
    first, second = _placed(_dark(size, range(ranks)), 1), _placed(_dark(size, range(size - ranks, size)), 2)
    return f"{head}{first}{second}{''.join(_moved(*move) for move in moves)}{end}"


TRIALS = (
    Form(
        "Ludii",
        "trial of International Draughts",
        trial("International Draughts", 10, 4, (1, 33, 44), (2, 66, 55), (1, 44, 66, 55), (2, 75, 57, 66)),
        "international 1. d4-e5 g7-f6 2. e5xg7 f8xh6",
    ),
    Form(
        "Ludii",
        "trial of English Draughts, turned",
        trial("English Draughts", 8, 3, (1, 22, 29), (2, 47, 38), (1, 29, 47, 38)),
        "english 1. b6-c5 a3-b4 2. c5xa3",
    ),
    Form(
        "Ludii",
        "trial of Shashki",
        trial("Shashki", 8, 3, (1, 18, 27), (2, 43, 34), end="winner=0\n"),
        "russian 1. c3-d4 d6-c5 1/2-1/2",
    ),
    Form("Ludii", "trial of a game that Papan has not", trial("Lasca", 8, 3), refused="Lasca"),
    Form(
        "Ludii",
        "trial with rules of its own",
        trial("Shashki", 8, 3).replace("OPTIONS\nEND", "OPTIONS\nRules/Own\nEND"),
        refused="Shashki has rules of its own",
    ),
)
FORMS += TRIALS
T = "1. c3-d4 d6-c5 2. b2-c3"
HABITS = tuple(
    Form("", "", text, plain, refused=refused)
    for text, plain, refused in (
        (f"```pgn\nrussian {T}\n```", RUSSIAN, ""),
        (f"```\nrussian\n{T}\n```", RUSSIAN, ""),
        (f"russian ```{T}```", RUSSIAN, ""),
        (f"`russian {T}`", RUSSIAN, ""),
        (f"russian `{T}`", RUSSIAN, ""),
        (f'> [GameType "25"]\n>\n> {T}', RUSSIAN, ""),
        (f'>> [GameType "25"]\n>> {T}', RUSSIAN, ""),
        (f'[pgn][GameType "25"] {T}[/pgn]', RUSSIAN, ""),
        (f"[GameType “25”]\n[White “A”]\n\n{T}", RUSSIAN, ""),
        (f"[GameType &quot;25&quot;]\n{T}", RUSSIAN, ""),
        ("russian 1. c3-d4&nbsp;d6-c5 2.&#32;b2-c3", RUSSIAN, ""),
        ('[GameType "25"]\\n\\n1. c3-d4 d6-c5\\n2. b2-c3', RUSSIAN, ""),
        ("russian 1. c3-d4 ?! d6-c5 !! 2. b2-c3", RUSSIAN, ""),
        ("russian 1. c3-d4 += d6-c5 = 2. b2-c3", RUSSIAN, ""),
        ("russian 1. c3-d4 N d6-c5 □ 2. b2-c3", RUSSIAN, ""),
        ("russian 1. c3-d4⩲ d6-c5 ∓ 2. b2-c3□", RUSSIAN, ""),
        ("russian 1. c3-d4 1. ... d6-c5 2. b2-c3", RUSSIAN, ""),
        ("russian 1. c3-d4 1… d6-c5 2. b2-c3", RUSSIAN, ""),
        ("russian 1) c3-d4 d6-c5 2) b2-c3", RUSSIAN, ""),
        ("russian 1)c3-d4 1)...d6-c5 2)b2-c3", RUSSIAN, ""),
        ("russian 1: c3-d4 d6-c5 2: b2-c3", RUSSIAN, ""),
        ("international 1: 32-28 17-22 2: 28x17 12x21", LEAPS, ""),
        ("russian 1. c3-d4, d6-c5, 2. b2-c3", RUSSIAN, ""),
        ("russian c3-d4,d6-c5,b2-c3", RUSSIAN, ""),
        (f'[Variant "Russian draughts"] {T}', RUSSIAN, ""),
        (f'[GameType "20"] {T}', "", "8 x 8"),
        ("international W:W31,32:B32", "", "both sides cannot be on one point: 32"),
        ("russian W:Wc3,d4:Bc3", "", "both sides cannot be on one point: c3"),
    )
)
