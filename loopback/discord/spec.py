"""Holds request bodies against Discord's official description, where that file is at hand.

The file lies beside the repository (``../shared/specs/discord-openapi.json``). ``load_spec`` alone decides whether it
is there; without it the limits written by hand in ``limits`` still hold.
"""

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

# A checker of addresses that jsonschema takes where it is there; it costs a second of each start, and nobody here asks.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

from jsonschema import Draft202012Validator, ValidationError  # noqa: E402
from jsonschema.exceptions import best_match  # noqa: E402

SPEC_FILE = Path(__file__).resolve().parents[3] / "shared" / "specs" / "discord-openapi.json"
JSON = dict[str, Any]


class Spec:
    """The description: for each path and method, the schema of its body."""

    def __init__(self, description: JSON) -> None:
        self._description = description
        self._paths = [
            (re.compile(re.sub(r"\{[^/]+\}", r"[^/]+", path) + "$"), path, operations)
            for path, operations in description["paths"].items()
        ]

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """What is wrong with a request; empty if nothing."""
        operation = self._operation(method, path)
        if operation is None:
            return [f"{method} {path} is not described"]
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None or body is None:
            return []
        validator = Draft202012Validator({**schema, "components": self._description["components"]})
        errors = validator.iter_errors(_with_text_ids(body))
        return [f"{method} {path}: {_deepest(error)}" for error in errors]

    def _operation(self, method: str, path: str) -> JSON | None:
        found = [
            (template.count("{"), operations[method.lower()])
            for pattern, template, operations in self._paths
            if pattern.match(path) and method.lower() in operations
        ]
        return min(found, key=lambda pair: pair[0])[1] if found else None


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
    """The place of a fault and the fault; of alternatives, the one that was nearly right."""
    found = best_match([error])
    return f"{found.json_path}: {found.message[:300]}" if found else error.message[:300]


@cache
def load_spec() -> Spec | None:
    """The description, or None where its file is not beside the repository."""
    return Spec(json.loads(SPEC_FILE.read_text())) if SPEC_FILE.exists() else None
