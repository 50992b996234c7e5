"""The facts of the platforms' official descriptions: what the tool reads off one, and that what is kept is whole."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tools.api_facts import FOLDER, Unreadable, discord_facts, telegram_facts, text_of

SENTENCE = "Some sentence that nobody may copy."
PLATFORMS = ("discord", "telegram")


def openapi(body: dict[str, Any], **schemas: Any) -> dict[str, Any]:
    """A description of Discord's kind, with one route that takes a body."""
    request = {"content": {"application/json": {"schema": body}}, "description": SENTENCE}
    return {
        "openapi": "3.1.0",
        "info": {"title": "An API", "version": "10", "license": {"identifier": "MIT"}, "description": SENTENCE},
        "paths": {"/things": {"parameters": [], "post": {"requestBody": request}, "get": {"responses": {}}}},
        "components": {"schemas": {"Unused": {"type": "null"}, **schemas}},
    }


def bot_api(**types: Any) -> dict[str, Any]:
    """A description of Telegram's kind, with one method."""
    fields = [
        field("chat_id", "Integer", "String", required=True),
        field("text", says="Text of the thing, 1-64 bytes"),
        field("caption", says="Its caption, 0-1024 characters after entities parsing"),
        field("style", says='Its style. Must be one of "danger" (red) or "primary" (blue). If omitted, it has none.'),
        field("rows", "Array of Array of Row"),
    ]
    row = {"fields": [field("type", says='Type of the row, always "row"')], "description": [SENTENCE]}
    return {
        "version": "Bot API 1",
        "release_date": "May 1, 2026",
        "methods": {"sendThing": {"description": [SENTENCE], "fields": fields}, "getThing": {}},
        "types": {"Row": row, "Any": {"subtypes": ["Row"]}, **types},
    }


def field(name: str, *types: str, required: bool = False, says: str = SENTENCE) -> dict[str, Any]:
    return {"name": name, "types": list(types or ["String"]), "required": required, "description": says}


def test_of_discord_what_requests_are_checked_for_is_kept() -> None:
    thing = {
        "type": "object",
        "description": SENTENCE,
        "required": ["title"],
        "properties": {
            "title": {"type": "string", "maxLength": 5, "title": SENTENCE},
            "kind": {"oneOf": [{"const": 1, "title": "ONE", "description": SENTENCE}, {"const": 2}], "format": "int32"},
            "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Part"}},
        },
    }
    part = {"additionalProperties": False, "anyOf": [{"$ref": "#/components/schemas/Thing"}, {"type": "null"}]}
    facts = discord_facts(openapi({"$ref": "#/components/schemas/Thing"}, Thing=thing, Part=part))
    assert facts["requests"] == {"GET /things": None, "POST /things": {"$ref": "#/schemas/Thing"}}
    assert facts["schemas"] == {
        "Part": {"additionalProperties": False, "anyOf": [{"$ref": "#/schemas/Thing"}, {"type": "null"}]},
        "Thing": {
            "type": "object",
            "required": ["title"],
            "properties": {
                "title": {"type": "string", "maxLength": 5},
                "kind": {"enum": [1, 2]},
                "parts": {"type": "array", "items": {"$ref": "#/schemas/Part"}},
            },
        },
    }
    assert facts["source"]["version"] == "10"


def test_of_telegram_fields_values_and_lengths_are_kept() -> None:
    facts = telegram_facts(bot_api())
    fields = {
        "chat_id": ["Integer", "String"],
        "text": ["String"],
        "caption": ["String"],
        "style": ["String"],
        "rows": ["Array of Array of Row"],
    }
    assert facts["methods"] == {
        "getThing": {},
        "sendThing": {
            "fields": fields,
            "required": ["chat_id"],
            "lengths": {"text": [1, 64, "bytes"]},
            "values": {"style": ["danger", "primary"]},
        },
    }
    assert facts["types"] == {
        "Any": {"subtypes": ["Row"]},
        "Row": {"fields": {"type": ["String"]}, "values": {"type": ["row"]}},
    }
    assert facts["source"]["version"] == "Bot API 1"


def test_what_the_tool_does_not_know_is_not_passed_over() -> None:
    with pytest.raises(Unreadable, match="multipleOf"):
        discord_facts(openapi({"type": "integer", "multipleOf": 2}))
    with pytest.raises(Unreadable, match="Column"):
        telegram_facts(bot_api(Table={"fields": [field("columns", "Array of Column")]}))


def strings(value: Any) -> Iterator[str]:
    """Every text in a value of JSON, names included."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_is_kept_is_as_the_tool_writes_it_small_and_without_sentences(platform: str) -> None:
    text = (FOLDER / platform / "facts.json").read_text(encoding="utf-8")
    facts = json.loads(text)
    assert text_of(facts) == text
    assert len(text) < 200_000
    source = facts.pop("source")
    assert {"title", "url", "version"} <= source.keys()
    words = re.compile(r"(Array of |(GET|POST|PUT|PATCH|DELETE) /)*\S*")
    assert [each for each in strings(facts) if not words.fullmatch(each)] == []


def test_whatever_is_named_is_there() -> None:
    text = (FOLDER / "discord" / "facts.json").read_text(encoding="utf-8")
    schemas = json.loads(text)["schemas"]
    assert set(re.findall(r'"#/schemas/(\w+)"', text)) == schemas.keys()
    telegram = json.loads((FOLDER / "telegram" / "facts.json").read_text(encoding="utf-8"))
    entries = [*telegram["methods"].values(), *telegram["types"].values()]
    named = {each for entry in entries for types in entry.get("fields", {}).values() for each in types}
    named |= {each for entry in entries for each in entry.get("subtypes", [])}
    unknown = {each.rpartition("Array of ")[2] for each in named} - telegram["types"].keys()
    assert unknown == {"Boolean", "Float", "Integer", "String"}
