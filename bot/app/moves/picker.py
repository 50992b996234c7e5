"""Guided entry of a move: piece, then destination, or the whole move at once; routes drawn, or landing by landing.

A panel holds no state. The points picked so far stand in the payload (bot/app/moves/move_steps.py), and every step
narrows the present legal moves down by them. The price of a move stands beside it, so choosing it here accepts the
price.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, CallbackData
from bot.app.moves.move_steps import move_argument, pick_argument, second_argument, shared_by, step_for, ways_on
from bot.app.pictures.images import ImageRenderer, Look, scene_of
from bot.app.text.moves import dropped_name, dropped_noun, move_label, move_text, price_of
from bot.app.text.names import game_name, piece_name
from bot.chat import Button, Menu, Option, PrivatePanel, Row, Style
from bot.matches.match import Match
from bot.words import N_, Words
from engine.game import Game
from engine.moves import Move, without
from engine.position import EMPTY
from engine.ruleset import Obligation
from engine.turns import PartialMove, choices
from engine.work import within
from renderer import Route, Scene, Target

MENU = 25
"""A menu holds at most this many lines on any platform."""
LISTED = 3 * MENU
"""The most whole moves that stand in one panel."""
COUNTED = 4
"""The most ways on that are counted."""
LEAPS = 50
"""The most leaps of a piece that are looked at to tell how many pieces it can take."""
ROUTES = 6
"""The most routes that can be told apart in one picture; more are chosen landing by landing."""


_PUT = (
    N_("Put your first {piece} on a point."),
    N_("Put your second {piece} on a point."),
    N_("Put your third {piece} on a point."),
    N_("Put your fourth {piece} on a point."),
)
ACCEPTED, ASKED = "!", "="
"""Behind a move in a payload: its price is accepted; it has been shown, and is to be played now."""


def play_payload(match: Match, move: Move, consent: bool = False, *, asked: bool = False) -> CallbackData:
    """The payload that plays a legal move."""
    marks = f"{ACCEPTED if consent else ''}{ASKED if asked else ''}"
    argument = f"{move_argument(match.game.first_choice, move)}{marks}"
    return CallbackData(Action.PLAY, match.code, match.game.ply, argument)


def play_button(
    match: Match, move: Move, label: str, consent: bool = False, style: Style = Style.PLAIN, disabled: bool = False
) -> Button:
    """A button that plays one of the legal moves of this ply."""
    return Button(label, str(play_payload(match, move, consent)), style, disabled)


@dataclass(frozen=True)
class Picking:
    """The use of the move that is picked: the actions of the buttons, and what stands before their arguments.
    The panel may show a position that is some moves ``ahead`` of the match. ``asks``: the move is the answer to a
    question, so nothing in the panel tells what a move does, and none stands first because it does the most.
    """

    opens: str = Action.MOVE
    picks: str = Action.PICK
    plays: str = Action.PLAY
    before: str = ""
    ahead: int = 0
    asks: bool = False


@dataclass(frozen=True)
class PickerPage:
    """The panel at one step: the question, the controls, the picture with them, and the moves that it numbers."""

    prompt: str
    rows: tuple[Row, ...]
    scene: Scene
    listed: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Panel:
    """The private panel of one person for the present ply of a game: that of a match, whose code it has, or another."""

    code: str
    game: Game
    names: tuple[str, str]
    look: Look
    say: Words
    purpose: Picking = Picking()

    async def answer(self, images: ImageRenderer, page: PickerPage) -> PrivatePanel:
        """The panel with a page, below the obligations that the rules set for this turn."""
        text = "\n".join(line for line in (self.duty(), page.prompt) if line)
        title = f"{self.code} · {game_name(self.game.ruleset, self.say)}"
        picture = await images.picture(page.scene, self.say)
        return PrivatePanel(title=title, text=text, picture=picture, rows=page.rows, replace=True)

    async def routes(self, images: ImageRenderer, page: PickerPage) -> PrivatePanel:
        """The panel with several moves that fit the typed text: none is chosen silently."""
        return PrivatePanel(
            title=self.say("Which way?"),
            text=self.say("More than one move fits. Choose the one you mean."),
            picture=await images.picture(page.scene, self.say),
            rows=page.rows,
            replace=True,
        )

    @cached_property
    def first(self) -> PartialMove:
        """The move before anything is picked. It keeps its answers, so they are computed once for the whole panel."""
        return self.game.first_choice

    def page(self, picked: Sequence[int]) -> PickerPage:
        """The page with the next choice after these points."""
        step = step_for(self.first, picked)
        if not step.way and not step.is_last:
            return self._pieces(step)
        if _forks(step) and step.count(LISTED + 1) > LISTED:
            return self._landings(step)
        return self._ways(step, self._ordered(step.some(LISTED)))

    def among(self, moves: Sequence[Move], picked: Sequence[int]) -> PickerPage:
        """A choice among some of the legal moves; where they were too many to be listed, among all after ``picked``."""
        if not moves:
            return self.page(picked)
        step = self.first.along(shared_by(moves))
        return self._ways(step, moves) if step.way else self.all_moves(moves)

    def all_moves(self, moves: Sequence[Move], *rows: Row) -> PickerPage:
        """The page with whole moves only, in one list."""
        prompt = self.say("Which move?")
        scene = replace(self.scene(), targets=self._named(sorted({move.origin for move in moves if move.path})))
        return PickerPage(prompt, (*self._menus(moves, prompt), *rows), scene, tuple(moves))

    def only_move(self) -> PickerPage | None:
        """The page with the only move there is, as one button; None where there are several."""
        found = self.first.some(2)
        if len(found) != 1:
            return None
        return self._one(self.first, found[0], self.say("This is the only move you have."))

    def _one(self, step: PartialMove, move: Move, prompt: str, *others: Button) -> PickerPage:
        """The page with the only move of a step as one button, and others beside it."""
        scene = self.scene(step)
        if move.path:
            scene = replace(scene, selected=move.path[0], routes=(Route(move.path, move.captured, ""),))
        play = Button(self._label(move, step), self._payload(move), Style.GOOD)
        return PickerPage(prompt, ((play, *others),), scene)

    def scene(self, step: PartialMove | None = None) -> Scene:
        """The board for a step: pieces that were chosen to leave it first are off it."""
        scene = replace(scene_of(self.game, self.names, self.look, self.say), last=None)
        position = scene.position
        for point in step.taken_off if step else ():
            position = without(position, point)
        return replace(scene, position=position)

    def pick(self, picked: Sequence[int]) -> str:
        """The payload of the panel after these picks."""
        purpose = self.purpose
        if not picked:
            return self._data(purpose.opens, purpose.before)
        argument = pick_argument(self.first, picked, self.game.ruleset.board.points)
        return self._data(purpose.picks, purpose.before + argument)

    def play(self, move: Move) -> str:
        """The payload that plays a move whose price, where it has one, is asked for then."""
        return self._data(self.purpose.plays, f"{self.purpose.before}{move_argument(self.first, move)}")

    def _data(self, action: str, argument: str = "") -> str:
        return str(CallbackData(action, self.code, self.game.ply - self.purpose.ahead, argument))

    def duty(self) -> str:
        """The obligations of this turn in words; empty where there is none to be told."""
        if self.first.captures:
            match self.game.ruleset.obligation:
                case Obligation.FORCED:
                    return self.say("You must capture.")
                case Obligation.FORFEIT:
                    return self.say("You can capture. A quiet move instead costs one of the pieces that could.")
                case Obligation.OPTIONAL:
                    return ""
        return ""

    def _pieces(self, step: PartialMove) -> PickerPage:
        """The page that asks for a piece, with whole moves beside: all if few; after a forfeit, as many as fit."""
        game, say = self.game, self.say
        points = game.ruleset.board.points
        by_point = step.takes_off or step.drops or self.purpose.asks
        following = sorted(step.following) if by_point else step.following
        options = []
        for point in following:
            cell = game.position.cells[point]
            name = "" if cell == EMPTY else f" · {piece_name(game.ruleset, cell, say)}"
            takes = "" if step.takes_off else self._takes(step.then(point))
            options.append(Option(f"{points[point]}{name}", points[point], takes))
        prompt = self.asked(step)
        rows: list[Row] = list(self._picks(step, prompt, options))
        most = LISTED if game.position.pending and step.picked else MENU
        listed = self._ordered(_all(step, most))
        rows += self._menus(listed, say("Or the whole move"))
        if step.stop:
            rows.append((self._stop(step.stop, say("Leave them there")),))
        if step.picked:
            rows.append(self._back(step))
        scene = replace(self.scene(step), targets=self._named(following))
        return PickerPage(prompt, tuple(rows), scene, listed)

    def _takes(self, step: PartialMove) -> str:
        """The number of pieces that can be taken from here on, if it is found without looking at very many captures."""
        if not step.captures or self.purpose.asks:
            return ""
        most = within(LEAPS, step.most, 0)
        if not most:
            return self.say("can take pieces")
        return self.say.plural("can take {count} piece", "can take {count} pieces", most)

    def asked(self, step: PartialMove) -> str:
        """The question about the next point."""
        say, number = self.say, len(step.picked) + 1
        if step.forfeits:
            return say("Which piece does your opponent lose?")
        if step.takes_off:
            count = len(step.picked) + step.takes_off
            if count == 1:
                return say("Which piece do you take off?")
            return say("Which piece do you take off? ({number} of {count})", number=number, count=count)
        if step.drops == 1:
            return say.sentence("Where does the {piece} go?", piece=dropped_name(self.game.ruleset, 1, say))
        if step.drops:
            return self._put(number, step.drops)
        return say("Which piece do you put elsewhere?") if self.game.position.opening else say("Which piece?")

    def puts(self) -> tuple[str, ...]:
        """The questions about each of the pieces that a turn puts on the board; none where it is not several."""
        count = 0 if self.first.takes_off or self.first.drops == 1 else self.first.drops
        return tuple(self._put(number, count) for number in range(1, count + 1))

    def _put(self, number: int, count: int) -> str:
        say = self.say
        piece = say.noun(dropped_noun(self.game.ruleset, count))
        if number <= len(_PUT):
            return say.sentence(_PUT[number - 1], piece=piece)
        return say.sentence(
            "Put your next {piece} on a point. ({number} of {count})", piece=piece, number=number, count=count
        )

    def _picks(self, step: PartialMove, prompt: str, options: Sequence[Option]) -> list[Menu]:
        """The next points in one menu, or in two where one does not hold them."""
        argument = pick_argument(self.first, step.picked, self.game.ruleset.board.points)
        arguments = (argument, second_argument(argument))
        return [
            Menu(
                self._data(self.purpose.picks, self.purpose.before + named),
                _part(prompt, [option.value for option in options], start),
                tuple(options[start : start + MENU]),
            )
            for named, start in zip(arguments, range(0, len(options), MENU), strict=False)
        ]

    def _stop(self, move: Move, label: str) -> Button:
        """The button that ends the move here though it could go on."""
        return Button(label, self._payload(move), Style.GOOD)

    def _ways(self, step: PartialMove, moves: Sequence[Move]) -> PickerPage:
        """The page that asks where to: ends are numbered, long captures drawn as routes; if many, hop by hop."""
        if _forks(step) and self._has_many_routes(step):
            return self._landings(step)
        prompt = self.say("Where to?") if step.way or step.drops else self.say("Which move?")
        if len(moves) == 1:
            return self._one(step, moves[0], prompt, *self._back(step))
        drawn = _long(moves)
        numbers = {move: str(number) for number, move in enumerate(moves, start=1)}
        ends = {move: move.target if move.path else _next_choice(step, move) for move in moves if move not in drawn}
        scene = replace(
            self.scene(step),
            selected=step.way[0] if step.way else None,
            targets=tuple(Target(end, numbers[move]) for move, end in ends.items() if end is not None),
            routes=tuple(Route(move.path, move.captured, numbers[move]) for move in drawn),
        )
        return PickerPage(prompt, (*self._menus(moves, prompt, step), self._back(step)), scene, tuple(moves))

    def _has_many_routes(self, step: PartialMove) -> bool:
        """Has the picked piece many routes? Asked from its first point, so that its ways keep their looks all along."""
        piece = self.first.along(step.picked[: len(step.picked) - len(step.way) + 1])
        return piece.count(LISTED + 1) > LISTED or len(_long(piece.some(LISTED))) > ROUTES

    def _landings(self, step: PartialMove) -> PickerPage:
        """The next landing of a capture that can go many ways, or the next few; the one way so far is drawn."""
        game, say = self.game, self.say
        points = game.ruleset.board.points
        listed = self._ordered(_all(step, LISTED))
        options = []
        for way in ways_on(step, len(step.following) if listed else MENU):
            if isinstance(way, Move):
                picked, label, value = choices(way), self._label(way, None), self._payload(way)
            else:
                picked, label, value = way.picked, "" if self.purpose.asks else self._count(way), self.pick(way.picked)
            landings = " ".join(points[point] for point in picked[len(step.picked) :])
            options.append(Option(" · ".join(filter(None, (landings, label))), value))
        prompt = say("Where does it land next?")
        scene = replace(
            self.scene(step),
            selected=step.way[0],
            routes=(Route(step.way, step.taken, ""),) if step.taken else (),
            targets=self._named(step.following),
        )
        menus = self._menus(listed, say("Or the whole move"))
        ends = [self._stop(step.stop, say("Stop on {point}", point=points[step.way[-1]]))] if step.stop else []
        last = (*ends, *self._back(step))
        return PickerPage(prompt, (Menu(MENU_OF_PAYLOADS, prompt, tuple(options[:MENU])), *menus, last), scene, listed)

    def _count(self, way: PartialMove) -> str:
        """The number of moves that begin with a way, in words."""
        count = way.count(COUNTED + 1)
        if count > COUNTED:
            return self.say("more than {count} ways on", count=COUNTED)
        return self.say.plural("{count} way on", "{count} ways on", count)

    def _named(self, points: Sequence[int]) -> tuple[Target, ...]:
        return tuple(Target(point, self.game.ruleset.board.points[point]) for point in points)

    def _payload(self, move: Move) -> str:
        """The payload that plays a move whose price stands beside it."""
        return self._data(self.purpose.plays, self._argument(move))

    def _argument(self, move: Move) -> str:
        accepted = "!" if price_of(self.game, move) else ""
        return f"{self.purpose.before}{move_argument(self.first, move)}{accepted}"

    def _label(self, move: Move, step: PartialMove | None) -> str:
        """The words of a move in a menu; without the pieces it takes off where these are known already."""
        known = step is not None and step.way
        shown = replace(move, removed=()) if known else move
        if self.purpose.asks:
            return move_text(self.game.ruleset, shown, self.say)
        return move_label(self.game, shown, self.say)

    def _ordered(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Moves as they are listed: those that take the most first, but by their points where one is the answer."""
        return tuple(sorted(moves, key=choices)) if self.purpose.asks else moves

    def _menus(self, moves: Sequence[Move], prompt: str, step: PartialMove | None = None) -> list[Menu]:
        """Whole moves with their numbers, in as many menus as they need."""
        options = [
            Option(f"{number} · {self._label(move, step)}", self._argument(move))
            for number, move in enumerate(moves[:LISTED], start=1)
        ]
        menus = []
        for start in range(0, len(options), MENU):
            # Menus of one message need different payloads; the part in front of the move's number is all it is for.
            data = self._data(self.purpose.plays, str(start) if start else "")
            part = _part(prompt, [str(number) for number in range(1, len(options) + 1)], start)
            menus.append(Menu(data, part, tuple(options[start : start + MENU])))
        return menus

    def _back(self, step: PartialMove) -> tuple[Button, ...]:
        earlier = step.picked[:-1]
        while earlier and step_for(self.first, earlier).picked == step.picked:
            earlier = earlier[:-1]
        return (Button(self.say("Back"), self.pick(earlier)),)


def _part(prompt: str, names: Sequence[str], start: int) -> str:
    """The prompt of one of several menus, with the first and the last that it holds; of a single one as it is."""
    if len(names) <= MENU:
        return prompt
    return f"{prompt} ({names[start]}-{names[min(start + MENU, len(names)) - 1]})"


def _all(step: PartialMove, most: int) -> tuple[Move, ...]:
    """All moves that begin with these steps; none where they are more than ``most``."""
    return step.some(most) if step.count(most + 1) <= most else ()


def _forks(step: PartialMove) -> bool:
    """Is there a choice of where a piece on its way goes next, or whether it stops?"""
    return bool(step.way) and len(step.following) + (step.stop is not None) > 1


def _next_choice(step: PartialMove, move: Move) -> int | None:
    """The point of a move that is picked next; None where it ends here."""
    return next((point for point in choices(move) if point not in step.picked), None)


def _long(moves: Sequence[Move]) -> list[Move]:
    """The moves that are drawn as routes, because the point at which they end does not tell them."""
    ends = Counter(move.target for move in moves)
    return [move for move in moves if move.path and (len(move.captured) > 1 or ends[move.target] > 1)]
