"""People on the loopback Discord: they type commands, press what they see, read what they may read."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from loopback.discord.limits import BUTTON, CHANNEL_SELECT, ROLE_SELECT, STRING_SELECT, USER_SELECT
from loopback.discord.server import DiscordServer, until
from loopback.discord.world import (
    DM,
    JSON,
    MANAGE_SERVER,
    Channel,
    Interaction,
    Message,
    SentFile,
    User,
    member_payload,
    new_id,
)
from loopback.waiting import name_of, patience

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
SLASH, ON_USER, ON_MESSAGE, ENTRY_POINT = 1, 2, 3, 4
TEXT_OPTION, BOOLEAN, USER, ATTACHMENT = 3, 5, 6, 11


class Member:
    """A person in one channel."""

    def __init__(
        self, server: DiscordServer, user: User, channel: Channel, locale: str = "en-US", user_installed: bool = False
    ) -> None:
        self.server, self.user, self.channel = server, user, channel
        self.locale = locale
        self.nick: str | None = None
        """The name of this person in this server."""
        self._user_installed = user_installed

    def sees(self) -> list[Message]:
        """The messages of the channel that this person may see, the oldest first."""
        found = self.server.world.messages.values()
        return [each for each in found if each.channel == self.channel.id and each.only_for in (None, self.user.id)]

    async def until(self, check: Callable[[Message], Any]) -> Message:
        """Wait until a visible message fits; the newest of those."""

        def newest() -> Message | None:
            return next((each for each in reversed(self.sees()) if not each.loading and check(each)), None)

        found: Message = await until(newest, self.server.world, lambda: self._missing(check))
        return found

    def _missing(self, check: Callable[[Message], Any]) -> str:
        there = [(each.content, [item.get("label") for item in each.components]) for each in self.sees()]
        return f"{name_of(check)} fits none of {there!r}"

    async def until_told(self) -> Message:
        """Wait until a message is for this person alone; the newest of those."""
        return await self.until(lambda each: each.only_for == self.user.id)

    def leaves(self) -> None:
        """Leave the server; the bot is not told, because it does not ask to hear of its members."""
        assert self.channel.guild, "there is nothing to leave"
        self.server.world.left.add((self.channel.guild, self.user.id))

    def returns(self) -> None:
        """Come back to the server."""
        assert self.channel.guild, "there is nothing to come back to"
        self.server.world.left.discard((self.channel.guild, self.user.id))

    async def slash(self, name: str, /, **given: Any) -> Interaction:
        """Use a slash command, with options it has."""
        command = self._command(name)
        options = [_option(command, option, value) for option, value in given.items()]
        users = {value.id: value.payload() for value in given.values() if isinstance(value, User)}
        files = {value.id: self.server.keep(value) for value in given.values() if isinstance(value, SentFile)}
        resolved = {"users": users, "attachments": files}
        data = {"id": command["id"], "name": name, "type": 1, "options": options, "resolved": resolved}
        return await self._interact(COMMAND, data)

    async def opens_activity(self) -> Interaction:
        """Open the activity by the entry point of the bot."""
        command = next(each for each in self.server.world.commands if each["type"] == ENTRY_POINT)
        return await self._interact(COMMAND, {"id": command["id"], "name": command["name"], "type": ENTRY_POINT})

    async def uses(self, menu: str, target: User | Message) -> Interaction:
        """Use a line of the menu on a person or on a message this person sees."""
        kind = ON_USER if isinstance(target, User) else ON_MESSAGE
        command = next(each for each in self.server.world.commands if (each["type"], each["name"]) == (kind, menu))
        if isinstance(target, User):
            resolved: JSON = {"users": {target.id: target.payload()}}
        else:
            assert target in self.sees(), "this message is not visible"
            resolved = {"messages": {target.id: self.server.world.payload_of(target)}}
        data = {"id": command["id"], "name": menu, "type": kind, "target_id": target.id, "resolved": resolved}
        return await self._interact(COMMAND, data)

    async def suggestions(self, name: str, option: str, typed: str, **given: Any) -> list[JSON]:
        """The suggestions while this person types an option."""
        command = self._command(name)
        spec = next(each for each in command["options"] if each["name"] == option)
        assert spec.get("autocomplete"), f"{option} has no suggestions"
        options = [_option(command, other, value) for other, value in given.items()]
        options.append({"name": option, "type": TEXT_OPTION, "value": typed, "focused": True})
        data = {"id": command["id"], "name": name, "type": 1, "options": options}
        waiting: asyncio.Future[list[JSON]] = asyncio.get_running_loop().create_future()
        await self._interact(AUTOCOMPLETE, data, choices=waiting)
        async with patience(f"the suggestions for {typed!r}"):
            return await waiting

    async def press(self, message: Message, label: str) -> Interaction:
        """Press the button with this label on a message this person sees."""
        assert message in self.sees(), "this message is not visible"
        item = next(each for each in message.components if each["type"] == BUTTON and each["label"] == label)
        assert not item.get("disabled"), f"{label} is switched off"
        return await self.forge(message, item["custom_id"])

    async def choose(self, message: Message, label: str) -> Interaction:
        """Choose the option whose label contains this text."""
        assert message in self.sees(), "this message is not visible"
        for item in message.components:
            for option in item.get("options", []):
                if label in option["label"]:
                    return await self.forge(message, item["custom_id"], [option["value"]])
        raise AssertionError(f"no option {label!r}")

    async def choose_user(self, message: Message, user: User) -> Interaction:
        """Choose a user in the menu of users on a message this person sees."""
        assert message in self.sees(), "this message is not visible"
        item = next(each for each in message.components if each["type"] == USER_SELECT)
        return await self.forge(message, item["custom_id"], [user.id], user)

    async def choose_channel(self, message: Message, channel: str, name: str) -> Interaction:
        """Choose a channel, by its id, in the menu of channels on a message this person sees."""
        assert message in self.sees(), "this message is not visible"
        item = next(each for each in message.components if each["type"] == CHANNEL_SELECT)
        data = {"custom_id": item["custom_id"], "component_type": CHANNEL_SELECT, "values": [channel]}
        resolved = {"channels": {channel: {"id": channel, "name": name, "type": 0, "permissions": "0"}}}
        return await self._interact(COMPONENT, data | {"resolved": resolved}, source=message)

    async def choose_role(self, message: Message, role: str, name: str, prompt: str) -> Interaction:
        """Choose a role, by its id, in the menu of roles whose prompt contains this text."""
        assert message in self.sees(), "this message is not visible"
        menus = [each for each in message.components if each["type"] == ROLE_SELECT]
        item = next(each for each in menus if prompt in each["placeholder"])
        data = {"custom_id": item["custom_id"], "component_type": ROLE_SELECT, "values": [role]}
        return await self._interact(
            COMPONENT, data | {"resolved": {"roles": {role: {"id": role, "name": name}}}}, message
        )

    async def forge(
        self, message: Message, payload: str, values: list[str] | None = None, user: User | None = None
    ) -> Interaction:
        """Send a component's interaction, whether or not the message carries it; ``user`` is chosen in it."""
        kind = BUTTON if values is None else USER_SELECT if user else STRING_SELECT
        data: JSON = {"custom_id": payload, "component_type": kind}
        if values is not None:
            data["values"] = values
        if user is not None:
            data["resolved"] = {"users": {user.id: user.payload()}}
        return await self._interact(COMPONENT, data, source=message)

    async def form(self, interaction: Interaction) -> JSON:
        """The field of the form that answers an interaction."""
        form: JSON = await until(lambda: interaction.form, self.server.world, lambda: "no form")
        field: JSON = form["components"][0]["component"]
        return field

    async def submits(self, interaction: Interaction, text: str) -> Interaction:
        """Send the form that was the answer to an interaction, with this text in its field."""
        field, form = await self.form(interaction), interaction.form
        assert form is not None
        assert len(text) <= field["max_length"], "the client takes no more"
        written = {"type": field["type"], "id": 2, "custom_id": field["custom_id"], "value": text}
        data = {"custom_id": form["custom_id"], "components": [{"type": 18, "id": 1, "component": written}]}
        return await self._interact(SUBMIT, data, source=interaction.source)

    async def says(self, text: str, reply_to: Message | None = None, mention: bool = False) -> Message:
        """Write a message. Its text reaches the bot only in private, as a reply to it, or with its mention."""
        world = self.server.world
        content = f"<@{world.bot.id}> {text}" if mention else text
        message = Message(self.channel.id, self.user, {"content": content})
        world.messages[message.id] = message
        await self.server.gateway.dispatch("MESSAGE_CREATE", self._as_bot_gets(message, reply_to, mention))
        return message

    async def edits(
        self, message: Message, text: str, reply_to: Message | None = None, *, after: float = 5.0, times: int = 1
    ) -> None:
        """Change a message of one's own, which answered ``reply_to``, so many seconds after it was written.

        ``times``: so often the bot is told. Without a text Discord itself has changed it, to show a link.
        """
        if text:
            message.body["content"] = text
        payload = self._as_bot_gets(message, reply_to, mention=False)
        written = datetime.fromtimestamp(((int(message.id) >> 22) + 1_420_070_400_000) / 1000, UTC)
        payload["edited_timestamp"] = (written + timedelta(seconds=after)).isoformat() if text else None
        for _ in range(times):
            await self.server.gateway.dispatch("MESSAGE_UPDATE", payload)

    def _as_bot_gets(self, message: Message, reply_to: Message | None, mention: bool) -> JSON:
        """A message of one's own as the bot is told of it."""
        world = self.server.world
        payload = world.payload_of(message)
        to_bot = reply_to is not None and reply_to.author is world.bot
        if mention or to_bot:
            payload["mentions"] = [world.bot.payload()]
        elif self.channel.kind != DM:
            payload["content"] = ""
        if reply_to is not None:
            payload["message_reference"] = {"message_id": reply_to.id, "channel_id": reply_to.channel, "type": 0}
            payload["referenced_message"] = world.payload_of(reply_to)
        if self.channel.guild:
            payload["member"] = self._member()
        return payload

    def offered(self) -> set[str]:
        """The slash commands that a client offers here: without those that ask for permissions this person lacks."""
        held = MANAGE_SERVER if self.user.manager else 0
        return {
            command["name"]
            for command in self.server.world.commands
            if command["type"] == SLASH and not int(command.get("default_member_permissions") or 0) & ~held
        }

    def _command(self, name: str) -> JSON:
        found = [
            command for command in self.server.world.commands if (command["type"], command["name"]) == (SLASH, name)
        ]
        assert found, f"no command /{name} is registered"
        return found[0]

    def _member(self) -> JSON:
        return {**member_payload(self.user, self.nick), "permissions": str(self.channel.allowed)}

    async def _interact(
        self,
        kind: int,
        data: JSON,
        source: Message | None = None,
        choices: "asyncio.Future[list[JSON]] | None" = None,
    ) -> Interaction:
        world, began = self.server.world, self.server.now - self.server.lateness
        made = Interaction(new_id(), f"token-{new_id()}", kind, self.user, self.channel.id, began, source)
        made.user_installed, made.choices = self._user_installed, choices
        world.interactions[made.token] = made
        private = self.channel.kind == DM
        owners = {"1": self.user.id} if self._user_installed else {"0": self.channel.guild or "0"}
        payload: JSON = {
            "id": made.id, "application_id": world.bot.id, "type": kind, "data": data, "token": made.token,
            "version": 1, "channel_id": self.channel.id, "channel": self.channel.payload(), "entitlements": [],
            "app_permissions": str(self.channel.allowed), "locale": self.locale, "context": 1 if private else 0,
            "authorizing_integration_owners": owners, "attachment_size_limit": 1 << 20,
        }  # fmt: skip
        if source is not None:
            payload["message"] = world.payload_of(source)
        if self.channel.guild:
            guild = {"id": self.channel.guild, "locale": "en-US", "features": []}
            payload |= {"guild_id": self.channel.guild, "guild": guild, "member": self._member()}
        else:
            payload["user"] = self.user.payload()
        await self.server.gateway.dispatch("INTERACTION_CREATE", payload)
        return made


def _option(command: JSON, name: str, value: Any) -> JSON:
    spec = next((each for each in command["options"] if each["name"] == name), None)
    assert spec is not None, f"/{command['name']} has no option {name}"
    kinds: tuple[tuple[type, int], ...] = ((User, USER), (SentFile, ATTACHMENT), (bool, BOOLEAN), (object, TEXT_OPTION))
    kind = next(kind for of, kind in kinds if isinstance(value, of))
    assert spec["type"] == kind, f"{name} is of another type"
    if spec.get("choices"):
        assert value in {choice["value"] for choice in spec["choices"]}, f"{value} is not offered"
    return {"name": name, "type": kind, "value": value.id if isinstance(value, User | SentFile) else value}
