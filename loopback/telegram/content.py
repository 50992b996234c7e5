"""The content of a request: text with its markup, files, keyboards; and the limits on them."""

import re
import struct
from dataclasses import dataclass, field

from loopback.telegram.markup import CannotParse, parse_html
from loopback.telegram.world import JSON, Refusal, StoredFile, Upload, World, bad, malformed

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
ROW_LIMIT = 8
KEYBOARD_LIMIT = 100
PHOTO_BYTES = 10_000_000
FILE_BYTES = 50_000_000

_ACTIONS = {
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
}  # fmt: skip


@dataclass(frozen=True)
class Content:
    """Text and file of a message."""

    text: str = ""
    entities: list[JSON] = field(default_factory=list)
    file: StoredFile | None = None


def read_text(world: World, parameters: JSON, name: str) -> tuple[str, list[JSON]]:
    """The text after entity parsing. Raises Refusal."""
    source = parameters.get(name, "")
    mode = parameters.get("parse_mode", "")
    entities: list[JSON] = []
    if not mode:
        text = source
        entities = parameters.get("caption_entities" if name == "caption" else "entities", [])
    elif mode.upper() == "HTML":
        try:
            text, entities = parse_html(source)
        except CannotParse as problem:
            raise malformed(f"can't parse entities: {problem}") from None
        if not world.knows_times and any(entity["type"] == "date_time" for entity in entities):
            raise bad('can\'t parse entities: Unsupported start tag "tg-time" at byte offset 0')
    else:
        raise malformed("unsupported parse_mode")
    limit = CAPTION_LIMIT if name == "caption" else TEXT_LIMIT
    if name == "text" and not text.strip():
        raise malformed("message text is empty" if not source else "text must be non-empty")
    if len(text) > limit:
        raise malformed("message caption is too long" if name == "caption" else "message is too long")
    return text.strip(), [_named(world, entity) for entity in entities]


def _named(world: World, entity: JSON) -> JSON:
    """A mention by id becomes one with the account in it."""
    if "user_id" not in entity:
        return entity
    account = world.accounts.get(entity["user_id"])
    rest = {name: value for name, value in entity.items() if name != "user_id"}
    return {**rest, "user": account.json()} if account else {**rest, "type": "text_link", "url": "tg://user"}


def read_file(world: World, kind: str, value: Upload | str, uploads: dict[str, Upload]) -> StoredFile:
    """A new file, as an attachment of the request, or a known one by its file_id. Raises Refusal."""
    if isinstance(value, str) and value.startswith("attach://"):
        attached = uploads.get(value.removeprefix("attach://"))
        if attached is None:
            raise malformed(f"file {value} is not in the request")
        value = attached
    if isinstance(value, str):
        stored = world.files.get(value)
        if stored is None or stored.kind != kind:
            raise malformed("wrong file identifier/HTTP URL specified")
        return stored
    if not value.data:
        raise malformed("file must be non-empty")
    if kind != "photo":
        if len(value.data) > FILE_BYTES:
            raise Refusal(413, "Request Entity Too Large", fault_of_bot=True)
        return world.add_file(kind, value, *(_film_size(value.data) if kind == "animation" else ()))
    width, height = _picture_size(value.data)
    if len(value.data) > PHOTO_BYTES:
        raise malformed("PHOTO_SAVE_FILE_INVALID")
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise malformed("PHOTO_INVALID_DIMENSIONS")
    return world.add_file(kind, value, width, height)


def _film_size(data: bytes) -> tuple[int, int]:
    if not data.startswith(b"GIF89a") or len(data) < 10:
        raise malformed("only a GIF is kept as an animation here")
    width, height = struct.unpack("<HH", data[6:10])
    return width, height


def _picture_size(data: bytes) -> tuple[int, int]:
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or len(data) < 24:
        raise malformed("IMAGE_PROCESS_FAILED")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def asks_reply(parameters: JSON) -> bool:
    """Does the client begin a reply to the message? Raises Refusal."""
    markup = parameters.get("reply_markup")
    if not isinstance(markup, dict) or not markup.get("force_reply"):
        return False
    if not 0 < len(markup.get("input_field_placeholder", " ")) <= 64:
        raise malformed("input_field_placeholder has 1-64 characters")
    return True


def read_keyboard(parameters: JSON) -> JSON | None:
    """The inline keyboard, None where there is none. Raises Refusal."""
    markup = parameters.get("reply_markup")
    if not isinstance(markup, dict) or "inline_keyboard" not in markup:
        return None
    rows = [row for row in markup["inline_keyboard"] if row]
    if any(len(row) > ROW_LIMIT for row in rows) or sum(map(len, rows)) > KEYBOARD_LIMIT:
        raise malformed("reply markup is too long")
    for key in (key for row in rows for key in row):
        if not key.get("text", "").strip():
            raise malformed("BUTTON_TEXT_INVALID")
        if len(_ACTIONS & key.keys()) != 1:
            raise malformed("text buttons are unallowed in the inline keyboard")
        if "web_app" in key and str(parameters.get("chat_id", "")).startswith("-"):
            raise malformed("BUTTON_TYPE_INVALID")
        if "url" in key and not re.match(r"(https?|tg)://\S+$", key["url"]):
            raise malformed("BUTTON_URL_INVALID")
    return {"inline_keyboard": rows} if rows else None
