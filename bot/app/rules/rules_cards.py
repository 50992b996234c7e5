"""``/rules``: the cards of a game's rules, with its sources behind a button of their own."""

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.pictures.images import scene_of
from bot.app.play.game_chooser import Purpose, families_panel, family_of, family_panel, named_games, versions_menu
from bot.app.requests.context import Context, side_look
from bot.app.requests.visibility import check_may_see, for_all, offer_to_all
from bot.app.rules import rules_text as rules
from bot.app.text.names import game_name
from bot.chat import Answer, Button, PrivatePanel, Style
from bot.chat.games import game_key
from engine.game import Game
from engine.games import find_ruleset
from engine.ruleset import Ruleset


async def rules_command(context: Context, game: str) -> Answer:
    """``/rules``: the cards of a game, or the list of games."""
    key = game_key(game)
    if key is None:
        purpose = _purpose(context)
        return named_games(context, purpose, game) if game else await families_panel(context, purpose)
    return await _card(context, find_ruleset(key), rules.TOPICS[0])


def _purpose(context: Context) -> Purpose:
    say = context.say
    return Purpose(say("Rules"), say("The rules of which game?"), "rules", Action.RULES_FAMILY, Action.RULES)


async def pressed_rules_family(context: Context, data: CallbackData) -> Answer:
    """A family of games whose rules can be told. Raises BadCallbackData."""
    return await family_panel(context, _purpose(context), family_of(data.argument))


async def pressed_rules(context: Context, data: CallbackData) -> Answer:
    """*Rules* below a match: the first card of its game."""
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    return await _card(context, match.game.ruleset, rules.TOPICS[0])


async def pressed_rules_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen in the menu, or one of its cards: ``game:topic``. Raises BadCallbackData."""
    game, _, topic = data.argument.partition(":")
    cards = {card.key: card for card in (*rules.TOPICS, rules.SOURCES)}
    if topic and topic not in cards:
        raise BadCallbackData(str(data))
    return await _card(context, ruleset_named(game), cards[topic] if topic else rules.TOPICS[0])


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """*Show to all* on a card. Raises BadCallbackData."""
    return for_all(context, await pressed_rules_game(context, data))


async def _card(context: Context, ruleset: Ruleset, topic: rules.Topic) -> Answer:
    """A card with a picture of the start; without one for the sources, whose text is too long for a caption."""
    say = context.say
    topics = tuple(_topic_button(context, ruleset, card, card is topic) for card in rules.TOPICS)
    picture = None
    if topic is not rules.SOURCES:
        scene = scene_of(Game.begin(ruleset), ("", ""), side_look(context, 0), say)
        picture = await context.tools.images.picture(scene, say)
    others = versions_menu(context, ruleset, CallbackData(Action.RULES))
    return PrivatePanel(
        title=f"{game_name(ruleset, say)} · {say(topic.title)}",
        text="\n".join(topic.tell(ruleset, say)),
        picture=picture,
        rows=(
            topics,
            *((others,) if others else ()),
            (_topic_button(context, ruleset, rules.SOURCES, topic is rules.SOURCES),),
        ),
        to_all=await offer_to_all(context, _data(Action.SHOW_RULES, ruleset, topic)),
        replace=True,
    )


def _topic_button(context: Context, ruleset: Ruleset, topic: rules.Topic, is_open: bool) -> Button:
    data = _data(Action.RULES, ruleset, topic)
    return Button(context.say(topic.title), str(data), Style.MAIN if is_open else Style.PLAIN)


def _data(action: Action, ruleset: Ruleset, topic: rules.Topic) -> CallbackData:
    return CallbackData(action, argument=f"{ruleset.short_id}:{topic.key}")
