"""Responses to interactions: once, in time, and visible only to those they are for."""

from typing import Any

from loopback.discord.call import Call
from loopback.discord.limits import choice_faults, form_faults
from loopback.discord.messages import keep
from loopback.discord.world import EPHEMERAL, JSON, Interaction, Message, Refused

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, SUGGEST = 4, 5, 6, 7, 8
FORM, LAUNCH = 9, 12
SUBMITTED = 5
ANSWER_WITHIN = 3.0
TOKEN_VALID_FOR = 900.0
FOLLOW_UPS_OF_USER_INSTALLED = 5


async def _callback(call: Call) -> JSON | None:
    interaction = _interaction(call, call.at["token"])
    if call.now - interaction.began > ANSWER_WITHIN:
        raise Refused(404, 10062, "Unknown interaction")
    if interaction.answered:
        raise Refused(400, 40060, "Interaction has already been acknowledged.")
    kind, data = call.body["type"], call.body.get("data") or {}
    if (kind == SUGGEST) != (interaction.choices is not None):
        raise Refused(400, 50035, "this interaction is answered in another way")
    interaction.answered = True
    interaction.is_done = kind not in (DEFER, DEFER_UPDATE)
    if interaction.choices is not None:
        call.refuse(list(choice_faults(data["choices"])))
        interaction.choices.set_result(data["choices"])
        return None
    shown: JSON
    if kind == LAUNCH:
        call.world.launched.append(interaction.user.id)
        call.world.changed()
        shown = {"interaction": {"id": interaction.id, "type": interaction.kind}, "resource": {"type": kind}}
        return shown if call.request.query.get("with_response", "").lower() in ("true", "1") else None
    if kind == FORM:
        if interaction.kind == SUBMITTED:
            raise Refused(400, 50035, "a form is no answer to a form")
        call.refuse(list(form_faults(data)))
        interaction.form = data
        call.world.changed()
        shown = {"interaction": {"id": interaction.id, "type": interaction.kind}, "resource": {"type": kind}}
        return shown if call.request.query.get("with_response", "").lower() in ("true", "1") else None
    message = _answer(call, interaction, kind, data)
    call.world.changed()
    if call.request.query.get("with_response", "").lower() not in ("true", "1"):
        return None
    shown = {"interaction": {"id": interaction.id, "type": interaction.kind}}
    if message is not None:
        shown["interaction"] |= {
            "response_message_id": message.id,
            "response_message_ephemeral": bool(message.only_for),
        }
        shown["resource"] = {"type": kind, "message": call.world.payload_of(message)}
    return shown


def _answer(call: Call, interaction: Interaction, kind: int, data: JSON) -> Message | None:
    world = call.world
    only_for = interaction.user.id if int(data.get("flags") or 0) & EPHEMERAL else None
    if kind == MESSAGE:
        message = keep(call, Message(interaction.channel, world.bot, {}, only_for=only_for), data)
    elif kind == DEFER:
        message = Message(interaction.channel, world.bot, {"content": "..."}, only_for=only_for, loading=True)
        world.messages[message.id] = message
    elif kind in (DEFER_UPDATE, UPDATE):
        if interaction.source is None:
            raise Refused(400, 50035, "there is no message to update")
        message = interaction.source
        if kind == UPDATE:
            message.edits += 1
            keep(call, message, data)
    else:
        raise Refused(400, 50035, "unknown type of answer")
    interaction.deferred = kind
    interaction.original = message.id
    return message


async def _follow_up(call: Call) -> JSON:
    interaction = _interaction(call, call.at["token"])
    if not interaction.answered:
        raise Refused(404, 10015, "Unknown Webhook")
    interaction.follow_ups += 1
    interaction.is_done = True
    if interaction.user_installed and interaction.follow_ups > FOLLOW_UPS_OF_USER_INSTALLED:
        raise Refused(400, 40094, "too many follow-ups")
    only_for = interaction.user.id if int(call.body.get("flags") or 0) & EPHEMERAL else None
    message = keep(call, Message(interaction.channel, call.world.bot, {}, only_for=only_for), call.body)
    return call.world.payload_of(message)


async def _get(call: Call) -> JSON:
    return call.world.payload_of(_original(call))


async def _edit(call: Call) -> JSON:
    message = _original(call)
    message.edits += 1
    if message.loading:
        message.body = {}
    return call.world.payload_of(keep(call, message, call.body))


async def _delete(call: Call) -> None:
    del call.world.messages[_original(call).id]
    call.world.changed()


def _original(call: Call) -> Message:
    interaction = _interaction(call, call.at["token"])
    wanted: Any = call.at["message"] if call.at.get("message") else interaction.original
    message = call.world.messages.get(str(wanted))
    if message is None:
        raise Refused(404, 10008, "Unknown Message")
    interaction.is_done = True
    return message


def _interaction(call: Call, token: str) -> Interaction:
    interaction = call.world.interactions.get(token)
    if interaction is None:
        raise Refused(404, 10062, "Unknown interaction")
    if call.now - interaction.began > TOKEN_VALID_FOR:
        raise Refused(401, 50027, "Invalid Webhook Token")
    return interaction


ROUTES = (
    ("POST", "/interactions/{interaction}/{token}/callback", _callback),
    ("POST", "/webhooks/{application}/{token}", _follow_up),
    ("GET", "/webhooks/{application}/{token}/messages/@original", _get),
    ("PATCH", "/webhooks/{application}/{token}/messages/@original", _edit),
    ("DELETE", "/webhooks/{application}/{token}/messages/@original", _delete),
    ("PATCH", "/webhooks/{application}/{token}/messages/{message}", _edit),
    ("DELETE", "/webhooks/{application}/{token}/messages/{message}", _delete),
)
