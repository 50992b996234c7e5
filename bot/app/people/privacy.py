"""``/privacy``: what is kept and why, all of it as a file, and its removal."""

import json

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Answer, Button, File, FileMessage, PrivatePanel, Refusal, Style
from bot.matches.status import Status
from bot.services.requests import EVENTS_KEPT
from bot.words import Words

PAGE = 1_850
"""Characters of a page: all that is kept takes more than a message on Discord has room for."""


async def privacy_command(context: Context, what: str) -> Answer:
    """``/privacy``: what is kept, or its export or deletion where that is asked for."""
    if what == "export":
        return await _export(context)
    if what == "delete":
        return _ask(context)
    return _about(context)


async def pressed_about(context: Context, data: CallbackData) -> Answer:
    """*Keep my data*, and *Page 2*: what is kept, again."""
    return _about(context, int(data.argument) if data.argument.isdecimal() else 0)


async def pressed_export(context: Context, data: CallbackData) -> Answer:
    """*My data as a file*."""
    del data
    return await _export(context)


async def pressed_delete(context: Context, data: CallbackData) -> Answer:
    """*Delete my data*: asked once more."""
    del data
    return _ask(context)


async def pressed_delete_yes(context: Context, data: CallbackData) -> Answer:
    """*Delete it all*: done."""
    del data
    left = await context.services.people.erase(context.player)
    under_way = sum(match.status is Status.PLAYING for match in left)
    lines = [
        context.say(
            "Done. Nothing in my database says who you are any more. Messages stay in the chats until they are deleted "
            "there, some with your name in a board or a thread title; backups stay until whoever runs me deletes them. "
            "If you write to me again, you begin as a new player."
        )
    ]
    if under_way:
        lines.append(
            context.say.plural(
                "{count} match stays under way against a former player, with its clock stopped, until your opponent "
                "ends it.",
                "{count} matches stay under way against a former player, with their clocks stopped, until your "
                "opponents end them.",
                under_way,
            )
        )
    return PrivatePanel(title=context.say("Privacy"), text="\n".join(lines), replace=True)


def _about(context: Context, page: int = 0) -> Answer:
    say, pages = context.say, _pages(context)
    page = min(page, len(pages) - 1)
    beside = [each for each in (page - 1, page + 1) if 0 <= each < len(pages)]
    rows = (
        tuple(_turn_to(each, say) for each in beside),
        (
            Button(say("My data as a file"), str(CallbackData(Action.EXPORT_DATA))),
            Button(say("Delete my data"), str(CallbackData(Action.DELETE_DATA)), Style.DANGER),
        ),
    )
    return PrivatePanel(title=say("Privacy"), text=pages[page], rows=rows, replace=True)


def _turn_to(page: int, say: Words) -> Button:
    return Button(say("Page {number}", number=page + 1), str(CallbackData(Action.PRIVACY, argument=str(page))))


def _pages(context: Context) -> list[str]:
    """For what it is used, and then all that is kept, a line each; no page is longer than ``PAGE``."""
    say = context.say
    lines = (
        say(
            "What I keep about you is used for playing and nothing else, and passed on to nobody. Opponents see your "
            "name beside the board."
        ),
        say(
            "Positions of matches that have ended may become puzzles for all here, without a name; /settings, People, "
            "keeps yours out. A puzzle stays when you delete your data: nothing in it says whose it was."
        ),
        say(
            "Matches stay until you delete your data. What you write to me is kept until I have answered; for {days} "
            "days after that I only note that it came, not what it said.",
            days=EVENTS_KEPT.days,
        ),
        say("Messages in the chats stay there, some with your name in a board or a thread title; delete them there."),
        say("Kept about you, until you delete it or as long as it says:"),
        *(f"• {say(sentence)}" for sentence in context.services.people.kept),
    )
    pages = [""]
    for line in lines:
        longer = f"{pages[-1]}\n{line}".lstrip("\n")
        if len(longer) <= PAGE:
            pages[-1] = longer
        else:
            pages.append(line)
    return pages


async def _export(context: Context) -> Answer:
    say = context.say
    if not (context.able.one_person_messages or context.request.place.private):
        return Refusal(text=say("Not here, where others might see it. Ask me in our private chat: /privacy"))
    kept = await context.services.people.export(context.player.id)
    content = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    text = say("All that is kept about you, as JSON.")
    return FileMessage(title=say("Privacy"), text=text, file=File("papan.json", content))


def _ask(context: Context) -> Answer:
    say = context.say
    text = say(
        "Your invitations are withdrawn, your matches under way are called off or given up; those over days stand "
        "still until your opponents end them. Your opponents keep their matches against a former player. This cannot "
        "be undone."
    )
    rows = (
        (
            Button(say("Delete it all"), str(CallbackData(Action.CONFIRM_DELETE_DATA)), Style.DANGER),
            Button(say("Keep my data"), str(CallbackData(Action.PRIVACY))),
        ),
    )
    return PrivatePanel(title=say("Delete my data"), text=text, rows=rows, replace=True)
