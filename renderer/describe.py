"""A scene in words, for those who cannot see the picture: the alt text of a board."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from engine.moves import Move
from renderer.scene import Scene
from renderer.taken import lost_pieces

LONGEST = 1000
"""Characters; Discord takes 1,024 for a description, Telegram as many for a caption."""

DESCRIPTION_WORDS = {
    "turn": "{game}, move {number}. {side} to move.",
    "over": "{game}. The game is over.",
    "result": "{side}: {result}.",
    "player": "{side}: {name}.",
    "kind": "{side}, {pieces} ({count}): {points}.",
    "pieces": "{side} ({count}): {points}.",
    "none": "{side}: nothing on the board.",
    "hand": "{side} in hand: {count}.",
    "lost": "{side} lost so far: {count}.",
    "path": "Last move: {path}.",
    "drops": "Last move: put on {points}.",
    "captured": "Taken: {points}.",
    "forfeited": "Forfeited: {points}.",
    "opening": "{side} must first take off: {count}.",
    "pending": "To be forfeited, one of: {points}.",
    "advice": "Recommended: {points}.",
    "forbidden": "Not allowed: {points}.",
    "allowed": "Allowed: {points}.",
    "selected": "Chosen: {point}.",
    "rings": "Ringed: {points}.",
    "numbers": "Numbered: {points}.",
    "number": "{label} on {points}",
    "choice": "To choose from: {points}.",
    "way": "The way so far: {path}.",
    "orientation": "Seen from the side of {side}.",
    "better": "Two boards. First, {pill}: {text}.",
    "played": "Second, {pill}: {text}.",
    "graph": "{game}: the chances of winning in the course of {count} turns.",
    "start": "At the start {side}: {percent} %.",
    "turned": "Turning point {label}, move {number}: {side} from {before} % to {after} %.",
    "end": "At the end {side}: {percent} %.",
    "rated": "{label}: rating {rating}, most likely from {low} to {high}.",
    "course": "In the best game the last {count} rated matches led from {first} to {last}, between {low} and {high}.",
    "place": "{place}: {name}, {told}.",
    "levels": "The computer's levels: {levels}.",
    "gone": "{place}: {name}, {told}, withdrawn.",
    "void": "{name} has withdrawn early: their games do not count.",
    "met": "{first} against {second}.",
    "playing": "Under way: {pairs}.",
    "champion": "{name} is the champion.",
    "final": "Final:",
    "semifinals": "Semi-finals:",
    "quarterfinals": "Quarter-finals:",
    "stage": "Last {count}:",
    "beat": "{winner} beat {loser}.",
    "through": "{name} goes on without a match.",
}
"""The English of every message that a description may say."""

Say = Callable[..., str]
"""Gives a message in the reader's language; it is given the English, or within this package its key, and the facts."""


def describe(scene: Scene, say: Say) -> str:
    """The scene in at most 1,000 characters: whose turn, all pieces, the last move, what is marked.

    ``say`` is given an English message of ``DESCRIPTION_WORDS`` and its facts by name, and gives the sentence in the
    reader's language. Sentences that would not fit are left out from the end.
    """
    return fitting(sentences(scene, by_key(say)))


def by_key(say: Say) -> Say:
    """The same, given the key of a message."""
    return partial(_say, say)


def _say(say: Say, key: str, **facts: object) -> str:
    return say(DESCRIPTION_WORDS[key], **facts)


def fitting(found: Iterable[str]) -> str:
    """As many of the sentences as fit into a description."""
    text = ""
    for sentence in found:
        longer = f"{text} {sentence}".lstrip()
        if len(longer) > LONGEST:
            break
        text = longer
    return text


def sentences(scene: Scene, say: Say) -> Iterator[str]:
    """The scene, one sentence for each fact; ``say`` is given keys."""
    ruleset, position, sides = scene.ruleset, scene.position, scene.side_names
    name = scene.game_name or ruleset.name
    if scene.to_move_label:
        yield say("turn", game=name, number=position.number, side=sides[position.turn])
    else:
        yield say("over", game=name)
    for side in (0, 1):
        if scene.result[side]:
            yield say("result", side=sides[side], result=scene.result[side])
    yield from _last_move(scene, say)
    if position.opening:
        yield say("opening", side=sides[position.turn], count=position.opening)
    if position.pending:
        yield say("pending", points=_listed(scene, position.pending))
    for side in (0, 1):
        yield from _pieces(scene, side, say)
    yield from _marks(scene, say)
    for side in (0, 1):
        if scene.names[side]:
            yield say("player", side=sides[side], name=scene.names[side])
    for side in (0, 1):
        if scene.banks[side]:
            yield say("result", side=sides[side], result=scene.banks[side])
    yield say("orientation", side=sides[scene.orientation])


def _last_move(scene: Scene, say: Say) -> Iterator[str]:
    move, points = scene.last, scene.ruleset.board.points
    if move is None:
        return
    if move.path:
        yield say("path", path=" – ".join(points[point] for point in move.path))
    if move.drops:
        yield say("drops", points=_listed(scene, move.drops))
    taken = (*move.captured, *move.removed)
    if taken:
        yield say("captured", points=_listed(scene, taken))
    if forfeited := [point for point in lost_pieces(scene.ruleset, move, scene.before) if point not in taken]:
        yield say("forfeited", points=_listed(scene, forfeited))


def _pieces(scene: Scene, side: int, say: Say) -> Iterator[str]:
    ruleset, position, name = scene.ruleset, scene.position, scene.side_names[side]
    if not position.pieces(ruleset, side):
        yield say("none", side=name)
    own = [
        (kind, pieces) for kind, pieces in zip(ruleset.kinds, scene.names_of_kinds, strict=True) if kind.side == side
    ]
    heights = position.heights
    for kind, pieces in own:
        points = [point for point, cell in enumerate(position.cells) if cell == kind.letter]
        count = sum(heights[point] for point in points)
        if points and len(own) == 1:
            yield say("pieces", side=name, count=count, points=_standing(scene, points))
        elif points:
            yield say("kind", side=name, pieces=pieces, count=count, points=_standing(scene, points))
    if in_hand := sum(count for letter, count in position.hand if ruleset.side_of(letter) == side):
        yield say("hand", side=name, count=in_hand)
    if lost := scene.lost(side):
        yield say("lost", side=name, count=lost)


def _marks(scene: Scene, say: Say) -> Iterator[str]:
    points = scene.ruleset.board.points
    if scene.forbidden:
        yield say("forbidden", points=" – ".join(points[point] for point in scene.forbidden))
    if scene.advice:
        yield say(
            "allowed" if scene.forbidden else "advice",
            points=" – ".join(points[point] for point in _chosen(scene.advice)),
        )
    if scene.selected is not None:
        yield say("selected", point=points[scene.selected])
    if scene.rings:
        yield say("rings", points=_listed(scene, scene.rings))
    named = [target.point for target in scene.targets if target.label == points[target.point]]
    if named:
        yield say("choice", points=_listed(scene, named))
    numbers = [
        say("number", label=target.label, points=points[target.point])
        for target in scene.targets
        if target.point not in named
    ]
    numbers += [
        say("number", label=route.label, points=" – ".join(points[point] for point in route.path))
        for route in scene.routes
        if route.label
    ]
    if numbers:
        yield say("numbers", points=", ".join(numbers))
    for route in scene.routes:
        if not route.label:
            yield say("way", path=" – ".join(points[point] for point in route.path))


def _chosen(move: Move) -> tuple[int, ...]:
    """The points that tell a move: its way, or where pieces are put on the board or taken off it."""
    return move.path or move.drops or move.removed


def _listed(scene: Scene, points: Iterable[int]) -> str:
    return ", ".join(scene.ruleset.board.points[point] for point in points)


def _standing(scene: Scene, points: Iterable[int]) -> str:
    """The points, each stack with its height behind it."""
    names, heights = scene.ruleset.board.points, dict(scene.position.stacks)
    return ", ".join(names[point] + (f" ({heights[point]})" if point in heights else "") for point in points)
