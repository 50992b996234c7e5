"""Keep the facts of the platforms' official descriptions for ``loopback/``: ``python -m tools.api_facts PATH...``.

Each PATH is a description: Discord's, ``specs/openapi.json`` of https://github.com/discord/discord-api-spec (MIT), or
Telegram's, ``api.json`` of https://github.com/PaulSonOfLars/telegram-bot-api-spec, which is read off
https://core.telegram.org/bots/api. Kept are names, types, what is required, values and limits, of Discord those of
requests only; no sentence is. With ``--check`` nothing is written: the status is 1 where what is kept is not what a
description says.
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

JSON = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "loopback"
_SCHEMAS = "#/components/schemas/"
_KEPT_SCHEMAS = "#/schemas/"
_CHECKED = {
    "const", "enum", "maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength",
    "minProperties", "minimum", "pattern", "required", "type", "uniqueItems",
}  # fmt: skip
_ONE_SCHEMA = {"additionalProperties", "items"}
_SCHEMA_LISTS = {"allOf", "anyOf", "oneOf"}
_NOT_CHECKED = {"contentEncoding", "description", "format", "title", "x-discord-union"}
_METHODS = {"get", "post", "put", "patch", "delete"}
_PLAIN_TYPES = {"Boolean", "Float", "Integer", "String"}
_CONSTANT = re.compile(r'(?:must be|always) "?([a-z0-9_]+)"?$')
_CHOICE = re.compile(r'[Mm]ust be one of (".*?)(?:\. |$)')
_LENGTH = re.compile(r"(\d+)-(\d+) (characters|bytes)(?! after entit)", re.IGNORECASE)
"""Of a text with markup the limit is that of what is shown, which the description alone does not tell."""


class Unreadable(Exception):
    """A description says something that this tool does not know how to keep."""


def discord_facts(description: JSON) -> JSON:
    """The routes with the schemas of their JSON bodies, null where there is none. Raises Unreadable."""
    requests: JSON = {}
    for path, operations in description["paths"].items():
        for method in sorted(_METHODS & operations.keys()):
            content = operations[method].get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema")
            requests[f"{method.upper()} {path}"] = schema and _schema(schema)
    schemas: JSON = {}
    while missing := _references([requests, schemas]) - schemas.keys():
        schemas |= {name: _schema(description["components"]["schemas"][name]) for name in missing}
    info = description["info"]
    source = {
        "licence": info["license"]["identifier"],
        "title": info["title"],
        "url": "https://github.com/discord/discord-api-spec",
        "version": info["version"],
    }
    return {"requests": requests, "schemas": schemas, "source": source}


def _schema(schema: JSON | bool) -> JSON | bool:
    """A JSON Schema without what no request is checked for; a list of constants becomes an enum."""
    if isinstance(schema, bool):
        return schema
    kept: JSON = {}
    for keyword, value in schema.items():
        if keyword == "properties":
            kept[keyword] = {name: _schema(each) for name, each in value.items()}
        elif keyword in _ONE_SCHEMA:
            kept[keyword] = _schema(value)
        elif keyword in _SCHEMA_LISTS:
            kept[keyword] = [_schema(each) for each in value]
        elif keyword == "$ref":
            kept[keyword] = value.replace(_SCHEMAS, _KEPT_SCHEMAS)
        elif keyword in _CHECKED:
            kept[keyword] = value
        elif keyword not in _NOT_CHECKED:
            raise Unreadable(f"unknown keyword of a schema: {keyword}")
    if all(each.keys() == {"const"} for each in kept.get("oneOf", [{}])):
        kept["enum"] = [each["const"] for each in kept.pop("oneOf")]
    return kept


def _references(value: Any) -> set[str]:
    if isinstance(value, list):
        return {name for each in value for name in _references(each)}
    if not isinstance(value, dict):
        return set()
    found = {name for each in value.values() for name in _references(each)}
    reference = value.get("$ref")
    return found | {reference.removeprefix(_KEPT_SCHEMAS)} if isinstance(reference, str) else found


def telegram_facts(description: JSON) -> JSON:
    """The methods and the types with their fields. Raises Unreadable."""
    facts = {kind: {name: _fields(entry) for name, entry in description[kind].items()} for kind in ("methods", "types")}
    named = {
        each.rpartition("Array of ")[2]
        for entry in (*facts["methods"].values(), *facts["types"].values())
        for types in (*entry.get("fields", {}).values(), entry.get("subtypes", []))
        for each in types
    }
    if unknown := named - _PLAIN_TYPES - facts["types"].keys():
        raise Unreadable(f"unknown types: {', '.join(sorted(unknown))}")
    source = {
        "released": description["release_date"],
        "title": "Telegram Bot API",
        "url": "https://core.telegram.org/bots/api",
        "version": description["version"],
    }
    return {**facts, "source": source}


def _fields(entry: JSON) -> JSON:
    fields = entry.get("fields", [])
    texts = {field["name"]: field["description"] for field in fields if field["types"] == ["String"]}
    kept = {
        "fields": {field["name"]: field["types"] for field in fields},
        "lengths": {name: length for name, text in texts.items() if (length := _length(text))},
        "required": sorted(field["name"] for field in fields if field["required"]),
        "subtypes": entry.get("subtypes"),
        "values": {name: values for name, text in texts.items() if (values := _values(text))},
    }
    return {name: value for name, value in kept.items() if value}


def _length(text: str) -> list[int | str]:
    """The least and the greatest length, and its unit; empty where none is said."""
    found = _LENGTH.search(text)
    return [int(found[1]), int(found[2]), found[3].lower()] if found else []


def _values(text: str) -> list[str]:
    """The only values a text can have; empty where any can stand."""
    if constant := _CONSTANT.search(text):
        return [constant[1]]
    choice = _CHOICE.search(text)
    return re.findall(r'"([^"]+)"', choice[1]) if choice else []


def facts_of(description: JSON) -> tuple[str, JSON]:
    """The platform that a description is of, and the facts in it. Raises Unreadable."""
    if "openapi" in description:
        return "discord", discord_facts(description)
    if "methods" in description and "types" in description:
        return "telegram", telegram_facts(description)
    raise Unreadable("neither Discord's OpenAPI description nor one of Telegram's Bot API")


def text_of(facts: JSON) -> str:
    """The file: sorted, a line for each route, schema, method and type, so that a change shows which it is of."""
    sections = []
    for name, section in sorted(facts.items()):
        lines = (f"{json.dumps(key)}:{_compact(value)}" for key, value in sorted(section.items()))
        sections.append(f"{json.dumps(name)}:{{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tools.api_facts", description=str(__doc__).splitlines()[0])
    parser.add_argument("descriptions", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--check", action="store_true", help="only say whether what is kept is what they say")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER", help="default: that of the servers")
    arguments = parser.parse_args()
    status = 0
    for path in arguments.descriptions:
        try:
            platform, facts = facts_of(json.loads(path.read_text(encoding="utf-8")))
        except (Unreadable, ValueError) as problem:
            parser.error(f"{path}: {problem}")
        file, text = arguments.into / platform / "facts.json", text_of(facts)
        version = facts["source"]["version"]
        if not arguments.check:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"{platform}: {version}, {len(text.encode())} bytes")
        elif file.exists() and file.read_text(encoding="utf-8") == text:
            print(f"{platform}: {version}, as kept")
        else:
            print(f"{platform}: {version} says something else than {file}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
