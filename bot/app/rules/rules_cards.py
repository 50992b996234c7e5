"""``/rules``: the cards of a game's rules, with its sources behind a button of their own."""

from dataclasses import replace

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.pictures.images import scene_of
from bot.app.play.learn_offer import learn_offer
from bot.app.requests.context import Context, side_look
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games, versions_menu
from bot.app.requests.visibility import check_may_see, for_all, offer_to_all
from bot.app.rules import rules_text as rules
from bot.app.rules.why import CARD_OF, example_of, why_lines
from bot.app.text.names import game_name
from bot.chat import Answer, Button, PrivatePanel, Style
from bot.chat.games import game_key
from bot.matches.status import Status
from engine.example import Refused
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import capturers, drop_letter
from engine.refusal import Reason
from engine.refused import REFUSED
from engine.ruleset import Ruleset
from renderer import Scene


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
    """*Rules* below a match: the card of its game that matters as it stands."""
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    key = "goal" if match.status is Status.INVITED else topic_now(match.game)
    return await _card(context, match.game.ruleset, next(topic for topic in rules.TOPICS if topic.key == key))


def topic_now(game: Game) -> str:
    """The key of the topic that matters in a position: whoever asks for the rules there has a question about it."""
    ruleset, position = game.ruleset, game.position
    if game.outcome:
        return "ending"
    if position.opening:
        return "goal"
    if position.pending or capturers(ruleset, position):
        return "capturing"
    if drop_letter(ruleset, position):
        return "goal"
    return "ending" if _runs_out(game) else "moving"


def _runs_out(game: Game) -> bool:
    """Has half of the moves that a game may last without progress gone by?"""
    rules_of_game = game.ruleset.no_progress_rules
    return any(2 * gone >= rule.plies for gone, rule in zip(game.counts, rules_of_game, strict=True))


async def pressed_rules_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen in the menu, or one of its cards: ``game:topic``. Raises BadCallbackData."""
    game, _, topic = data.argument.partition(":")
    cards = {card.key: card for card in (*rules.TOPICS, rules.SOURCES)}
    if topic and topic not in cards:
        raise BadCallbackData(str(data))
    return await _card(context, ruleset_named(game), cards[topic] if topic else rules.TOPICS[0])


async def pressed_why(context: Context, data: CallbackData) -> Answer:
    """*Why?* beside a refused move, ``game:reason``: the rule that forbids it. Raises BadCallbackData."""
    game, _, name = data.argument.partition(":")
    if name not in Reason.__members__:
        raise BadCallbackData(str(data))
    ruleset, reason, say = ruleset_named(game), Reason[name], context.say
    rule, example = CARD_OF[reason], REFUSED.get((ruleset.key, reason))
    topic = next(card for card in rules.TOPICS if card.key == rule.topic)
    picture = await context.tools.images.picture(_refused_scene(context, example), say) if example else None
    whole = Button(say("All rules"), str(_data(Action.RULES, ruleset, topic)))
    return PrivatePanel(
        title=f"{game_name(ruleset, say)} · {say(topic.title)}",
        text="\n".join(why_lines(ruleset, reason, say)),
        picture=picture,
        rows=((whole,),),
        replace=True,
    )


def _refused_scene(context: Context, example: Refused) -> Scene:
    """The position of an example, with the move that is refused and the one that is allowed."""
    game = example.begun()
    scene = scene_of(game, ("", ""), side_look(context, game.position.turn), context.say)
    return replace(scene, advice=example.allowed_move, forbidden=example.refused_path)


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """*Show to all* on a card. Raises BadCallbackData."""
    return for_all(context, await pressed_rules_game(context, data))


async def _card(context: Context, ruleset: Ruleset, topic: rules.Topic) -> Answer:
    """A card with an example of its own, or else the start; no picture for the sources, too long for a caption."""
    say = context.say
    topics = tuple(_topic_button(context, ruleset, card, card is topic) for card in rules.TOPICS)
    picture = None
    if topic is not rules.SOURCES:
        example = example_of(ruleset, topic.key)
        start = scene_of(Game.begin(ruleset), ("", ""), side_look(context, 0), say)
        scene = _refused_scene(context, example) if example else start
        picture = await context.tools.images.picture(scene, say)
    others = versions_menu(context, ruleset, CallbackData(Action.RULES))
    return PrivatePanel(
        title=f"{game_name(ruleset, say)} · {say(topic.title)}",
        text="\n".join(topic.tell(ruleset, say)),
        picture=picture,
        rows=(
            topics,
            *((others,) if others else ()),
            *((offer,) if (offer := await learn_offer(context, ruleset)) else ()),
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
