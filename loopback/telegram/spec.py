"""Checks requests and updates against the official description of the Bot API.

Its facts are in ``facts.json``, which ``tools/api_facts.py`` makes of the description. Limits that it states in no form
which the tool reads, such as those of texts with markup, are in the methods.

Ephemeral messages (Bot API 10.3) are newer than the description: their fields are added here when a server offers them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from loopback.telegram.world import JSON, Upload

FACTS = Path(__file__).parent / "facts.json"

_ARRAY = "Array of "
_SENDING = ("sendMessage", "sendPhoto", "sendAnimation", "sendDocument")
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
    """The description: methods and types, and the values of their fields."""

    def __init__(self, facts: JSON) -> None:
        self._methods: dict[str, JSON] = facts["methods"]
        self._types: dict[str, JSON] = facts["types"]

    def check_call(self, method: str, parameters: JSON) -> list[str]:
        """The faults of a call; empty if there are none."""
        if method not in self._methods:
            return [f"unknown method {method}"]
        return self._check_fields(method, self._methods[method], parameters)

    def check_type(self, name: str, value: Any) -> list[str]:
        """The faults of a value that should be of the type ``name``."""
        return self._check(name, name, value)

    def _check_fields(self, where: str, entry: JSON, value: JSON) -> list[str]:
        fields = entry.get("fields", {})
        problems = [f"{where}: unknown field {name}" for name in value if name not in fields]
        problems += [f"{where}: {name} is missing" for name in entry.get("required", []) if name not in value]
        for name in (each for each in value if each in fields):
            wrong = self._closest(f"{where}.{name}", fields[name], value[name])
            problems += wrong or _check_text(f"{where}.{name}", name, entry, value[name])
        return problems

    def _closest(self, where: str, types: list[str], value: Any) -> list[str]:
        """The faults of the value by the type with the fewest, which is the one that was meant."""
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
                entry = self._types[kind]
                if "subtypes" in entry:
                    return self._closest(where, entry["subtypes"], value)
                if not isinstance(value, dict):
                    # Weighs more than any wrong field: an object of the other shape is what was meant.
                    return wrong * 100
                return self._check_fields(f"{where}({kind})", entry, value)
        return [] if fits else wrong


def _check_text(where: str, name: str, entry: JSON, text: str) -> list[str]:
    """The faults of a text of the right type: its value or its length."""
    values = entry.get("values", {}).get(name, [text])
    if text not in values:
        return [f"{where}: must be {' or '.join(values)}"]
    if name in entry.get("lengths", {}):
        least, most, unit = entry["lengths"][name]
        if not least <= len(text.encode() if unit == "bytes" else text) <= most:
            return [f"{where}: not {least} to {most} {unit}"]
    return []


def _add_ephemeral(facts: JSON) -> None:
    methods, types = facts["methods"], facts["types"]
    types["EphemeralMessageParameters"] = {
        "fields": {
            "receiver_user_id": ["Integer"],
            "callback_query_id": ["String"],
            "replace_callback_query_message": ["Boolean"],
        },
        "required": ["receiver_user_id"],
    }
    types["Message"]["fields"] |= {"ephemeral_message_id": ["Integer"], "receiver_user": ["User"]}
    for name in _SENDING:
        methods[name]["fields"]["ephemeral_message_parameters"] = ["EphemeralMessageParameters"]
    place = {"chat_id": ["Integer", "String"], "receiver_user_id": ["Integer"], "ephemeral_message_id": ["Integer"]}
    left_out = {"business_connection_id", "inline_message_id", "message_id", "chat_id"}
    for name, model in _EPHEMERAL_EDITS.items():
        like = methods[model]
        kept = {field: types for field, types in like["fields"].items() if field not in left_out}
        required = [field for field in like.get("required", []) if field not in left_out]
        methods[name] = {"fields": place | kept, "required": [*place, *required]}


@cache
def load_spec(*, ephemeral: bool) -> Spec:
    """The description. Raises OSError or ValueError where its facts cannot be read."""
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    if ephemeral:
        _add_ephemeral(facts)
    return Spec(facts)
