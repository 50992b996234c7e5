"""The protocol Hub, version 2, in which programs and boards for draughts drive engines (Fabien Letouzey's Scan).

Lines are ``command name=value ...``. Arguments that are not known are left aside, as the protocol has it.

- ``hub`` is answered with ``id``, a ``param`` for each of ``variant``, ``hash`` (megabytes), ``threads`` and ``level``,
  and ``wait``; ``init`` with ``ready``, ``ping`` with ``pong``. ``set-param name=... value=...`` sets one.
- ``pos [pos=W...] [moves="32-28 19x23x28"]``, from the start of the game where no position stands there. Moves go on
  after what would be a draw by repetition or for want of progress: nobody has claimed it.
- ``level depth=N | move-time=S | nodes=N | [moves=N] time=S [inc=S] | infinite``, seconds with fractions, for the next
  search; several lines end it with the first that is met. ``time`` is the clock's, ``moves`` those until it is reset.
- ``go think | ponder | analyze`` is answered with ``info`` lines and ``done move=... ponder=...``, or with ``done``
  alone where there is no move or the position, variant or level was refused. Without a limit, and while it ponders, it
  waits for ``stop``; on ``ponder-hit`` it begins to think with the limit.
- ``new-game`` forgets what earlier searches found; ``quit`` and the end of the input end the conversation.

A bad line is answered with ``error message="..."``. A score is in men, for the side to move; a win in N plies counts as
100 men less N hundredths, as Scan has it, and a loss as that below nought.
"""

import re
from random import Random

from engine.foreign_position import read_position
from engine.game import Game
from engine.games import find_ruleset
from engine.hub_lines import BadLine, format_hub_line, format_hub_move, read_hub_arguments, read_hub_move
from engine.moves import Move
from engine.position import start_position
from engine.ruleset import Ruleset
from engine.search.conversation import OPTIONS, BadCommand, Conversation, Write, number
from engine.search.levels import Choice
from engine.search.results import Limit, Result, Score

VARIANTS = {
    "normal": "international-draughts",
    "russian": "russian-draughts",
    "brazilian": "brazilian-draughts",
    "english": "english-draughts",
    "canadian": "canadian-draughts",
}
"""The rulesets by the names that programs give them; ``normal`` is Scan's own."""
MOVES_AHEAD = 30
"""With so many moves still to be made the time on a clock is shared out."""
LONGEST = 1e9
"""Seconds."""
_WIN = 100
_SECONDS = re.compile(r"-?\d{1,20}(?:\.\d{1,20})?(?:e-?\d{1,2})?", re.ASCII)
_WHOLE = {"depth": 1 << 10, "nodes": 1 << 50, "moves": 1 << 10}
_TIMES = ("move-time", "time", "inc")


class HubProtocol(Conversation):
    """One conversation in the protocol Hub; ``version`` is told to the program."""

    def __init__(self, write: Write, version: str, chance: Random | None = None) -> None:
        super().__init__(write, chance)
        self._version = version
        self._ruleset: Ruleset | None = find_ruleset(VARIANTS["normal"])  # None after a variant that was refused
        self._game = Game.begin(self._ruleset)
        self._level: dict[str, float] | None = {}  # None after one that was refused
        self._pondered: Limit | None = None

    def _complaint(self, text: str) -> str:
        return format_hub_line("error", message=text)

    def _info(self, game: Game, result: Result) -> str:
        return format_hub_line(
            "info",
            depth=result.depth,
            score=_men(result.score),
            nodes=result.nodes,
            time=f"{result.seconds:.3f}",
            nps=f"{result.nodes / max(result.seconds, 1e-6) / 1e6:.3f}",
            pv=" ".join(format_hub_move(game.ruleset, move) for move in result.pv),
        )

    def _glance(self, game: Game, choice: Choice) -> str:
        return format_hub_line("info", score=_men(choice.score), pv=format_hub_move(game.ruleset, choice.move))

    def _answer(self, game: Game, pv: tuple[Move, ...]) -> str:
        moves = (format_hub_move(game.ruleset, move) for move in pv)
        return format_hub_line("done", **dict(zip(("move", "ponder"), moves, strict=False)))

    def _command(self, word: str, rest: str) -> None:
        try:
            given = read_hub_arguments(rest)
        except BadLine as error:
            raise BadCommand(str(error)) from None
        match word:
            case "hub":
                self._introduce()
            case "init":
                self._write("ready")
            case "ping":
                self._write("pong")
            case "stop":
                self._end_search()
            case "ponder-hit":
                self._hit()
            case "set-param" | "new-game" | "pos" | "level" | "go":
                self._check_idle()
                self._prepare(word, given)
            case _:
                raise BadCommand(f"no such command: {word}")

    def _prepare(self, word: str, given: dict[str, str]) -> None:
        """Do what is done only between searches."""
        match word:
            case "set-param":
                self._set(given.get("name", ""), given.get("value", ""))
            case "new-game":
                self._searcher = None
            case "pos":
                self._position(given)
            case "level":
                self._limit_by(given)
            case _:
                self._go(is_pondering="ponder" in given)

    def _introduce(self) -> None:
        self._write(format_hub_line("id", name="Papan", version=self._version, author="The Papan authors"))
        self._write(format_hub_line("param", name="variant", value="normal", type="enum", values=" ".join(VARIANTS)))
        for name, (default, least, most) in OPTIONS.items():
            self._write(format_hub_line("param", name=name.lower(), value=default, type="int", min=least, max=most))
        self._write("wait")

    def _set(self, name: str, value: str) -> None:
        if name == "variant":
            self._ruleset = self._game = None
            if value not in VARIANTS:
                raise BadCommand(f"variants are {', '.join(VARIANTS)}, not {value}")
            self._ruleset = find_ruleset(VARIANTS[value])
            self._game = Game.begin(self._ruleset)
        elif not self._set_option(name, value):
            raise BadCommand(f"no such parameter: {name}")

    def _position(self, given: dict[str, str]) -> None:
        self._game, self._level = None, {}
        ruleset = self._ruleset
        if ruleset is None:
            raise BadCommand("the last variant was refused; set another first")
        game = Game.begin(ruleset, read_position(ruleset, given["pos"]) if "pos" in given else start_position(ruleset))
        try:
            for word in given.get("moves", "").split():
                game = game.play(read_hub_move(game, word)).play_on()
        except BadLine as error:
            raise BadCommand(str(error)) from None
        self._game = game

    def _limit_by(self, given: dict[str, str]) -> None:
        level, self._level = self._level or {}, None
        for name in _WHOLE.keys() & given.keys():
            level[name] = number(given[name], _WHOLE[name], least=0 if name == "moves" else 1)
        for name in given.keys() & _TIMES:
            if not _SECONDS.fullmatch(given[name]) or abs(float(given[name])) > LONGEST:
                raise BadCommand(f"{name} is a number of seconds, not {given[name]}")
            level[name] = float(given[name])
        self._level = level

    def _go(self, *, is_pondering: bool) -> None:
        level, self._level = self._level, {}
        try:
            if self._game is None or level is None:
                raise BadCommand("the last position, variant or level was refused; give another first")
            limit = _limit(level)
            self._pondered = limit if is_pondering else None
            held = not self._game.outcome and (is_pondering or limit == Limit())
            self._begin_search(self._game, Limit() if is_pondering else limit, held=held)
        except BadCommand as error:
            self._write(self._complaint(str(error)))
            self._write("done")

    def _hit(self) -> None:
        """Go on with the search of the move that was expected, and has been played: what was found is remembered."""
        limit, self._pondered = self._pondered, None
        if limit and self._game and not self._answered:
            self._end_search(silently=True)
            self._begin_search(self._game, limit, held=limit == Limit())


def _men(score: Score) -> str:
    if score.wins_in is None:
        return f"{score.cp / 100:.2f}"
    plies = 2 * score.wins_in - 1 if score.wins_in > 0 else -2 * score.wins_in
    return f"{(1 if score.wins_in > 0 else -1) * (_WIN - plies / 100):.2f}"


def _limit(level: dict[str, float]) -> Limit:
    times = [level["move-time"]] if "move-time" in level else []
    if "time" in level:
        times.append(share(level["time"], level.get("inc", 0), int(level.get("moves") or MOVES_AHEAD)))
    return Limit(
        movetime_ms=max(1, round(1000 * min(times))) if times else None,
        depth=int(level["depth"]) if "depth" in level else None,
        nodes=int(level["nodes"]) if "nodes" in level else None,
    )


def share(left: float, inc: float, moves: int) -> float:
    """The seconds for a move of those ``left`` on a clock, to which ``inc`` are added before each of so many moves.

    Four fifths of what there is at most, so that a clock does not run out.
    """
    moves = min(moves, MOVES_AHEAD)
    return max(0.0, min((left + inc * moves) / moves, 0.8 * (left + inc)))
