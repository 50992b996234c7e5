"""Activities: who has opened one, and what their app is told of them by codes, tokens and the list of its people."""

from loopback.discord.call import Call
from loopback.discord.world import JSON, NOW, Activity, Channel, Refused, User, World, new_id

TOKEN_PATH = "/oauth2/token"
"""Discord's description of its API leaves it out: its body is a form, as OAuth 2 has it."""
_FORM = {"client_id", "client_secret", "grant_type", "code"}


def open_activity(world: World, channel: Channel, *users: User) -> str:
    """Users open the activity in a channel; the id of its instance."""
    instance = f"i-{new_id()}-gc-{channel.guild}-{channel.id}"
    world.activities[instance] = Activity(channel, {user.id for user in users})
    return instance


def allow(world: World, user: User) -> str:
    """A user allows the app to know who they are; the code for it."""
    code = f"code{new_id()}"
    world.codes[code] = user
    return code


async def _token(call: Call) -> JSON:
    body, world = call.body, call.world
    if not isinstance(body, dict) or body.keys() != _FORM:
        call.refuse([f"POST {TOKEN_PATH}: a form with {sorted(_FORM)}, not {body!r}"])
    if (body["client_id"], body["client_secret"]) != (world.bot.id, world.client_secret):
        raise Refused(401, 0, "invalid_client")
    if body["grant_type"] != "authorization_code" or (user := world.codes.pop(body["code"], None)) is None:
        raise Refused(400, 0, "invalid_grant")
    token = f"bearer{new_id()}"
    world.bearers[token] = user
    return {"access_token": token, "token_type": "Bearer", "expires_in": 604800, "scope": "identify"}


async def me(call: Call) -> JSON:
    """The one who asks: the bot, or the user whose token it is."""
    kind, _, token = call.request.headers["Authorization"].partition(" ")
    if kind == "Bearer":
        user = call.world.bearers.get(token)
        if user is None:
            raise Refused(401, 0, "401: Unauthorized")
        return {**user.payload(), "mfa_enabled": False, "locale": "en-US"}
    return {**call.world.bot.payload(), "verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}


async def _instance(call: Call) -> JSON:
    found = call.world.activities.get(call.at["instance"])
    if found is None or call.at["application"] != call.world.bot.id:
        raise Refused(404, 10105, "Unknown Activity Instance")
    place = {"id": call.at["instance"], "kind": "gc", "channel_id": found.channel.id, "guild_id": found.channel.guild}
    users = sorted(found.users)
    told = {"application_id": call.world.bot.id, "instance_id": call.at["instance"], "launch_id": new_id()}
    return {**told, "location": place, "users": users, "created_at": NOW}


ROUTES = (
    ("POST", TOKEN_PATH, _token),
    ("GET", "/users/@me", me),
    ("GET", "/applications/{application}/activity-instances/{instance}", _instance),
)
