"""The loopback Discord refuses what its official description does not allow, whatever was got wrong."""

from typing import Any

import aiohttp
import pytest

from loopback.discord import DiscordServer
from loopback.discord.spec import load_spec

MESSAGES = "/channels/{channel}/messages"
COMMANDS = "/applications/1/commands"
BUTTON = {"type": 2, "style": 1, "custom_id": "b", "label": "x"}


def button(**changed: Any) -> dict[str, Any]:
    """A message with one button."""
    return {"components": [{"type": 1, "components": [{**BUTTON, **changed}]}]}


async def answer_to(server: DiscordServer, method: str, path: str, body: Any) -> tuple[int, str]:
    """The status and the sentence that a request is answered with."""
    url = server.api_url + path.format(channel=server.add_channel("serambi").id)
    headers = {"Authorization": f"Bot {server.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, url, json=body) as response,
    ):
        return response.status, (await response.json()).get("message", "")


async def test_what_is_described_is_taken() -> None:
    async with DiscordServer() as server:
        assert (await answer_to(server, "POST", MESSAGES, {"content": "x" * 2000, **button()}))[0] == 200
        assert server.violations == []


@pytest.mark.parametrize(
    ("method", "path", "body", "fault"),
    [
        ("POST", MESSAGES, {"content": "x", "tts_": False}, "tts_"),
        ("POST", MESSAGES, button(lable="x"), "'lable' was unexpected"),
        ("POST", MESSAGES, {"content": 5}, "not of type"),
        ("POST", MESSAGES, {"content": "x", "allowed_mentions": {"parse": ["all"]}}, "not one of"),
        ("POST", MESSAGES, button(style="blue"), "$.components[0].components[0].style"),
        ("POST", MESSAGES, button(custom_id="x" * 101), "$.components[0].components[0].custom_id"),
        ("POST", MESSAGES, {"content": "x", "attachments": [{"filename": "a.png"}]}, '"id" is a required property'),
        ("POST", MESSAGES, {"content": "x", "embeds": [{}] * 11}, "has more than 10 items"),
        ("PUT", COMMANDS, [{"description": "x"}], '"name" is a required property'),
        ("PUT", COMMANDS, [{"name": "x", "description": "x" * 101}], "is longer than 100 characters"),
    ],
)
async def test_names_types_and_limits_follow_the_description(method: str, path: str, body: Any, fault: str) -> None:
    async with DiscordServer() as server:
        status, sentence = await answer_to(server, method, path, body)
        assert status == 400
        assert fault in sentence
        assert len(server.violations) == 1
        assert server.world.messages == {}


def test_a_route_that_is_not_described_is_refused() -> None:
    assert load_spec().faults("POST", "/channels/1/massages", {}) == ["POST /channels/1/massages is not described"]
    assert load_spec().faults("PUT", "/channels/1/messages", {}) == ["PUT /channels/1/messages is not described"]


async def test_a_server_that_checks_nothing_takes_what_is_not_described() -> None:
    async with DiscordServer(checked=False) as server:
        assert (await answer_to(server, "POST", MESSAGES, {"content": "x", "tts_": False}))[0] == 200
        assert server.violations == []
