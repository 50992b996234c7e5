"""Guided entry of a move: piece, then destination; numbered routes; a live grid where the board is 5 x 5.

A panel holds no state. What has been picked so far is a prefix of points in the payload, and every step narrows the
present legal moves down by it: first the forfeited piece (if one is to be chosen), then the piece or the first of two
drops, then the destination or the whole route.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.app.callback_data import Action, CallbackData
from bot.app.images import ImageRenderer, Look, scene_of
from bot.app.match_message import button
from bot.app.text.names import game_name, piece_name
from bot.chat import Answer, Button, Menu, Option, Row, Style
from bot.matches.match import Match
from bot.words import Words
from engine.game import Game
from engine.moves import Move, capturers, drop_letter
from engine.notation import format_move
from engine.position import EMPTY
from engine.ruleset import Kind, Obligation, Ruleset
from renderer import Route, Scene, Target

MENU = 25
"""A menu holds at most this many lines on any platform."""
GRID = 5


@dataclass(frozen=True)
class Step:
    """One step of the entry: what was picked, and the moves that still fit."""

    picked: tuple[int, ...]
    moves: tuple[Move, ...]

    @property
    def is_last(self) -> bool:
        """Does the next choice decide the move?"""
        return all(len(choices(move)) <= len(self.picked) + 1 for move in self.moves)

    def groups(self) -> dict[int, list[Move]]:
        """The moves by the point that is picked next."""
        groups: dict[int, list[Move]] = {}
        for move in self.moves:
            groups.setdefault(choices(move)[len(self.picked)], []).append(move)
        return groups


def choices(move: Move) -> tuple[int, ...]:
    """The points a person picks for a move, in order."""
    huff = () if move.huff is None else (move.huff,)
    return huff + (move.drops or (move.path[0], move.path[-1]))


def step_for(game: Game, picked: Sequence[int]) -> Step:
    """The moves that fit what was picked, past every step that leaves no choice."""
    step = Step(tuple(picked), tuple(move for move in game.legal_moves if _begins(move, picked)))
    while step.moves and not step.is_last and len(step.groups()) == 1:
        step = replace(step, picked=(*step.picked, *step.groups()))
    return step


def _begins(move: Move, picked: Sequence[int]) -> bool:
    """Two drops may be picked in either order."""
    if len(move.drops) > 1:
        return set(picked) <= set(move.drops) and len(picked) < len(move.drops)
    return choices(move)[: len(picked)] == tuple(picked) and len(picked) < len(choices(move))


def has_grid(ruleset: Ruleset) -> bool:
    """Does the whole board fit into five rows of five buttons?"""
    return len(ruleset.board.points) == GRID * GRID and ruleset.board.width == GRID


def price_of(game: Game, move: Move) -> tuple[int, ...]:
    """The pieces of which one is lost when this quiet move declines a capture, where they stand before it."""
    if game.ruleset.obligation is not Obligation.FORFEIT or move.captured or not move.path:
        return ()
    position = game.position
    if move.huff is not None:
        cells = position.cells[: move.huff] + EMPTY + position.cells[move.huff + 1 :]
        position = replace(position, cells=cells, pending=())
    return tuple(capturers(game.ruleset, position))


def move_label(game: Game, move: Move, say: Words) -> str:
    """A move with what it does: how many it takes, what it becomes, what declining costs."""
    notes = []
    if move.captured:
        notes.append(say.plural("takes {count} piece", "takes {count} pieces", len(move.captured)))
    if move.path and (promoted := _promoted(game, move)):
        notes.append(say("becomes {piece}", piece=piece_name(game.ruleset, promoted, say)))
    if price_of(game, move):
        notes.append(say("declines, costs a piece"))
    text = format_move(game.ruleset, move)
    return f"{text} - {', '.join(notes)}" if notes else text


def _promoted(game: Game, move: Move) -> str:
    """The letter of the kind that the moving piece becomes, or an empty text."""
    kind = game.ruleset.kind[game.position.cells[move.path[0]]]
    return kind.promotes_to if kind.promotes_to and move.path[-1] in kind.promotes_on else ""


def play_payload(match: Match, move: Move, consent: bool = False) -> CallbackData:
    """The payload that plays a move: its place among the legal moves, with ``!`` where its price is accepted."""
    argument = f"{match.game.legal_moves.index(move)}{'!' if consent else ''}"
    return CallbackData(Action.PLAY, match.code, match.game.ply, argument)


def play_button(
    match: Match, move: Move, label: str, consent: bool = False, style: Style = Style.PLAIN, disabled: bool = False
) -> Button:
    """A button that plays one of the legal moves of this ply."""
    return Button(label, str(play_payload(match, move, consent)), style, disabled)


@dataclass(frozen=True)
class _View:
    """What one step shows: the question, the controls, and the picture that goes with them."""

    prompt: str
    rows: tuple[Row, ...]
    scene: Scene


@dataclass(frozen=True)
class Panel:
    """The private panel of one person for the present ply of a match."""

    match: Match
    names: tuple[str, str]
    look: Look
    say: Words

    async def answer(
        self, images: ImageRenderer, picked: Sequence[int], whole: bool
    ) -> tuple[Answer, tuple[Move, ...]]:
        """The panel after what was picked, and the moves it numbers; ``whole`` asks for one list of all moves."""
        game = self.match.game
        step = step_for(game, picked)
        listed: tuple[Move, ...] = ()
        if has_grid(game.ruleset):
            view = self._grid(step)
        elif whole and len(game.legal_moves) <= MENU:
            listed = game.legal_moves
            view = self._all_moves()
        elif step.is_last:
            listed = step.moves
            view = self._destinations(step)
        else:
            view = self._pieces(step)
        text = "\n".join(line for line in (self._duty(), view.prompt) if line)
        title = f"{self.match.code} · {game_name(game.ruleset, self.say)}"
        picture = await images.picture(view.scene, self.say)
        return Answer(title=title, text=text, picture=picture, rows=view.rows, replace=True), listed

    async def routes(self, images: ImageRenderer, moves: Sequence[Move]) -> Answer:
        """Several routes fit what was typed: each is drawn with its number, none is chosen silently."""
        view = self._destinations(Step((moves[0].origin,), tuple(moves)))
        return Answer(
            title=self.say("Which way?"),
            text=self.say("More than one move fits. Choose the route you mean."),
            picture=await images.picture(view.scene, self.say),
            rows=view.rows,
            replace=True,
        )

    @property
    def _scene(self) -> Scene:
        return scene_of(self.match.game, self.names, self.look, self.say)

    def _duty(self) -> str:
        game = self.match.game
        if any(move.captured for move in game.legal_moves):
            match game.ruleset.obligation:
                case Obligation.FORCED:
                    return self.say("You must capture.")
                case Obligation.FORFEIT:
                    return self.say("You can capture. A quiet move instead costs one of the pieces that could.")
                case Obligation.OPTIONAL:
                    return ""
        return ""

    def _pick(self, picked: Sequence[int]) -> str:
        """The payload that stands at this state of the panel."""
        if not picked:
            return str(CallbackData(Action.MOVE, self.match.code, self.match.game.ply))
        points = self.match.game.ruleset.board.points
        argument = ":".join(points[point] for point in picked)
        return str(CallbackData(Action.PICK, self.match.code, self.match.game.ply, argument))

    def _pieces(self, step: Step) -> _View:
        game, say = self.match.game, self.say
        points = game.ruleset.board.points
        huffing = bool(game.position.pending) and not step.picked
        options, targets = [], []
        for number, (point, moves) in enumerate(step.groups().items(), start=1):
            most = max(len(move.captured) for move in moves)
            takes = say.plural("can take {count} piece", "can take {count} pieces", most)
            detail = takes if most and not huffing else ""
            name = piece_name(game.ruleset, game.position.cells[point], say)
            options.append(Option(f"{number} · {points[point]} · {name}", points[point], detail))
            targets.append(Target(point, str(number)))
        prompt = say("Which piece does your opponent lose?") if huffing else say("Which piece?")
        prefix = CallbackData(Action.PICK, self.match.code, game.ply, ":".join(points[point] for point in step.picked))
        rows: list[Row] = [Menu(str(prefix), prompt, tuple(options[:MENU]))]
        if step.picked:
            rows.append(self._back(step))
        elif len(game.legal_moves) <= MENU:
            rows.append((button(self.match, say("All moves in one list"), Action.MOVE, argument="all"),))
        return _View(prompt, tuple(rows), replace(self._scene, targets=tuple(targets), last=None))

    def _destinations(self, step: Step) -> _View:
        game, say = self.match.game, self.say
        moves = step.moves[:MENU]
        options = tuple(
            Option(f"{number} · {move_label(game, move, say)}", play_payload(self.match, move).argument)
            for number, move in enumerate(moves, start=1)
        )
        rows: tuple[Row, ...] = (
            Menu(str(CallbackData(Action.PLAY, self.match.code, game.ply)), say("Where to?"), options),
            self._back(step),
        )
        return _View(say("Where to?"), rows, self._numbered(moves))

    def _numbered(self, moves: Sequence[Move]) -> Scene:
        """The numbers of the menu on the picture: at the targets, or on whole routes where targets do not tell."""
        scene = replace(self._scene, last=None, selected=moves[0].path[0] if moves[0].path else None)
        ends = [move.target for move in moves]
        if len(set(ends)) == len(ends) and all(len(move.captured) < 2 for move in moves):
            return replace(scene, targets=tuple(Target(end, str(number)) for number, end in enumerate(ends, start=1)))
        routes = tuple(Route(move.path, move.captured, str(number)) for number, move in enumerate(moves, start=1))
        return replace(scene, routes=routes)

    def _all_moves(self) -> _View:
        game, say = self.match.game, self.say
        options = tuple(
            Option(f"{number} · {move_label(game, move, say)}", play_payload(self.match, move).argument)
            for number, move in enumerate(game.legal_moves, start=1)
        )
        rows: tuple[Row, ...] = (
            Menu(str(CallbackData(Action.PLAY, self.match.code, game.ply)), say("Which move?"), options),
            (button(self.match, say("Piece by piece"), Action.MOVE),),
        )
        rings = tuple(sorted({move.path[0] for move in game.legal_moves if move.path}))
        return _View(say("Which move?"), rows, replace(self._scene, rings=rings))

    def _back(self, step: Step) -> tuple[Button, ...]:
        earlier = step.picked[:-1]
        while earlier and step_for(self.match.game, earlier).picked == step.picked:
            earlier = earlier[:-1]
        return (Button(self.say("Back"), self._pick(earlier)),)

    def _grid(self, step: Step) -> _View:
        """The board as buttons: pieces by their face, open points by their name; the rest is switched off."""
        board = self.match.game.ruleset.board
        turned = tuple(rank[::-1] for rank in board.ranks[::-1])
        ranks = turned if self.look.orientation == 1 else board.ranks
        rows = tuple(tuple(self._grid_button(step, point) for point in rank) for rank in ranks)
        dropping = bool(step.moves and step.moves[0].drops)
        scene = self._scene
        if step.picked:
            scene = (
                replace(scene, rings=step.picked) if dropping else replace(scene, selected=step.picked[-1], last=None)
            )
        return _View(self._grid_prompt(step), rows, scene)

    @property
    def _dropped(self) -> Kind:
        """The kind of piece that the side to act puts on the board."""
        game = self.match.game
        return game.ruleset.kind[drop_letter(game.ruleset, game.position)]

    def _grid_prompt(self, step: Step) -> str:
        say = self.say
        if step.moves and (count := len(step.moves[0].drops)):
            noun = say.noun(self._dropped.noun, count)
            if count > 1:
                return say("Tap {count} points for the {pieces}.", count=count, pieces=noun)
            return say("Tap a free point for the {piece}.", piece=noun)
        return say("Tap where it goes, or another piece.") if step.picked else say("Tap the piece to move.")

    def _grid_button(self, step: Step, point: int) -> Button:
        game = self.match.game
        cell, name = game.position.cells[point], game.ruleset.board.points[point]
        face = name if cell == EMPTY else game.ruleset.kind[cell].figure.glyph
        if point in step.picked:
            return Button(
                self._dropped.figure.glyph if cell == EMPTY else face, self._pick(()) + f":{name}", Style.MAIN
            )
        following = {drop for move in step.moves for drop in move.drops if drop not in step.picked} or set(
            step.groups()
        )
        if point in following and step.is_last:
            chosen = next(move for move in step.moves if point in (move.target, *move.drops))
            return play_button(self.match, chosen, face, style=Style.GOOD if step.picked else Style.PLAIN)
        if point in following:
            return Button(face, self._pick((*step.picked, point)), Style.PLAIN if cell == EMPTY else Style.MAIN)
        if cell != EMPTY and any(move.path and move.path[0] == point for move in game.legal_moves):
            return Button(face, self._pick((point,)))
        unused = CallbackData(Action.UNAVAILABLE, self.match.code, game.ply, name)
        return Button("·" if cell == EMPTY else face, str(unused), disabled=True)
