"""What is only looked at: boards, lists, rules, help, settings."""

from dataclasses import replace

from bot.app.analyses import may_be_analysed
from bot.app.board import button, public_board
from bot.app.callback_data import BadCallbackData, CallbackData
from bot.app.context import Context
from bot.app.images import scene_of
from bot.app.match_resolver import Wanted, find_match, is_playing, is_turn_of
from bot.app.settings import FIELDS, settings_panel
from bot.app.text import rules
from bot.chat import Answer, Button, Menu, Option, Row, Style
from bot.chat.commands import COMMANDS, game_key
from bot.matches.match import Match
from bot.matches.status import Status
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.record import format_record
from engine.ruleset import Ruleset
from engine.textboard import text_board

LISTED = 25
OPTION_LENGTH = 100
RECORD_LENGTH = 900
"""What fits beside a picture on every platform."""


async def board_command(context: Context, code: str, public: bool, as_text: bool) -> Answer:
    """``/board``: the board of a match, for this person, or anew for everybody here."""
    wanted = Wanted(lambda match: match.side_of(context.player.id) is not None, acts=False)
    match = await find_match(context, code, wanted)
    if public:
        return await context.show_again(match)
    return await own_view(context, match, as_text)


async def pressed_view(context: Context, data: CallbackData) -> Answer:
    """*My view*: in this person's orientation, theme and language."""
    return await own_view(context, await context.matches.get(data.code))


async def own_view(context: Context, match: Match, as_text: bool = False) -> Answer:
    """The board of a match for this person alone, in their orientation, theme and language."""
    look = context.look(match)
    answer = await public_board(
        await context.services.showing(match, context.say), look, context.say, context.services.images
    )
    answer = replace(answer, private=True, replace=True)
    if not as_text:
        return answer
    return replace(answer, picture=None, code=text_board(match.game.ruleset, match.game.position, look.orientation))


async def games_command(context: Context) -> Answer:
    """``/games``: this person's matches, most urgent first."""
    say = context.say
    mine = await context.matches.of_player(context.player.id)
    if not mine:
        return Answer(
            title=say("Your matches"), text=say("You have no match under way. /play begins one."), replace=True
        )
    lines, options = [], []
    for match in mine[:LISTED]:
        lines.append(await match_line(context, match))
        options.append(Option(lines[-1][:OPTION_LENGTH], str(CallbackData("vw", match.code, match.game.ply))))
    menu = Menu(str(CallbackData("go")), say("Open a match"), tuple(options))
    return Answer(title=say("Your matches"), text="\n".join(lines), rows=(menu,), replace=True)


async def match_line(context: Context, match: Match) -> str:
    """A match in one line: code, game, players, and whose turn it is."""
    names = await context.services.names(match, context.say)
    players = f"{names[0] or '?'} - {names[1] or '?'}"
    return f"{match.code} · {match.game.ruleset.name} · {players} · {_state(context, match)}"


def _state(context: Context, match: Match) -> str:
    say = context.say
    if match.status is Status.INVITED:
        return say("invitation")
    if match.status is not Status.PLAYING:
        return say("over")
    return say("your turn") if match.side_of(context.player.id) == match.game.turn else say("their turn")


async def pressed_more(context: Context, data: CallbackData) -> Answer:
    """*More*: the moves so far, and what else can be done."""
    match = await context.matches.get(data.code)
    say = context.say
    mine = match.side_of(context.player.id) is not None
    rows: list[Row] = []
    if is_playing(match) and mine:
        rows.append(
            (
                button(match, say("Offer draw"), "dr"),
                button(match, say("Take back"), "tb"),
                button(match, say("Resign"), "rs", Style.DANGER),
                button(match, say("Call off"), "co"),
            )
        )
    hint = (button(match, say("Hint"), "hi", argument="1"),) if is_turn_of(context.player)(match) else ()
    analysed = (mine or match.status is Status.OVER) and may_be_analysed(match) and match.game.moves
    analyse = (button(match, say("Analyse"), "an", argument="0"),) if analysed else ()
    rows.append((*hint, *analyse, button(match, say("Rules"), "rl")))
    names = await context.services.names(match, context.say)
    record = format_record(match.game, {"White": names[0] or "?", "Black": names[1] or "?", "Site": match.code})
    tail = record if len(record) <= RECORD_LENGTH else "... " + record[-RECORD_LENGTH:]
    return Answer(title=f"{match.code} · {match.game.ruleset.name}", code=tail, rows=tuple(rows), replace=True)


async def rules_command(context: Context, game: str) -> Answer:
    """``/rules``: the cards of a game, or the list of games."""
    say = context.say
    if not game:
        options = tuple(Option(ruleset.name, ruleset.key) for ruleset in rulesets())
        menu = Menu(str(CallbackData("rg")), say("Which game?"), options)
        return Answer(title=say("Rules"), text=say("The rules of which game?"), rows=(menu,), replace=True)
    key = game_key(game)
    if key is None:
        return unknown_game(context, game)
    return await _card(context, find_ruleset(key), rules.TOPICS[0])


async def pressed_rules(context: Context, data: CallbackData) -> Answer:
    """*Rules* below a match."""
    match = await context.matches.get(data.code)
    return await _card(context, match.game.ruleset, rules.TOPICS[0])


async def pressed_rules_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen among the rules, with ``:topic`` for one of its cards."""
    game, _, topic = data.argument.partition(":")
    cards = {card.key: card for card in rules.TOPICS}
    key = game_key(game)
    if key is None or (topic and topic not in cards):
        raise BadCallbackData(str(data))
    return await _card(context, find_ruleset(key), cards[topic] if topic else rules.TOPICS[0])


async def _card(context: Context, ruleset: Ruleset, topic: rules.Topic) -> Answer:
    say = context.say
    buttons = tuple(
        Button(
            say(card.title),
            str(CallbackData("rg", argument=f"{ruleset.key}:{card.key}")),
            Style.MAIN if card is topic else Style.PLAIN,
        )
        for card in rules.TOPICS
    )
    scene = scene_of(Game.begin(ruleset), ("", ""), context.own_look(0), say)
    return Answer(
        title=f"{ruleset.name} · {say(topic.title)}",
        text="\n".join(topic.tell(ruleset, say)),
        picture=await context.services.images.picture(scene, say),
        rows=(buttons,),
        replace=True,
    )


async def help_command(context: Context) -> Answer:
    """``/help``: what can be said, in this person's language."""
    say = context.say
    lines = [f"/{spec.name} - {say(spec.summary)}" for spec in COMMANDS]
    lines.append(say("Below a board: Your move shows what you can play. Moves are typed as c3-c4 or c3xe5."))
    return Answer(
        title=say("Papan keeps the board for traditional games of the Malay archipelago."),
        text="\n".join(lines),
        rows=((Button(say("New game"), str(CallbackData("nn")), Style.MAIN),),),
    )


async def settings_command(context: Context) -> Answer:
    """``/settings``: the panel."""
    return settings_panel(context.player, context.say)


async def pressed_setting(context: Context, data: CallbackData) -> Answer:
    """A value chosen in the panel takes effect at once, its words included."""
    field, _, value = data.argument.partition(":")
    if value not in FIELDS.get(field, ()):
        raise BadCallbackData(str(data))
    player = await context.people.change_settings(context.player.id, **{field: value})
    return settings_panel(player, words(player.language) if player.language else context.say)


async def pressed_nothing(context: Context, data: CallbackData) -> Answer:
    """A point of the grid that cannot be chosen now (where a platform cannot switch buttons off)."""
    return Answer(text=context.say("{point} cannot be chosen now.", point=data.argument), brief=True)


def unknown_game(context: Context, game: str) -> Answer:
    """No game has this name: name those there are."""
    known = ", ".join(ruleset.name for ruleset in rulesets())
    return Answer(text=context.say("There is no game called {name}. There are: {known}.", name=game[:40], known=known))
