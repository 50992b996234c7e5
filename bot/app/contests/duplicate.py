"""``/duplicate``: the same positions in all chats, compared once the week is over."""

from bot.app.buttons.callback_data import CallbackData
from bot.app.contests.duplicate_card import duplicate_buttons, lines_of_week, title_of_week
from bot.app.requests.context import Context
from bot.app.requests.hosts import check_may_open, check_may_play
from bot.app.requests.visibility import check_among
from bot.app.text.names import game_name
from bot.chat import Answer, PrivatePanel, Toast
from bot.chat.commands import words_for
from bot.matches.communities import OFF
from bot.matches.duplicate import POSITIONS, game_of_week, week_of
from bot.matches.duplicate_refusals import DuplicateOff, DuplicateWeekOver
from bot.matches.identity import Place
from bot.words import N_, typed_words
from engine.games import find_ruleset

SHOW, JOIN, LEAVE = "show", "join", "leave"
ACTS = ((SHOW, N_("Show it")), (JOIN, N_("Join it")), (LEAVE, N_("Leave it")))
ACT_WORDS = words_for(
    (SHOW, typed_words("show")),
    (JOIN, typed_words("join")),
    (LEAVE, typed_words("leave")),
)


async def duplicate_command(context: Context, act: str) -> Answer:
    """``/duplicate``: this week's positions in this chat. Raises DuplicateOff, and what joining and leaving raise."""
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /duplicate in a server or group: whoever is there can join.")
        return PrivatePanel(title=say("Duplicate"), text=text, replace=True)
    await check_among(context, place)
    if act == JOIN:
        return await _join(context, place)
    return await _leave(context, place) if act == LEAVE else await _shown(context, place)


async def pressed_join(context: Context, data: CallbackData) -> Answer:
    """*Join*. Raises what joining raises."""
    return await _join(context, await _of_button(context, data))


async def pressed_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*. Raises what leaving raises."""
    return await _leave(context, await _of_button(context, data))


async def _of_button(context: Context, data: CallbackData) -> Place:
    """The place of the week that a button is about. Raises DuplicateWeekOver, NotAmong."""
    found = await context.services.duplicates.view(data.argument)
    if found is None or found.week.until <= context.now():
        raise DuplicateWeekOver
    await check_among(context, found.duplicate.place)
    return found.duplicate.place


async def _join(context: Context, place: Place) -> Answer:
    """Join this week's. Raises what ``DuplicateService.join`` raises, and what keeps somebody from playing there."""
    found = await context.services.communities.of_place(place)
    if place == context.request.place:
        await check_may_open(context, found)
    else:
        await check_may_play(context, found, place)
    count = await context.services.duplicates.join(context.player, found.venue(place, context.say.language))
    return Toast(context.say("You are in: {count} so far.", count=count))


async def _leave(context: Context, place: Place) -> Answer:
    """Leave this week's. Raises NotInDuplicate."""
    await context.services.duplicates.leave(context.player.id, place)
    return Toast(context.say("You begin nothing more this week. What is over counts."))


async def _shown(context: Context, place: Place) -> Answer:
    """This week's, or the last one; how one begins, where there is none. Raises DuplicateOff."""
    say, found = context.say, await context.services.duplicates.of_place(place)
    week = week_of(context.now())
    is_this = found is not None and found.week.week == week
    if not is_this and (await context.services.communities.of_place(place)).chosen("duplicate") == OFF:
        raise DuplicateOff
    text = [] if found is None else lines_of_week(found, say)
    if not is_this:
        game = game_name(find_ruleset(game_of_week(week)), say)
        text.append(
            say(
                "This week: {count} positions of {game}, the same in every chat. Join: /duplicate join.",
                count=POSITIONS,
                game=game,
            )
        )
    buttons = duplicate_buttons(found, say) if found and is_this else ()
    return PrivatePanel(
        title=title_of_week(found, say) if found else say("Duplicate"),
        text="\n".join(text),
        rows=(buttons,) if buttons else (),
        replace=True,
    )
