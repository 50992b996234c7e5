"""Guided entry of a move: piece, then destination, or the whole move at once; routes drawn, or landing by landing.

A panel holds no state. What has been picked so far stands in the payload (bot/app/move_steps.py), and every step
narrows the present legal moves down by it. What a move costs stands beside it, so choosing it here accepts the price.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.app.callback_data import MENU_OF_PAYLOADS, Action, CallbackData
from bot.app.images import ImageRenderer, Look, scene_of
from bot.app.move_steps import Step, pick_argument, second_argument, step_among, step_for
from bot.app.text.moves import move_label, price_of
from bot.app.text.names import game_name, piece_name
from bot.chat import Answer, Button, Menu, Option, Row, Style
from bot.matches.match import Match
from bot.words import Words
from engine.moves import Move, without
from engine.position import EMPTY
from engine.ruleset import Obligation
from renderer import Route, Scene, Target

MENU = 25
"""A menu holds at most this many lines on any platform."""
MENUS = 3
"""The most menus of whole moves that stand in one panel."""
ROUTES = 6
"""The most routes that can be told apart in one picture; more are chosen landing by landing."""


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
class View:
    """What one step shows: the question, the controls, the picture that goes with them, and the moves it numbers."""

    prompt: str
    rows: tuple[Row, ...]
    scene: Scene
    listed: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Panel:
    """The private panel of one person for the present ply of a match."""

    match: Match
    names: tuple[str, str]
    look: Look
    say: Words

    async def answer(self, images: ImageRenderer, view: View) -> Answer:
        """A view with what the rules demand now."""
        text = "\n".join(line for line in (self._duty(), view.prompt) if line)
        title = f"{self.match.code} · {game_name(self.match.game.ruleset, self.say)}"
        picture = await images.picture(view.scene, self.say)
        return Answer(title=title, text=text, picture=picture, rows=view.rows, replace=True)

    async def routes(self, images: ImageRenderer, view: View) -> Answer:
        """A view of several moves that fit what was typed: none is chosen silently."""
        return Answer(
            title=self.say("Which way?"),
            text=self.say("More than one move fits. Choose the route you mean."),
            picture=await images.picture(view.scene, self.say),
            rows=view.rows,
            replace=True,
        )

    def view(self, picked: Sequence[int]) -> View:
        """What is to be chosen after what was picked."""
        step = step_for(self.match.game, picked)
        if step.has_piece or (step.is_last and step.moves):
            return self._ways(step)
        return self._pieces(step)

    def among(self, moves: Sequence[Move]) -> View:
        """A choice among some of the legal moves."""
        step = step_among(moves)
        return self._ways(step) if step.has_piece else self.all_moves(moves)

    def all_moves(self, moves: Sequence[Move], *rows: Row) -> View:
        """Whole moves alone, in one list."""
        prompt = self.say("Which move?")
        scene = replace(self.scene(), targets=self._named(sorted({move.origin for move in moves if move.path})))
        return View(prompt, (*self._menus(moves, prompt), *rows), scene, tuple(moves))

    def scene(self, step: Step | None = None) -> Scene:
        """The board for a step: pieces that were chosen to leave it first are off it."""
        scene = replace(scene_of(self.match.game, self.names, self.look, self.say), last=None)
        position = scene.position
        for point in step.taken_off if step else ():
            position = without(position, point)
        return replace(scene, position=position)

    def pick(self, picked: Sequence[int], example: Move | None = None) -> str:
        """The payload that stands at this state of the panel; ``example``: a move along which it was picked."""
        code, ply = self.match.code, self.match.game.ply
        if not picked:
            return str(CallbackData(Action.MOVE, code, ply))
        return str(CallbackData(Action.PICK, code, ply, pick_argument(self.match.game, picked, example)))

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

    def _pieces(self, step: Step) -> View:
        """Which piece? And beside it whole moves: all of them if they are few; after a forfeit, what has room."""
        game, say = self.match.game, self.say
        points = game.ruleset.board.points
        goes_first = all(len(step.picked) < len(move.removed) + (move.huff is not None) for move in step.moves)
        options = []
        for point, moves in step.groups().items():
            most = max(len(move.captured) for move in moves)
            takes = say.plural("can take {count} piece", "can take {count} pieces", most)
            cell = game.position.cells[point]
            name = "" if cell == EMPTY else f" · {piece_name(game.ruleset, cell, say)}"
            options.append(Option(f"{points[point]}{name}", points[point], takes if most and not goes_first else ""))
        prompt = self._asked(step, goes_first=goes_first)
        rows: list[Row] = list(self._picks(step, prompt, options))
        whole_turns = bool(game.position.pending) and step.picked
        listed = step.moves if len(step.moves) <= (MENUS if whole_turns else 1) * MENU else ()
        rows += self._menus(listed, say("Or the whole move"))
        if step.stop:
            rows.append((self._stop(step.stop, say("Leave them there")),))
        if step.picked:
            rows.append(self._back(step))
        scene = replace(self.scene(step), targets=self._named(step.groups()))
        return View(prompt, tuple(rows), scene, listed)

    def _asked(self, step: Step, *, goes_first: bool) -> str:
        """The question about the next point."""
        say, move = self.say, step.moves[0]
        if goes_first and not move.removed:
            return say("Which piece does your opponent lose?")
        if goes_first:
            number, count = len(step.picked) + 1, len(move.removed)
            return say("Which piece do you take off? ({number} of {count})", number=number, count=count)
        if move.drops:
            return say("Where do they go? ({number} of {count})", number=len(step.picked) + 1, count=len(move.drops))
        return say("Which piece do you put elsewhere?") if move.removed else say("Which piece?")

    def _picks(self, step: Step, prompt: str, options: Sequence[Option]) -> list[Menu]:
        """The next points in one menu, or in two where one does not hold them."""
        code, ply = self.match.code, self.match.game.ply
        argument = pick_argument(self.match.game, step.picked)
        arguments = (argument, second_argument(argument))
        return [
            Menu(str(CallbackData(Action.PICK, code, ply, named)), prompt, tuple(options[start : start + MENU]))
            for named, start in zip(arguments, range(0, len(options), MENU), strict=False)
        ]

    def _stop(self, move: Move, label: str) -> Button:
        """The button that ends the move here though it could go on."""
        return Button(label, str(self._payload(move)), Style.GOOD)

    def _ways(self, step: Step) -> View:
        """Where to? Ends are numbered, and long captures drawn as numbered routes; if they are many, hop by hop."""
        if step.has_piece and len(step.groups()) > 1 and len(_long(self._of_piece(step))) > ROUTES:
            return self._landings(step)
        drawn = _long(step.moves)
        numbers = {move: str(number) for number, move in enumerate(step.moves, start=1)}
        scene = replace(
            self.scene(step),
            selected=step.moves[0].path[0] if step.has_piece else None,
            targets=tuple(
                Target(move.target if move.path else step.following(move)[0], numbers[move])
                for move in step.moves
                if move not in drawn and (move.path or step.following(move))
            ),
            routes=tuple(Route(move.path, move.captured, numbers[move]) for move in drawn),
        )
        prompt = self.say("Where to?") if step.has_piece or step.moves[0].drops else self.say("Which move?")
        return View(prompt, (*self._menus(step.moves, prompt, step), self._back(step)), scene, step.moves)

    def _of_piece(self, step: Step) -> Sequence[Move]:
        """All moves of the piece that was picked: what its ways look like must not change while one is gone."""
        picked = step.picked[: len(step.picked) - len(step.way) + 1]
        return step_for(self.match.game, picked).moves if step.has_piece else step.moves

    def _landings(self, step: Step) -> View:
        """The next landing of a capture that can go many ways; the one way so far is drawn."""
        game, say = self.match.game, self.say
        points = game.ruleset.board.points
        options = []
        for point, moves in step.groups().items():
            if len(moves) == 1:
                label, value = move_label(game, moves[0], say), str(self._payload(moves[0]))
            else:
                label = say.plural("{count} way on", "{count} ways on", len(moves))
                value = self.pick((*step.picked, point), moves[0])
            options.append(Option(f"{points[point]} · {label}", value))
        prompt = say("Where does it land next?")
        way, taken = step.way, step.moves[0].captured[: len(step.way) - 1]
        scene = replace(
            self.scene(step),
            selected=way[0],
            routes=(Route(way, taken, ""),) if taken else (),
            targets=self._named(step.groups()),
        )
        listed = step.moves if len(step.moves) <= MENUS * MENU else ()
        menus = self._menus(listed, say("Or the whole move"))
        ends = [self._stop(step.stop, say("Stop on {point}", point=points[way[-1]]))] if step.stop else []
        last = (*ends, *self._back(step))
        return View(prompt, (Menu(MENU_OF_PAYLOADS, prompt, tuple(options[:MENU])), *menus, last), scene, listed)

    def _named(self, points: Sequence[int] | dict[int, list[Move]]) -> tuple[Target, ...]:
        return tuple(Target(point, self.match.game.ruleset.board.points[point]) for point in points)

    def _payload(self, move: Move) -> CallbackData:
        """The payload that plays a move whose price stands beside it."""
        return play_payload(self.match, move, consent=bool(price_of(self.match.game, move)))

    def _label(self, move: Move, step: Step | None) -> str:
        """A move in a menu; where what it takes off is known, the rest of it."""
        known = step is not None and step.has_piece
        return move_label(self.match.game, replace(move, removed=()) if known else move, self.say)

    def _menus(self, moves: Sequence[Move], prompt: str, step: Step | None = None) -> list[Menu]:
        """Whole moves with their numbers, in as many menus as they need."""
        game = self.match.game
        options = [
            Option(f"{number} · {self._label(move, step)}", self._payload(move).argument)
            for number, move in enumerate(moves, start=1)
        ]
        menus = []
        for start in range(0, min(len(options), MENUS * MENU), MENU):
            # Menus of one message need different payloads; the part in front of the move's number is all it is for.
            data = CallbackData(Action.PLAY, self.match.code, game.ply, str(start) if start else "")
            menus.append(Menu(str(data), prompt, tuple(options[start : start + MENU])))
        return menus

    def _back(self, step: Step) -> tuple[Button, ...]:
        earlier = step.picked[:-1]
        while earlier and step_for(self.match.game, earlier).picked == step.picked:
            earlier = earlier[:-1]
        along = step.moves[0] if len(earlier) > 1 else None
        return (Button(self.say("Back"), self.pick(earlier, along)),)


def _long(moves: Sequence[Move]) -> list[Move]:
    """The moves that are drawn as routes, because the point at which they end does not tell them."""
    ends = Counter(move.target for move in moves)
    return [move for move in moves if move.path and (len(move.captured) > 1 or ends[move.target] > 1)]
