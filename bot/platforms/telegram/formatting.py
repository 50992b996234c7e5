"""A message as Telegram shows it: HTML, a keyboard, and the few words of a toast."""

import html
from base64 import b64decode
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote

from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo
from telegram.constants import CallbackQueryLimit, InlineKeyboardMarkupLimit, KeyboardButtonStyle, MessageLimit

from bot.chat import (
    PAYLOAD_BYTES,
    BoardMessage,
    Button,
    Content,
    Invite,
    Menu,
    MessageLink,
    Option,
    Panel,
    PrivateChat,
    PrivatePanel,
    Row,
    Style,
    TextField,
    TimeStyle,
    Toast,
    When,
)
from bot.platforms.mentions import local_name, parts, with_commands
from bot.words import language_of, words

STRIP = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAUAAAAAUAQMAAADGNna8AAAAA1BMVEWZmZl86KQWAAAAEElEQVR42mNgGAWjYBSQAgADNAABhnQi4wAA"
    "AABJRU5ErkJggg=="
)
"""A grey picture, 320 by 20: what a board becomes that cannot be taken away. Telegram takes no picture more than 20
times as wide as high."""
TEXT_LIMIT = int(MessageLimit.MAX_TEXT_LENGTH)
CAPTION_LIMIT = int(MessageLimit.CAPTION_LENGTH)
TOAST_LIMIT = int(CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH)

PANEL = "~"
"""Stands before the payloads on a message that only answers one person: such a message may be edited into the next
answer, a board may not. A payload too long for it stays as it is; then the answer is a new message."""

HEADING = PANEL
"""Sent by the heading of a menu: a button too, for Telegram shows nothing else between buttons."""

ASKS = "asks"
"""The word of an address before the payload of a text that is asked for."""
PLACEHOLDER = 64
"""Characters in the empty field of a reply."""
SUPERGROUP = "-100"
"""So the numbers of supergroups begin."""

_STYLES = {
    Style.MAIN: KeyboardButtonStyle.PRIMARY,
    Style.GOOD: KeyboardButtonStyle.SUCCESS,
    Style.DANGER: KeyboardButtonStyle.DANGER,
}
_TIMES = {TimeStyle.RELATIVE: "r", TimeStyle.CLOCK: "t", TimeStyle.DATE: "D"}
_WIDTHS = ((4, 8), (11, 4), (18, 2))
"""Labels of at most so many characters stand so many in a row; longer ones have a row each."""
_LABEL = 48
"""Characters of a button that can be read on a phone."""


def html_of(content: Content, limit: int, *, times: bool = True, behind: str = "") -> str:
    """The words of a message within ``limit`` characters after the markup is taken out; never empty. ``times``: each
    moment is shown as it is for its reader, which not every server knows. ``behind`` is the address behind the title.
    """
    content = _in_local_names(content)
    prompts = () if _headed(content) else _asked(content)
    title, code = _cut(content.title, 256), content.code.strip("\n")
    rest = limit - sum(len(part) + 1 for part in (title, *prompts))
    text = _cut(content.text.strip(), max(0, rest - min(len(code) + 1, rest // 2)))
    code = _cut(code, max(0, rest - len(text) - 1))
    links = content.links if times else tuple(link for link in content.links if not isinstance(link, When))
    linked = "".join(_linked(_safe(piece), link) for piece, link in parts(text, links))
    heading = f"<b>{_safe(title)}</b>" if title else ""
    if behind:
        heading = f'<a href="{html.escape(behind)}">{heading or "·"}</a>'
    blocks = [heading, linked, f"<pre>{_safe(code)}</pre>" if code else ""]
    return "\n".join(part for part in (*blocks, *map(_safe, prompts)) if part) or "·"


def caption_of(content: Content, *, times: bool = True) -> str:
    """The words under a picture; may be empty. ``times`` is as in ``html_of``."""
    words = html_of(content, CAPTION_LIMIT, times=times)
    return "" if words == "·" else words


def toast_of(toast: Toast) -> str:
    """The words of a toast."""
    return _cut(_in_local_names(Content(text=toast.text, language=toast.language)).text, TOAST_LIMIT)


def alert_of(panel: Panel) -> str:
    """The words of a panel where an alert shows all that there is; empty where it would lose something."""
    more = panel.picture or panel.rows or panel.code or panel.links
    if more or (isinstance(panel, PrivatePanel) and (panel.updates or panel.asks)):
        return ""
    named = _in_local_names(panel)
    words = "\n".join(part for part in (named.title, named.text) if part)
    return words if len(words) <= TOAST_LIMIT else ""


@dataclass(frozen=True)
class AppAddress:
    """The page inside Telegram at ``url``, without a path; empty where there is none.

    In a ``private`` chat a button opens it at once. Groups may have no such buttons: a link leads to it there.
    """

    url: str = ""
    private: bool = False


def keyboard_of(
    content: Content, username: str, *, panel: bool, app: AppAddress = AppAddress()
) -> InlineKeyboardMarkup | None:
    """The buttons of a message; menus become buttons, invitations links to pass on."""
    headed = _headed(content)
    rows = [line for row in content.rows for line in (*_heading(row, headed), *_lines(row, username, panel=panel))]
    limit = int(InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER)
    while sum(map(len, rows)) > limit:
        rows.pop()
    if app.url and isinstance(content, BoardMessage | PrivatePanel) and content.match:
        rows[limit - 1 :] = []
        rows.append([_opener(content, username, app)])
    return InlineKeyboardMarkup(rows) if rows else None


def _opener(board: BoardMessage | PrivatePanel, username: str, app: AppAddress) -> InlineKeyboardButton:
    """The button that opens the live board of a match."""
    label = words(language_of(board.language))("Open the board")
    if app.private:
        return InlineKeyboardButton(label, web_app=WebAppInfo(f"{app.url}/m/{board.match}"))
    return InlineKeyboardButton(label, url=f"https://t.me/{username}?startapp={board.match}")


def _asked(content: Content) -> list[str]:
    """The questions of the menus of a message that its words do not ask."""
    said = {content.title, *content.text.splitlines()}
    menus = [row for row in content.rows if isinstance(row, Menu) and row.options]
    return [menu.prompt for menu in menus if menu.prompt and menu.prompt not in said]


def _headed(content: Content) -> Collection[str]:
    """The prompts that stand above their menus: a single one is the last of the words, if its menu comes first."""
    asked = _asked(content)
    first = content.rows[0] if content.rows else None
    return () if len(asked) == 1 and isinstance(first, Menu) and first.prompt == asked[0] else asked


def _heading(row: Row | Menu, headed: Collection[str]) -> Iterable[list[InlineKeyboardButton]]:
    if isinstance(row, Menu) and row.options and row.prompt in headed:
        colon = ":" if row.prompt[-1].isalnum() else ""
        yield [InlineKeyboardButton(f"{row.prompt}{colon}", callback_data=HEADING)]


def reply_asked(field: TextField) -> ForceReply:
    """The markup that has the client begin a reply to a message that asks for a text."""
    return ForceReply(input_field_placeholder=_cut(field.label, PLACEHOLDER))


def asks_url(username: str, payload: str) -> str:
    """The address behind the title of a message that asks for a text: so what a reply answers stands in the message."""
    return f"https://t.me/{username}?{ASKS}={quote(payload, safe='')}"


def asked_payload(url: str | None, username: str) -> str:
    """The payload in such an address; empty for any other."""
    begin = asks_url(username, "")
    return unquote(url.removeprefix(begin)) if url and url.startswith(begin) else ""


def read_data(data: str) -> tuple[str, bool]:
    """The payload in what a button sent, and whether it stood on a panel."""
    return data.removeprefix(PANEL), data.startswith(PANEL)


def invite_url(username: str, invite: Invite) -> str:
    """A link that offers to pass the invitation on, with its words, to a chat of one's choice."""
    link, words = quote(chat_url(username, invite.code), safe=""), quote(invite.words, safe="")
    return f"https://t.me/share/url?url={link}&text={words}"


def chat_url(username: str, link: str) -> str:
    """A link that opens the private chat with the bot, where ``link`` is asked."""
    return f"https://t.me/{username}?start={link}"


def message_url(link: MessageLink) -> str:
    """The address of a message, which only supergroups have; else empty."""
    place = link.place
    if not place.chat.startswith(SUPERGROUP) or not link.message.isdecimal():
        return ""
    return "/".join(
        part for part in (f"https://t.me/c/{place.chat.removeprefix(SUPERGROUP)}", place.thread, link.message) if part
    )


def _linked(safe: str, link: MessageLink | When | None) -> str:
    if isinstance(link, When):
        return f'<tg-time unix="{int(link.moment.timestamp())}" format="{_TIMES[link.style]}">{safe}</tg-time>'
    url = message_url(link) if link else ""
    return f'<a href="{url}">{safe}</a>' if url else safe


def _in_local_names(content: Content) -> Content:
    """The message with commands named as Telegram lists them in its language."""
    return replace(content, text=with_commands(content.text, lambda name: f"/{local_name(name, content.language)}"))


def _lines(row: Row, username: str, *, panel: bool) -> Iterable[list[InlineKeyboardButton]]:
    if isinstance(row, Menu):
        keys = [_key(_label(option), f"{row.payload}:{option.value}", panel=panel) for option in row.options]
        width = max((len(key.text) for key in keys), default=0)
        columns = next((columns for length, columns in _WIDTHS if width <= length), 1)
        return [keys[start : start + columns] for start in range(0, len(keys), columns)]
    keys = [_button(item, username, panel=panel) for item in row]
    return [keys] if keys else []


def _button(item: Button | Invite | PrivateChat, username: str, *, panel: bool) -> InlineKeyboardButton:
    match item:
        case Invite():
            return InlineKeyboardButton(item.label, url=invite_url(username, item))
        case PrivateChat():
            return InlineKeyboardButton(item.label, url=chat_url(username, item.link))
        case Button():
            style = None if item.disabled else _STYLES.get(item.style)
            return _key(item.label, item.payload, style, panel=panel)


def _key(label: str, payload: str, style: str | None = None, *, panel: bool) -> InlineKeyboardButton:
    marked = PANEL + payload if panel and len(payload.encode()) < PAYLOAD_BYTES else payload
    return InlineKeyboardButton(label, callback_data=marked, style=style)


def _label(option: Option) -> str:
    """A button shows one short line: a detail that does not fit is left out."""
    both = f"{option.label} · {option.detail}"
    label = both if option.detail and len(both) <= _LABEL else option.label
    return f"✓ {label}" if option.chosen else label


def _safe(text: str) -> str:
    return html.escape(text, quote=False)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: max(0, length - 1)].rstrip()}…"[:length]
