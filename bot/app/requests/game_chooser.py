"""Finding a game: one of the three that come first, among one's own last games, by its family, by what it is called,
or behind the game it varies.
"""

from dataclasses import dataclass, replace

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context, side_look
from bot.app.text.names import family_name, game_name, game_options, legend, marked_line, still_known
from bot.chat import Answer, Button, Menu, PrivatePanel, Row
from bot.chat.games import search
from bot.matches.communities import Community
from engine.games import find_ruleset, rulesets
from engine.ruleset import Family, Ruleset, spelling

FIRST = ("permainan-tabal", "main-tapal-empat", "malaysian-checkers")
"""The games that Papan was made for: their boards are shown to whoever asks for a game, and one press chooses one."""
LAST = 5
"""The number of a person's latest games that are offered before the families."""
NEAREST = 15
"""The most games offered for a name that no game has: enough for all hunts with tigers."""


@dataclass(frozen=True)
class Purpose:
    """The purpose of choosing a game: the action of a family's button, that of a game in a menu, and that of the same
    game by other rules.

    ``argument`` goes along in all. ``command`` is how a person asks for it. ``stays`` as for a ``PrivatePanel``.
    """

    title: str
    prompt: str
    command: str
    family: str
    game: str
    argument: str = ""
    stays: bool = False
    version: str = Action.CHOOSE_VERSION

    @property
    def chosen(self) -> CallbackData:
        """The action of choosing a game."""
        return CallbackData(self.game, argument=self.argument)


async def families_panel(context: Context, purpose: Purpose) -> PrivatePanel:
    """The panel that is shown first: the three first games with their boards, before them the one that is usual in the
    place; those that this person has begun last, and the families.
    """
    say, usual = context.say, usual_game(await context.community())
    first = [*((usual,) if usual else ()), *(find_ruleset(key) for key in FIRST if not usual or key != usual.key)]
    last = [each for each in await context.services.matches.games_of(context.player.id, LAST) if each not in first]
    menu = Menu(str(purpose.chosen), say("A game you played last"), game_options(last, say))
    return PrivatePanel(
        title=purpose.title,
        text=_lines(purpose.prompt, _by_name(context, purpose), legend(last, say)),
        picture=await context.tools.images.sheet(first, side_look(context, 0), say),
        rows=(
            tuple(_game_button(context, purpose, ruleset) for ruleset in first),
            *((menu,) if last else ()),
            _families(context, purpose),
        ),
        replace=True,
        stays=purpose.stays,
    )


def usual_game(found: Community) -> Ruleset | None:
    """The game that is played in a place where nobody names one; None where its hosts have chosen none, or one that
    there is not in this version.
    """
    return next(iter(still_known(filter(None, (found.usual_game,)))), None)


async def family_panel(context: Context, purpose: Purpose, family: Family) -> Answer:
    """The games of a family, each with a sentence and its board."""
    say = context.say
    games = [ruleset for ruleset in rulesets() if ruleset.family is family and not ruleset.variant]
    menu = Menu(str(purpose.chosen), say("Which game?"), game_options(games, say))
    return PrivatePanel(
        title=family_name(family, say),
        text=_lines(*(marked_line(ruleset, say) for ruleset in games), legend(games, say)),
        picture=await context.tools.images.sheet(games, side_look(context, 0), say),
        rows=(menu, _families(context, purpose, family)),
        replace=True,
        stays=purpose.stays,
    )


def named_games(context: Context, purpose: Purpose, name: str) -> Answer:
    """The answer to a name that no game has: the games with a name like it, and the families."""
    say = context.say
    found = search(name)[:NEAREST] if spelling(name) else ()
    text = say("There is no game called {name}.", name=name[:40])
    rows: tuple[Row, ...] = (_families(context, purpose),)
    if found:
        text = _lines(text, say("Is it one of these?"))
        rows = (Menu(str(purpose.chosen), say("Which game?"), game_options(found, say)), *rows)
    return PrivatePanel(title=purpose.title, text=text, rows=rows, replace=True, stays=purpose.stays)


def versions(ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """A game and its variants, in their order; nothing for a game without variants."""
    key = ruleset.like.key if ruleset.variant and ruleset.like else ruleset.key
    variants = [each for each in rulesets() if each.variant and each.like and each.like.key == key]
    return (find_ruleset(key), *variants) if variants else ()


def versions_menu(context: Context, ruleset: Ruleset, chosen: CallbackData) -> Menu | None:
    """The menu of a game's other rules; None where there are none."""
    others = [each for each in versions(ruleset) if each is not ruleset]
    if not others:
        return None
    return Menu(str(chosen), context.say("The same game by other rules"), game_options(others, context.say))


def versions_panel(context: Context, purpose: Purpose, ruleset: Ruleset) -> Answer:
    """The panel that asks by which rules a game is to be played."""
    say, all_of = context.say, versions(ruleset)
    menu = Menu(str(replace(purpose.chosen, action=purpose.version)), say("By which rules?"), game_options(all_of, say))
    text = _lines(*(marked_line(each, say) for each in all_of), legend(all_of, say))
    return PrivatePanel(title=game_name(ruleset, say), text=text, rows=(menu,), replace=True, stays=purpose.stays)


def _lines(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _by_name(context: Context, purpose: Purpose) -> str:
    command = f"/{purpose.command}"
    return context.say("{command} and the name of a game, or a part of it, finds any of them.", command=command)


def family_of(letter: str) -> Family:
    """The family that a button names by its first letter. Raises BadCallbackData."""
    for family in Family:
        if family.value[0] == letter:
            return family
    raise BadCallbackData(letter)


def _families(context: Context, purpose: Purpose, shown: Family | None = None) -> tuple[Button, ...]:
    return tuple(_family_button(context, purpose, family) for family in Family if family is not shown)


def _family_button(context: Context, purpose: Purpose, family: Family) -> Button:
    return _button(family_name(family, context.say), purpose, purpose.family, family.value[0])


def _game_button(context: Context, purpose: Purpose, ruleset: Ruleset) -> Button:
    return _button(game_name(ruleset, context.say), purpose, purpose.game, ruleset.short_id)


def _button(label: str, purpose: Purpose, action: str, chosen: str) -> Button:
    argument = f"{purpose.argument}:{chosen}" if purpose.argument else chosen
    return Button(label, str(CallbackData(action, argument=argument)))
