"""A message as Discord shows it: escaped text, an attachment with its description, buttons and select menus."""

import hashlib
import io
from dataclasses import replace
from typing import Any, TypeAlias

import discord
from discord.utils import escape_markdown

from bot.chat import (
    AllowedKind,
    BoardMessage,
    Button,
    Content,
    Menu,
    MessageLink,
    Person,
    PrivatePanel,
    Row,
    Style,
    TextField,
    TimeStyle,
    When,
    cut_at_word,
    file_in,
)
from bot.platforms.discord.directory import Directory
from bot.platforms.mentions import parts, with_commands
from bot.words import language_of, words

Arguments: TypeAlias = dict[str, Any]
"""Of a method of the library."""
CONTENT = 2000
DESCRIPTION = 1024
LABEL = 80
OPTION = 100
NONCE = 25
ROWS = IN_ROW = 5
FORM_TITLE = 45
FORM_TEXT = "text"
"""The name of the one field of a form."""
OPENS = "activity:"
"""Begins the payload of the button that opens a board as an activity; the code of the match follows."""
_STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.MAIN: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}
_TIMES = {TimeStyle.RELATIVE: "R", TimeStyle.CLOCK: "t", TimeStyle.DATE: "D"}


def send_arguments(content: Content, directory: Directory | None = None) -> Arguments:
    """The arguments that send something as a new message."""
    content = _with_opener(content, directory)
    found = _words(content, directory)
    if files := _files(content):
        found["files"] = files
    if components := components_of(content):
        found["view"] = components
    if content.silent:
        found["silent"] = True
    return found


def with_opening_button(content: Content) -> Content:
    """A panel that asks for a text too late for a form, with a button that asks again."""
    if not isinstance(content, PrivatePanel) or not content.asks:
        return content
    return replace(content, rows=((Button(content.asks.label, content.asks.payload),), *content.rows))


def form_of(field: TextField) -> discord.ui.Modal:
    """The form that asks for a text, with what stands there. What it sends reaches the client's own handler, so the
    library need not keep this object in memory.
    """
    words = discord.ui.TextInput[discord.ui.Modal](
        custom_id=FORM_TEXT,
        style=discord.TextStyle.paragraph,
        default=field.value or None,
        required=False,
        max_length=field.most,
    )
    form = discord.ui.Modal(title=field.label[:FORM_TITLE], custom_id=field.payload, timeout=None)
    form.add_item(discord.ui.Label(text=field.label[:FORM_TITLE], component=words))
    form.stop()
    return form


def edit_arguments(content: Content, directory: Directory | None = None) -> Arguments:
    """The arguments that turn an existing message into another, whatever it showed before."""
    content = _with_opener(content, directory)
    return {**_words(content, directory), "attachments": _files(content), "view": components_of(content)}


def opened_match(payload: str) -> str | None:
    """The match of the button that opens its board as an activity; None for another button."""
    return payload.removeprefix(OPENS) if payload.startswith(OPENS) else None


def _with_opener(content: Content, directory: Directory | None) -> Content:
    """A board with the button that opens it as an activity, where there is one and room for it."""
    if directory is None or not directory.has_activity:
        return content
    if not isinstance(content, BoardMessage | PrivatePanel) or not content.match:
        return content
    opener = Button(words(language_of(content.language))("Open the board"), f"{OPENS}{content.match}")
    *before, last = content.rows or ((),)
    if not isinstance(last, Menu) and len(last) < IN_ROW:
        return replace(content, rows=(*before, (*last, opener)))
    return replace(content, rows=(*content.rows, (opener,))) if len(content.rows) < ROWS else content


def nonce_of(event: str) -> str:
    """The key of the message that answers an event, by which Discord knows a repeated one."""
    return hashlib.sha256(event.encode()).hexdigest()[:NONCE]


def called(person: Person) -> discord.AllowedMentions:
    """Of all mentions in a message only that of this person calls."""
    return discord.AllowedMentions(
        users=[discord.Object(int(person.account))], everyone=False, roles=False, replied_user=False
    )


def _words(content: Content, directory: Directory | None) -> Arguments:
    """The text of a message, with a mention of whom it calls."""
    text = content_of(content, directory)
    if not isinstance(content, BoardMessage) or content.calls is None:
        return {"content": text, "allowed_mentions": discord.AllowedMentions.none()}
    return {"content": f"<@{content.calls.account}>\n{text}", "allowed_mentions": called(content.calls)}


def content_of(content: Content, directory: Directory | None = None) -> str:
    """Title in bold, text, and a code block, all escaped and within 2,000 characters; never empty.

    Each reader sees moments in their own zone. With a ``directory`` the commands and messages that the text names can
    be pressed. Where there is no room for all of that, the last of them stay words.
    """
    title = f"**{_plain(content.title)}**" if content.title else ""
    code = content.code.replace("```", "'''")
    block = f"```\n{code[: CONTENT // 2]}\n```" if code else ""
    room = CONTENT - len(title) - len(block) - 2
    led = (_leading(content, directory, count) for count in range(len(content.links), -1, -1))
    text = next((text for text in led if len(text) <= room), None) or _cut(_plain(content.text), room)
    return "\n".join(part for part in (title, text, block) if part) or "·"


def components_of(content: Content) -> discord.ui.View | None:
    """The message components (buttons and menus), None without any. Their interactions reach the client's own handler,
    so the library need not keep this object in memory.
    """
    if not content.rows:
        return None
    components = discord.ui.View(timeout=None)
    for number, row in enumerate(content.rows):
        for item in _items(row, number):
            components.add_item(item)
    components.stop()
    return components if components.children else None


def _items(row: Row, number: int) -> list[discord.ui.Item[discord.ui.View]]:
    if isinstance(row, Menu) and row.people:
        return [discord.ui.UserSelect(custom_id=row.payload, placeholder=row.prompt[:150], row=number)]
    if isinstance(row, Menu) and row.of is AllowedKind.CHANNEL:
        kinds = [discord.ChannelType.text, discord.ChannelType.forum]
        return [
            discord.ui.ChannelSelect(
                custom_id=row.payload, placeholder=row.prompt[:150], channel_types=kinds, row=number
            )
        ]
    if isinstance(row, Menu) and row.of is AllowedKind.ROLE:
        return [discord.ui.RoleSelect(custom_id=row.payload, placeholder=row.prompt[:150], row=number)]
    if isinstance(row, Menu):
        return [_select(row, number)] if row.options else []
    return [_button(item, number) for item in row if isinstance(item, Button)]


def _button(button: Button, number: int) -> discord.ui.Item[discord.ui.View]:
    return discord.ui.Button(
        label=button.label[:LABEL],
        custom_id=button.payload,
        style=_STYLES[button.style],
        disabled=button.disabled,
        row=number,
    )


def _select(menu: Menu, number: int) -> discord.ui.Item[discord.ui.View]:
    options = [
        discord.SelectOption(
            label=cut_at_word(option.label, OPTION),
            value=option.value,
            description=cut_at_word(option.detail, OPTION) or None,
            default=option.chosen,
        )
        for option in menu.options
    ]
    return discord.ui.Select(custom_id=menu.payload, placeholder=menu.prompt[:150], options=options, row=number)


def _files(content: Content) -> list[discord.File]:
    if content.picture:
        png, alt = io.BytesIO(content.picture.png), _cut(content.picture.alt, DESCRIPTION)
        return [discord.File(png, filename="board.png", description=alt)]
    if file := file_in(content):
        return [discord.File(io.BytesIO(file.content), filename=file.name)]
    return []


def _plain(text: str) -> str:
    """A text without markup and without mentions of people or channels."""
    return escape_markdown(text).replace("<", "\\<")


def _leading(content: Content, directory: Directory | None, count: int) -> str:
    """The text with the first ``count`` of its links: moments and messages; and with commands that can be pressed."""
    pieces = parts(content.text, content.links[:count])
    return "".join(_piece(text, link, content.language, directory) for text, link in pieces)


def _piece(text: str, link: MessageLink | When | None, language: str, directory: Directory | None) -> str:
    if isinstance(link, When):
        return f"<t:{int(link.moment.timestamp())}:{_TIMES[link.style]}>"
    if directory is None:
        return _plain(text)
    plain = with_commands(_plain(text), lambda name: directory.command(name, language))
    if link and directory.is_thread(link.place):
        return f"{plain} <#{link.place.chat}>"  # a quarter as long as an address
    url = directory.url(link) if link else ""
    return f"[{plain}]({url})" if url else plain


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: max(0, length - 1)].rstrip() + "…"
