"""Checks request bodies against Discord's official description.

Its facts are in ``facts.json``, which ``tools/api_facts.py`` makes of the description; limits that it does not state
are in ``limits``.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind

FACTS = Path(__file__).parent / "facts.json"
JSON = dict[str, Any]
_NOT_DESCRIBED = {
    "ApplicationCommandUpdateRequest": "nsfw",
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": "tts",
    "IncomingWebhookUpdateRequestPartial": "tts",
    "MessageEditRequestPartial": "tts",
}
"""Fields that discord.py always sends: the first stands in Discord's documents, the others it overlooks in edits."""


class Spec:
    """The description: for each route, the schema of its body."""

    def __init__(self, facts: JSON) -> None:
        requests, self._schemas = _closed(facts["requests"]), _closed(facts["schemas"])
        self._validators: dict[str, Draft202012Validator] = {}
        self._routes = []
        for route, schema in requests.items():
            method, _, path = route.partition(" ")
            pattern = re.compile(re.sub(r"\{[^/]+\}", r"[^/]+", path))
            self._routes.append((method, pattern, path.count("{"), route, schema))

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """The faults of a request; empty if there are none."""
        found = [
            (parameters, route, schema)
            for each, pattern, parameters, route, schema in self._routes
            if each == method and pattern.fullmatch(path)
        ]
        if not found:
            return [f"{method} {path} is not described"]
        _, route, schema = min(found, key=lambda each: each[0])
        if schema is None or body is None:
            return []
        if route not in self._validators:
            self._validators[route] = Draft202012Validator({**schema, "schemas": self._schemas})
        errors = self._validators[route].iter_errors(_with_text_ids(body))
        return [f"{method} {path}: {_deepest(error)}" for error in errors]


def _closed(schemas: Any) -> Any:
    """The schemas, made to refuse unknown names: Discord overlooks those, so a mistyped field is lost."""
    if isinstance(schemas, list):
        return [_closed(each) for each in schemas]
    if not isinstance(schemas, dict):
        return schemas
    closed = {name: _closed(each) for name, each in schemas.items()}
    return {"additionalProperties": False, **closed} if isinstance(schemas.get("properties"), dict) else closed


def _with_text_ids(body: Any) -> Any:
    """Discord takes ids as numbers too, and discord.py sends some so; the description knows them as texts."""
    if isinstance(body, dict):
        return {
            name: str(value) if _is_id(name) and isinstance(value, int) else _with_text_ids(value)
            for name, value in body.items()
        }
    if isinstance(body, list):
        return [str(each) if isinstance(each, int) and each > 1 << 40 else _with_text_ids(each) for each in body]
    return body


def _is_id(name: str) -> bool:
    return name == "id" or name.endswith("_id")


def _deepest(error: ValidationError) -> str:
    """The place of a fault and the fault; of alternatives, that of the one which was meant."""
    while isinstance(error.kind, ValidationErrorKind.AnyOf | ValidationErrorKind.OneOfNotValid):
        at = error.instance_path
        alternatives = [(any(_of_another_kind(each, at) for each in errors), errors) for errors in error.kind.context]
        _, errors = min(alternatives, key=lambda each: (each[0], len(each[1])))
        error = errors[0]
    return f"{_path(error.instance_path)}: {error.message[:300]}"


def _path(parts: list[str | int]) -> str:
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)


def _of_another_kind(error: ValidationError, at: list[str | int]) -> bool:
    """Is the fault the kind of the value there, or its ``type``, by which Discord tells objects apart?"""
    within = error.instance_path[len(at) :]
    return within == ["type"] or (isinstance(error.kind, ValidationErrorKind.Type) and not within)


@cache
def load_spec() -> Spec:
    """The description. Raises OSError or ValueError where its facts cannot be read."""
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    for schema, name in _NOT_DESCRIBED.items():
        facts["schemas"][schema]["properties"][name] = {"type": "boolean"}
    return Spec(facts)
