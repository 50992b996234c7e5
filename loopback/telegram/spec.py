"""Holds requests and updates against the official description of the Bot API, where that file is at hand.

The file lies beside the repository (``../shared/specs/telegram-bot-api.json``). ``load_spec`` alone decides whether it
is there; without it the limits written by hand in the methods still hold, only names and types go unchecked.

Ephemeral messages (Bot API 10.3) are newer than the description: their fields are added here when a server offers them.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from loopback.telegram.world import JSON, Upload

SPEC_FILE = Path(__file__).resolve().parents[3] / "shared" / "specs" / "telegram-bot-api.json"

_ARRAY = "Array of "
_CONSTANT = re.compile(r"must be ([a-z_]+)$")
_SENDING = ("sendMessage", "sendPhoto", "sendDocument")
_EPHEMERAL_EDITS = {
    "editEphemeralMessageText": "editMessageText",
    "editEphemeralMessageCaption": "editMessageCaption",
    "editEphemeralMessageMedia": "editMessageMedia",
    "editEphemeralMessageReplyMarkup": "editMessageReplyMarkup",
    "deleteEphemeralMessage": "deleteMessage",
}
EPHEMERAL_METHODS = frozenset(_EPHEMERAL_EDITS)
"""Methods that a server of an older Bot API does not know; asking for them is how a bot finds out."""


class Spec:
    """The description: which methods and types there are, and what their fields hold."""

    def __init__(self, description: JSON) -> None:
        self.methods: dict[str, JSON] = description["methods"]
        self.types: dict[str, JSON] = description["types"]

    def check_call(self, method: str, parameters: JSON) -> list[str]:
        """What is wrong with a call; empty if nothing."""
        if method not in self.methods:
            return [f"unknown method {method}"]
        return self._check_fields(method, self.methods[method].get("fields", []), parameters)

    def check_type(self, name: str, value: Any) -> list[str]:
        """What is wrong with a value that should be of the type ``name``."""
        return self._check(name, name, value)

    def _check_fields(self, where: str, fields: list[JSON], value: JSON) -> list[str]:
        known = {field["name"]: field for field in fields}
        problems = [f"{where}: unknown field {name}" for name in value if name not in known]
        for name, field in known.items():
            if name in value:
                problems += self._check_any(f"{where}.{name}", field, value[name])
            elif field["required"]:
                problems.append(f"{where}: {name} is missing")
        return problems

    def _check_any(self, where: str, field: JSON, value: Any) -> list[str]:
        constant = _CONSTANT.search(field["description"]) if field["name"] == "type" else None
        if constant and value != constant[1]:
            return [f"{where}: must be {constant[1]}"]
        return self._closest(where, field["types"], value)

    def _closest(self, where: str, types: list[str], value: Any) -> list[str]:
        """The fewest problems any of the types has with the value: those of the one that was meant."""
        return min((self._check(where, kind, value) for kind in types), key=len)

    def _check(self, where: str, kind: str, value: Any) -> list[str]:
        wrong = [f"{where}: not {kind}"]
        if kind.startswith(_ARRAY):
            if not isinstance(value, list):
                return wrong
            inner = kind.removeprefix(_ARRAY)
            return [problem for n, item in enumerate(value) for problem in self._check(f"{where}[{n}]", inner, item)]
        match kind:
            case "Integer":
                fits = isinstance(value, int) and not isinstance(value, bool)
            case "Float":
                fits = isinstance(value, (int, float)) and not isinstance(value, bool)
            case "Boolean":
                fits = isinstance(value, bool)
            case "String":
                fits = isinstance(value, str)
            case "InputFile":
                fits = isinstance(value, Upload)
            case _:
                description = self.types[kind]
                if "subtypes" in description:
                    return self._closest(where, description["subtypes"], value)
                if not isinstance(value, dict):
                    # Weighs more than any wrong field: an object of the other shape is what was meant.
                    return wrong * 100
                return self._check_fields(f"{where}({kind})", description.get("fields", []), value)
        return [] if fits else wrong


def _field(name: str, *types: str, required: bool = False) -> JSON:
    return {"name": name, "types": list(types), "required": required, "description": ""}


def _add_ephemeral(description: JSON) -> None:
    methods, types = description["methods"], description["types"]
    types["EphemeralMessageParameters"] = {
        "fields": [
            _field("receiver_user_id", "Integer", required=True),
            _field("callback_query_id", "String"),
            _field("replace_callback_query_message", "Boolean"),
        ]
    }
    types["Message"]["fields"] += [_field("ephemeral_message_id", "Integer"), _field("receiver_user", "User")]
    for name in _SENDING:
        methods[name]["fields"].append(_field("ephemeral_message_parameters", "EphemeralMessageParameters"))
    for name, model in _EPHEMERAL_EDITS.items():
        left_out = {"business_connection_id", "inline_message_id", "message_id", "chat_id"}
        methods[name] = {
            "fields": [
                _field("chat_id", "Integer", "String", required=True),
                _field("receiver_user_id", "Integer", required=True),
                _field("ephemeral_message_id", "Integer", required=True),
                *(field for field in methods[model]["fields"] if field["name"] not in left_out),
            ]
        }


@cache
def load_spec(*, ephemeral: bool) -> Spec | None:
    """The description, or None where the file is not at hand."""
    if not SPEC_FILE.is_file():
        return None
    description = json.loads(SPEC_FILE.read_text(encoding="utf-8"))
    if ephemeral:
        _add_ephemeral(description)
    return Spec(description)
