"""The methods beside those for messages: the bot itself, updates, queries, commands, chats and files."""

import re
from typing import Any

from loopback.telegram.content import read_keyboard
from loopback.telegram.messages import MESSAGE_METHODS, Method, Uploads
from loopback.telegram.state import State, scope_key
from loopback.telegram.world import BOT_ID, JSON, bad, kicked_from, malformed, membership

_COMMAND = re.compile(r"[a-z0-9_]+")
_SECRET = re.compile(r"[A-Za-z0-9_-]*")
_CHAT_ACTIONS = {
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document",
    "choose_sticker", "find_location", "record_video_note", "upload_video_note",
}  # fmt: skip


def get_me(state: State, _parameters: JSON, _uploads: Uploads) -> JSON:
    """getMe."""
    return {
        **state.world.bot.json(),
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": True,
        "supports_guest_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


async def get_updates(state: State, parameters: JSON, _uploads: Uploads) -> list[JSON]:
    """getUpdates."""
    if "allowed_updates" in parameters:
        state.updates.allowed = parameters["allowed_updates"]
    limit = min(max(parameters.get("limit", 100), 1), 100)
    return await state.updates.poll(parameters.get("offset", 0), limit, min(parameters.get("timeout", 0), 50))


async def set_webhook(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """setWebhook; http is allowed, as on a self-hosted server."""
    url, secret = parameters["url"], parameters.get("secret_token", "")
    if url and not re.match(r"https?://[^\s/]+", url):
        raise malformed("bad webhook: invalid URL")
    if not _SECRET.fullmatch(secret):
        raise malformed("secret token contains unallowed characters")
    if "allowed_updates" in parameters:
        state.updates.allowed = parameters["allowed_updates"]
    if parameters.get("drop_pending_updates"):
        state.updates.drop()
    await state.updates.set_webhook(url, secret)
    return True


async def delete_webhook(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """deleteWebhook."""
    if parameters.get("drop_pending_updates"):
        state.updates.drop()
    await state.updates.set_webhook("", "")
    return True


def get_webhook_info(state: State, _parameters: JSON, _uploads: Uploads) -> JSON:
    """getWebhookInfo."""
    return {**state.updates.webhook, "pending_update_count": state.updates.pending}


def answer_callback_query(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """answerCallbackQuery."""
    if "url" in parameters and not re.match(r"(https://t\.me/|tg://)", parameters["url"]):
        raise malformed("URL_INVALID")
    press = state.open_press(parameters["callback_query_id"])
    press.answer = parameters
    state.world.changed()
    return True


def answer_inline_query(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """answerInlineQuery."""
    results = parameters["results"]
    if len(results) > 50:
        raise malformed("RESULTS_TOO_MUCH")
    if len({result["id"] for result in results}) != len(results):
        raise malformed("RESULT_ID_DUPLICATE")
    for result in results:
        read_keyboard(result)
    search = state.searches.get(parameters["inline_query_id"])
    if search is None or search.results is not None or state.now() - search.at > state.query_lifetime:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    search.results = results
    search.button = parameters.get("button")
    state.world.changed()
    return True


def answer_guest_query(state: State, parameters: JSON, _uploads: Uploads) -> JSON:
    """answerGuestQuery: the message stands in the chat in which the bot was called."""
    query, result = parameters["guest_query_id"], parameters["result"]
    chat = state.guest_calls.pop(query, None)
    if chat is None:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    text, markup = result["input_message_content"]["message_text"], read_keyboard(result)
    state.world.add_message(chat, state.world.bot, text=text, markup=markup)
    return {"inline_message_id": f"guest {query}"}


def set_my_commands(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """setMyCommands."""
    commands, language = parameters["commands"], parameters.get("language_code", "")
    if len(commands) > 100:
        raise malformed("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not _COMMAND.fullmatch(command["command"]):
            raise malformed("BOT_COMMAND_INVALID")
    if not re.fullmatch(r"([a-z]{2})?", language):
        raise malformed("BOT_COMMAND_LANG_CODE_INVALID")
    state.menus[scope_key(parameters.get("scope", {"type": "default"})), language] = commands
    state.world.changed()
    return True


def set_chat_menu_button(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """setChatMenuButton, for all private chats."""
    state.menu_button = parameters.get("menu_button", {"type": "default"})
    state.world.changed()
    return True


def get_my_commands(state: State, parameters: JSON, _uploads: Uploads) -> list[JSON]:
    """getMyCommands."""
    scope = scope_key(parameters.get("scope", {"type": "default"}))
    return state.menus.get((scope, parameters.get("language_code", "")), [])


def get_chat(state: State, parameters: JSON, _uploads: Uploads) -> JSON:
    """getChat."""
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
    chat = state.chat(parameters["chat_id"])
    may = {"can_send_messages": not chat.muted, "can_send_photos": not (chat.muted or chat.no_photos)}
    return {
        **chat.json(),
        **({} if chat.person else {"permissions": may}),
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }


def get_chat_member(state: State, parameters: JSON, _uploads: Uploads) -> JSON:
    """getChatMember."""
    chat = state.chat(parameters["chat_id"])
    if chat.kicked:
        raise kicked_from(chat)
    account = state.world.accounts.get(parameters["user_id"])
    if account is None:
        raise bad("PARTICIPANT_ID_INVALID")
    if chat.hides_members and account.id != BOT_ID and not chat.bot_is_admin:
        raise bad("member list is inaccessible")
    return membership(chat, account)


def set_chat_member_tag(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """setChatMemberTag: of a regular member, by an administrator that may manage tags."""
    chat, account = state.chat(parameters["chat_id"]), parameters["user_id"]
    if not (chat.bot_is_admin and chat.bot_edits_tags):
        raise bad("not enough rights")
    if account not in chat.members or account in chat.admins:
        raise bad("PARTICIPANT_ID_INVALID")
    chat.tags.pop(account, None)
    if tag := parameters.get("tag"):
        chat.tags[account] = tag
    state.world.changed()
    return True


def get_file(state: State, parameters: JSON, _uploads: Uploads) -> JSON:
    """getFile."""
    stored = state.world.files.get(parameters["file_id"])
    if stored is None:
        raise bad("wrong file_id or the file is temporarily unavailable")
    return {
        "file_id": stored.file_id,
        "file_unique_id": stored.digest,
        "file_size": len(stored.data),
        "file_path": f"{stored.kind}s/{stored.file_id}",
    }


def send_chat_action(state: State, parameters: JSON, _uploads: Uploads) -> bool:
    """sendChatAction."""
    if parameters["action"] not in _CHAT_ACTIONS:
        raise malformed("wrong parameter action in request")
    chat = state.writable(parameters["chat_id"])
    state.thread(chat, parameters.get("message_thread_id"))
    state.actions.append((chat.id, parameters["action"]))
    return True


METHODS: dict[str, Method] = {
    **MESSAGE_METHODS,
    "getMe": get_me,
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "answerCallbackQuery": answer_callback_query,
    "answerInlineQuery": answer_inline_query,
    "answerGuestQuery": answer_guest_query,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "setChatMenuButton": set_chat_menu_button,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "setChatMemberTag": set_chat_member_tag,
    "getFile": get_file,
    "sendChatAction": send_chat_action,
}


async def call(name: str, state: State, parameters: JSON, uploads: Uploads) -> Any:
    """Act on a method. Raises Refusal, KeyError for one that is not served."""
    method = METHODS[name]
    result = method(state, parameters, uploads)
    return await result if hasattr(result, "__await__") else result
