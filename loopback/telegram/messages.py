"""The methods that send, edit and delete messages."""

import time
from collections.abc import Callable
from typing import Any

from loopback.telegram.content import Content, asks_reply, read_file, read_keyboard, read_text
from loopback.telegram.state import State
from loopback.telegram.world import BOT_ID, JSON, Chat, Message, Upload, bad, malformed

Uploads = dict[str, Upload]
Method = Callable[[State, JSON, Uploads], Any]

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def _send(state: State, parameters: JSON, content: Content) -> JSON:
    chat = state.writable(parameters["chat_id"])
    markup = read_keyboard(parameters)
    thread = state.thread(chat, parameters.get("message_thread_id"))
    reply_to = _replied(chat, parameters.get("reply_parameters"))
    receiver, in_place_of = None, None
    if "ephemeral_message_parameters" in parameters:
        receiver, in_place_of = state.ephemeral_receiver(chat, parameters["ephemeral_message_parameters"])
    else:
        state.pace(chat)
    message = state.world.add_message(
        chat,
        state.world.bot,
        receiver=receiver,
        in_place_of=in_place_of,
        text=content.text,
        entities=content.entities,
        file=content.file,
        markup=markup,
        asks_reply=asks_reply(parameters),
        thread=thread,
        reply_to=reply_to,
        silent=bool(parameters.get("disable_notification")),
    )
    state.forward_post(message)
    return message.json()


def _replied(chat: Chat, parameters: JSON | None) -> Message | None:
    if parameters is None:
        return None
    target = chat.messages.get(parameters["message_id"])
    if target is not None and not target.deleted:
        return target
    if parameters.get("allow_sending_without_reply"):
        return None
    raise bad("message to be replied not found")


DELETABLE_FOR = 48 * 3600
"""Seconds after which only an administrator deletes a message."""


def send_message(state: State, parameters: JSON, _uploads: Uploads) -> JSON:
    """sendMessage."""
    return _send(state, parameters, Content(*read_text(state.world, parameters, "text")))


def send_photo(state: State, parameters: JSON, uploads: Uploads) -> JSON:
    """sendPhoto."""
    return _send_file(state, parameters, uploads, "photo")


def send_animation(state: State, parameters: JSON, uploads: Uploads) -> JSON:
    """sendAnimation."""
    return _send_file(state, parameters, uploads, "animation")


def send_document(state: State, parameters: JSON, uploads: Uploads) -> JSON:
    """sendDocument."""
    return _send_file(state, parameters, uploads, "document")


def _send_file(state: State, parameters: JSON, uploads: Uploads, kind: str) -> JSON:
    text, entities = read_text(state.world, parameters, "caption")
    _check_may_send(state.writable(parameters["chat_id"]), kind)
    return _send(state, parameters, Content(text, entities, read_file(state.world, kind, parameters[kind], uploads)))


def _check_may_send(chat: Chat, kind: str) -> None:
    if chat.no_photos and kind == "photo":
        raise bad("not enough rights to send photos to the chat")
    if chat.no_animations and kind == "animation":
        raise bad("not enough rights to send animations to the chat")


def _target(state: State, parameters: JSON, missing: str) -> Message:
    """The message a method is about: an ordinary one, or an ephemeral one by its receiver."""
    if "inline_message_id" in parameters:
        raise bad("MESSAGE_ID_INVALID")
    if "chat_id" not in parameters:
        raise malformed("chat_id is empty")
    chat = state.writable(parameters["chat_id"])
    if "ephemeral_message_id" in parameters:
        message = chat.ephemerals.get(parameters["ephemeral_message_id"])
        if message and message.receiver and message.receiver.id != parameters["receiver_user_id"]:
            message = None
    elif "message_id" in parameters:
        message = chat.messages.get(parameters["message_id"])
    else:
        raise malformed("message identifier is not specified")
    if message is None or message.deleted:
        raise bad(missing)
    return message


def _change(state: State, message: Message, content: Content, markup: JSON | None) -> Any:
    """Bring a message to this state. Raises Refusal, also when it already is in it."""
    digest = content.file.digest if content.file else None
    present = message.file.digest if message.file else None
    old = (message.text, message.entities, present, message.markup)
    if old == (content.text, content.entities, digest, markup):
        raise bad(NOT_MODIFIED)
    if not message.receiver:
        state.pace(message.chat)
    message.text, message.entities, message.file, message.markup = content.text, content.entities, content.file, markup
    message.edits += 1
    message.edit_date = int(time.time())
    state.world.changed()
    return True if message.receiver else message.json()


def _editable(state: State, parameters: JSON) -> Message:
    message = _target(state, parameters, "message to edit not found")
    if message.sender.id != BOT_ID or message.service:
        raise bad("message can't be edited")
    return message


def edit_text(state: State, parameters: JSON, _uploads: Uploads) -> Any:
    """editMessageText."""
    message = _editable(state, parameters)
    if message.file:
        raise bad("there is no text in the message to edit")
    return _change(state, message, Content(*read_text(state.world, parameters, "text")), read_keyboard(parameters))


def edit_caption(state: State, parameters: JSON, _uploads: Uploads) -> Any:
    """editMessageCaption."""
    message = _editable(state, parameters)
    if not message.file:
        raise bad("there is no caption in the message to edit")
    text, entities = read_text(state.world, parameters, "caption")
    return _change(state, message, Content(text, entities, message.file), read_keyboard(parameters))


def edit_media(state: State, parameters: JSON, uploads: Uploads) -> Any:
    """editMessageMedia."""
    message, media = _editable(state, parameters), parameters["media"]
    if media["type"] not in ("photo", "document"):
        raise malformed("only photos and documents are kept here")
    _check_may_send(message.chat, media["type"])
    text, entities = read_text(state.world, media, "caption")
    stored = read_file(state.world, media["type"], media["media"], uploads)
    return _change(state, message, Content(text, entities, stored), read_keyboard(parameters))


def edit_markup(state: State, parameters: JSON, _uploads: Uploads) -> Any:
    """editMessageReplyMarkup."""
    message = _editable(state, parameters)
    return _change(state, message, Content(message.text, message.entities, message.file), read_keyboard(parameters))


def delete_message(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """deleteMessage."""
    message = _target(state, parameters, "message to delete not found")
    if message.sender.id != BOT_ID and not message.chat.bot_is_admin:
        raise bad("message can't be deleted")
    if message.date < time.time() - DELETABLE_FOR and not message.chat.bot_is_admin:
        raise bad("message can't be deleted for everyone")
    message.deleted = True
    state.world.changed()
    return True


def set_reaction(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """setMessageReaction; it counts toward no limit of the group."""
    message = _target(state, parameters, "message to react not found")
    reactions = parameters.get("reaction", [])
    if len(reactions) > 1:
        raise malformed("REACTIONS_TOO_MANY")
    if any(each["type"] != "emoji" for each in reactions) or (reactions and message.chat.no_reactions):
        raise bad("REACTION_INVALID")
    message.reaction = "".join(each["emoji"] for each in reactions)
    state.world.changed()
    return True


MESSAGE_METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendAnimation": send_animation,
    "sendDocument": send_document,
    "editMessageText": edit_text,
    "editMessageCaption": edit_caption,
    "editMessageMedia": edit_media,
    "editMessageReplyMarkup": edit_markup,
    "deleteMessage": delete_message,
    "setMessageReaction": set_reaction,
    "editEphemeralMessageText": edit_text,
    "editEphemeralMessageCaption": edit_caption,
    "editEphemeralMessageMedia": edit_media,
    "editEphemeralMessageReplyMarkup": edit_markup,
    "deleteEphemeralMessage": delete_message,
}
