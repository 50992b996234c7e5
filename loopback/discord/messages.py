"""Messages in channels, and threads, as the bot's own requests make and change them."""

from loopback.discord.call import Call
from loopback.discord.limits import message_faults
from loopback.discord.world import (
    ATTACH,
    DM,
    JSON,
    OPEN_THREADS,
    PUBLIC_THREAD,
    SEND,
    SEND_IN_THREADS,
    Channel,
    Message,
    Refused,
    new_id,
)


def keep(call: Call, message: Message, body: JSON) -> Message:
    """Apply the fields of a request to a message, as far as Discord would take them."""
    call.refuse(list(message_faults(body, len(call.files))))
    message.body = {**message.body, **{name: value for name, value in body.items() if value is not None}}
    for emptied in ("content", "components", "attachments"):
        if emptied in body and not body[emptied]:
            message.body.pop(emptied, None)
    if "attachments" in body or call.files:
        kept = {str(each["id"]) for each in body.get("attachments") or []}
        message.files = {key: content for key, content in message.files.items() if key in kept}
        message.files |= {new_id(): content for content in call.files}
    if not (message.content or message.files or message.body.get("embeds")):
        raise Refused(400, 50006, "Cannot send an empty message")
    message.loading = False
    call.world.messages[message.id] = message
    call.world.changed()
    return message


async def _post(call: Call) -> JSON:
    world = call.world
    channel = world.channel(call.at["channel"])
    _check_may_send(channel, bool(call.files))
    nonce = (channel.id, str(call.body.get("nonce")))
    if call.body.get("enforce_nonce") and nonce in world.nonces:
        return world.payload_of(world.messages[world.nonces[nonce]])
    channel.archived = False
    message = keep(call, Message(channel.id, world.bot, {}), call.body)
    world.nonces[nonce] = message.id
    payload = world.payload_of(message)
    await call.gateway.tell("MESSAGE_CREATE", payload)
    return payload


async def _edit(call: Call) -> JSON:
    channel = call.world.channel(call.at["channel"])
    message = call.world.message(channel.id, call.at["message"])
    if message.author is not call.world.bot:
        raise Refused(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise Refused(400, 50083, "Thread is archived")
    if call.files and channel.kind != DM and not channel.allowed & ATTACH:
        raise Refused(403, 50013, "Missing Permissions")
    message.edits += 1
    return call.world.payload_of(keep(call, message, call.body))


async def _delete(call: Call) -> None:
    message = call.world.message(call.world.channel(call.at["channel"]).id, call.at["message"])
    del call.world.messages[message.id]
    call.world.changed()
    guild = call.world.channels[message.channel].guild
    gone = {"id": message.id, "channel_id": message.channel, **({"guild_id": guild} if guild else {})}
    await call.gateway.tell("MESSAGE_DELETE", gone)


async def _open_thread(call: Call) -> JSON:
    world = call.world
    channel = world.channel(call.at["channel"])
    message = world.message(channel.id, call.at["message"])
    if not channel.allowed & OPEN_THREADS:
        raise Refused(403, 50013, "Missing Permissions")
    if message.id in world.channels:
        raise Refused(400, 160004, "A thread has already been created for this message")
    thread = Channel(
        call.body["name"], PUBLIC_THREAD, channel.guild, message.id, parent=channel.id, allowed=channel.allowed
    )
    thread.owner = world.bot.id
    world.channels[thread.id] = thread
    world.changed()
    await call.gateway.tell("THREAD_CREATE", thread.payload())
    return thread.payload()


async def _open_private(call: Call) -> JSON:
    world = call.world
    user = world.users.get(str(call.body["recipient_id"]))
    if user is None:
        raise Refused(400, 50033, "Invalid Recipient(s)")
    known = (each for each in world.channels.values() if each.kind == DM and each.recipient is user)
    channel = next(known, None) or Channel("dm", DM, recipient=user)
    world.channels[channel.id] = channel
    return channel.payload()


def _check_may_send(channel: Channel, attaching: bool) -> None:
    if channel.kind == DM:
        if channel.recipient and channel.recipient.dm_closed:
            raise Refused(403, 50007, "Cannot send messages to this user")
        return
    needed = (SEND_IN_THREADS if channel.kind == PUBLIC_THREAD else SEND) | (ATTACH if attaching else 0)
    if channel.allowed & needed != needed or channel.locked:
        raise Refused(403, 50013, "Missing Permissions")


ROUTES = (
    ("POST", "/users/@me/channels", _open_private),
    ("POST", "/channels/{channel}/messages", _post),
    ("PATCH", "/channels/{channel}/messages/{message}", _edit),
    ("DELETE", "/channels/{channel}/messages/{message}", _delete),
    ("POST", "/channels/{channel}/messages/{message}/threads", _open_thread),
)
