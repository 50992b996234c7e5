"""Discord's objects as Papan's neutral ones: who asks, where, and by which event."""

from typing import Any

import discord

from bot.chat import Allowance, Person, Place, PlacePermission, Request

PLATFORM = "discord"


def person_of(user: discord.abc.User, me: discord.ClientUser | None, locale: str = "") -> Person:
    """A user as Papan knows them, by the name they have everywhere: a server's nickname for them stays in it."""
    return Person(
        PLATFORM,
        str(user.id),
        user.global_name or user.name,
        handle=user.name.casefold(),
        locale=locale,
        is_bot=user.bot,
        is_self=me is not None and user.id == me.id,
    )


def request_of(interaction: discord.Interaction[discord.Client]) -> Request:
    """The request an interaction makes; ``message`` is the message a component stands on."""
    message = str(interaction.message.id) if interaction.message else ""
    person = person_of(interaction.user, interaction.client.user, str(interaction.locale))
    place = place_of(interaction)
    lacks = place.can_post and not place.can_thread and isinstance(interaction.channel, discord.TextChannel)

    async def permissions(there: Place) -> tuple[PlacePermission, ...]:
        return _permissions(interaction) if there.chat == place.chat else ()

    roles = roles_of(interaction.user)
    return Request(
        str(interaction.id),
        person,
        place,
        message,
        roles=roles,
        channel=channel_of(interaction.channel),
        lacks_threads=lacks,
        permissions=permissions,
        server=interaction.guild.name if interaction.guild else "",
    )


def roles_of(user: object) -> tuple[str, ...]:
    """The ids of the roles that a member has, as they came with what they did."""
    return tuple(str(role) for role in user._roles) if isinstance(user, discord.Member) else ()


def _permissions(interaction: discord.Interaction[discord.Client]) -> tuple[PlacePermission, ...]:
    """The rights of the bot in the channel of an interaction, as far as it needs them there."""
    place, may = place_of(interaction), interaction.app_permissions
    if place.private:
        return ()
    held = [
        PlacePermission(Allowance.WRITE, "Send Messages", place.can_post),
        PlacePermission(Allowance.PICTURES, "Attach Files", may.attach_files),
    ]
    if isinstance(interaction.channel, discord.TextChannel):
        held.append(PlacePermission(Allowance.THREADS, "Create Public Threads", place.can_thread))
    return tuple(held)


def chosen_person(interaction: discord.Interaction[discord.Client]) -> Person | None:
    """The person chosen in a menu of users; None where it was another component."""
    data: Any = interaction.data
    user = next(iter(data.get("resolved", {}).get("users", {}).values()), None)
    if user is None:
        return None
    # The library hands chosen users only to menus that it keeps in memory.
    return person_of(discord.User(state=interaction._state, data=user), interaction.client.user)


def written(interaction: discord.Interaction[discord.Client]) -> str | None:
    """The words in a form that was sent; None where it was a component."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = interaction.data
    fields = (row.get("component") or {} for row in data.get("components", []))
    return next((str(each.get("value") or "") for each in fields), "")


def chosen_name(interaction: discord.Interaction[discord.Client]) -> str:
    """The name of the channel or role that was chosen in a menu; empty where it was another component."""
    data: Any = interaction.data
    found = data.get("resolved", {})
    each = next(iter((found.get("channels") or found.get("roles") or {}).values()), None)
    return str(each["name"]) if each else ""


def place_of(interaction: discord.Interaction[discord.Client]) -> Place:
    """The place of an interaction, and the rights of the bot there later."""
    channel, may = interaction.channel, interaction.app_permissions
    chat = str(interaction.channel_id)
    if interaction.context.dm_channel:
        return Place(PLATFORM, chat, private=True)
    if interaction.context.private_channel or not interaction.is_guild_integration():
        return Place(PLATFORM, chat, can_post=False)
    in_thread = isinstance(channel, discord.Thread)
    speaks = may.send_messages_in_threads if in_thread else may.send_messages
    can_post = may.view_channel and speaks
    opens = may.create_public_threads and may.send_messages_in_threads
    can_thread = can_post and opens and isinstance(channel, discord.TextChannel)
    parent = parent_of(channel) if can_post else ""
    server = str(interaction.guild_id or "")
    return Place(PLATFORM, chat, can_post=can_post, can_thread=can_thread, parent=parent, server=server)


def parent_of(channel: object) -> str:
    """The channel of a thread. None for a private one, whose readers are fewer; nor for one in a forum, where nothing
    can be posted beside the threads.
    """
    if not isinstance(channel, discord.Thread) or channel.is_private():
        return ""
    return str(channel.parent_id) if isinstance(channel.parent, discord.TextChannel) else ""


def channel_of(channel: object) -> str:
    """The channel or forum of a thread, whoever reads it."""
    return str(channel.parent_id) if isinstance(channel, discord.Thread) else ""


def request_and_text(message: discord.Message, me: discord.ClientUser) -> tuple[Request, str]:
    """The request a plain message makes, and its text without a mention of the bot."""
    private = isinstance(message.channel, discord.DMChannel)
    parent, server = parent_of(message.channel), str(message.guild.id) if message.guild else ""
    place = Place(PLATFORM, str(message.channel.id), private=private, parent=parent, server=server)
    answered = str(message.reference.message_id) if message.reference and message.reference.message_id else ""
    text = message.content.replace(me.mention, " ").replace(f"<@!{me.id}>", " ").strip()
    # Also by a reply to a message of the bot's, which mentions it as long as the author lets it.
    addressed = any(each.id == me.id for each in message.mentions)
    person, roles = person_of(message.author, me), roles_of(message.author)
    channel = channel_of(message.channel)
    offers = _offers(message, me)
    return Request(
        str(message.id), person, place, answered, addressed, offers=offers, roles=roles, channel=channel
    ), text


def _offers(message: discord.Message, me: discord.ClientUser) -> tuple[str, ...]:
    """The payloads of the buttons on the bot's own message that a message answers."""
    own = message.reference.resolved if message.reference else None
    if not isinstance(own, discord.Message) or own.author.id != me.id:
        return ()
    items = (item for row in own.components if isinstance(row, discord.ActionRow) for item in row.children)
    return tuple(item.custom_id for item in items if item.custom_id)
