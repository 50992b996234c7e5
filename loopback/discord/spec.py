"""Checks request bodies against Discord's official description.

Its facts are in ``facts.json``, which ``tools/api_facts.py`` makes of the description; limits that it does not state
are in ``limits``.
"""

import json
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

# A checker of addresses that jsonschema takes where it is there; it costs a second of each start, and nobody here asks.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

from jsonschema import Draft202012Validator, ValidationError  # noqa: E402

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
        self._routes = []
        for route, schema in requests.items():
            method, _, path = route.partition(" ")
            self._routes.append((method, re.compile(re.sub(r"\{[^/]+\}", r"[^/]+", path)), path.count("{"), schema))

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """The faults of a request; empty if there are none."""
        found = [
            (parameters, schema)
            for each, pattern, parameters, schema in self._routes
            if each == method and pattern.fullmatch(path)
        ]
        if not found:
            return [f"{method} {path} is not described"]
        _, schema = min(found, key=lambda pair: pair[0])
        if schema is None or body is None:
            return []
        validator = Draft202012Validator({**schema, "schemas": self._schemas})
        errors = validator.iter_errors(_with_text_ids(body))
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
    while error.context:
        alternatives = defaultdict(list)
        for each in error.context:
            alternatives[each.relative_schema_path[0]].append(each)
        error = min(alternatives.values(), key=lambda errors: (any(map(_of_another_kind, errors)), len(errors)))[0]
    return f"{error.json_path}: {error.message[:300]}"


def _of_another_kind(error: ValidationError) -> bool:
    """Is the fault the kind of a value, or its ``type``, by which Discord tells objects apart?"""
    return list(error.relative_path) == ["type"] or (error.validator == "type" and not error.relative_path)


@cache
def load_spec() -> Spec:
    """The description. Raises OSError or ValueError where its facts cannot be read."""
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    for schema, name in _NOT_DESCRIBED.items():
        facts["schemas"][schema]["properties"][name] = {"type": "boolean"}
    return Spec(facts)
