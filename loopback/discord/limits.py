"""Discord's limits on requests, as far as its OpenAPI description does not state them."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

JSON = dict[str, Any]

ACTION_ROW, BUTTON, STRING_SELECT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT = 1, 2, 3, 5, 6, 8
LINK = 5
_SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT)
COMPONENTS_V2 = 1 << 15
_NAME = re.compile(r"[-_'a-z0-9À-ɏ]{1,32}")


NEW_THREADS, WINDOW = 50, 300.0
"""So many threads may be opened in a channel in so many seconds."""
_NEW_THREAD = re.compile(r"/channels/(\d+)/messages/\d+/threads")


class ThreadWindows:
    """The windows for new threads of all channels; none ends while a test runs."""

    def __init__(self) -> None:
        self.limit = NEW_THREADS
        self._asked: Counter[str] = Counter()

    def take(self, path: str) -> dict[str, str]:
        """Count a request, if it is for a new thread; the headers that tell how many more there may be."""
        found = _NEW_THREAD.fullmatch(path)
        if found is None:
            return {}
        self._asked[found[1]] += 1
        return {
            "X-RateLimit-Bucket": "new-threads",
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(max(0, self.limit - self._asked[found[1]])),
            "X-RateLimit-Reset-After": str(WINDOW),
        }

    def is_over(self, path: str) -> bool:
        """Would this be one new thread too many?"""
        found = _NEW_THREAD.fullmatch(path)
        return found is not None and self._asked[found[1]] >= self.limit


LABEL, TEXT_INPUT = 18, 4


def message_faults(body: JSON, files: int) -> Iterator[str]:
    """The faults for which Discord would refuse a message."""
    content, rows = body.get("content") or "", body.get("components") or []
    if len(content) > 2000:
        yield "content is longer than 2000 characters"
    if body.get("flags", 0) & COMPONENTS_V2 and (content or body.get("embeds")):
        yield "no content or embeds beside components v2"
    attachments = body.get("attachments") or []
    for attachment in attachments:
        if len(attachment.get("description") or "") > 1024:
            yield "the description of an attachment is longer than 1024 characters"
    numbered = [each for each in attachments if str(each["id"]).isdecimal() and int(each["id"]) < files]
    if len(numbered) != files:
        yield "files and attachments do not belong together"
    yield from _component_faults(rows)


def _component_faults(rows: list[JSON]) -> Iterator[str]:
    if len(rows) > 5:
        yield "more than 5 rows of components"
    ids: list[str] = []
    for row in rows:
        items = row.get("components", [])
        if row.get("type") != ACTION_ROW or not items:
            yield "a row must be an action row with components"
        selects = [item for item in items if item["type"] in _SELECTS]
        if len(items) > 5 or (selects and len(items) > 1):
            yield "a row holds five buttons or one menu"
        for item in items:
            ids += [item["custom_id"]] if "custom_id" in item else []
            yield from _FAULTS[item["type"]](item)
    if len(ids) != len(set(ids)):
        yield "custom ids must differ within a message"
    if any(not 1 <= len(each) <= 100 for each in ids):
        yield "a custom id has 1 to 100 characters"


def _button_faults(item: JSON) -> Iterator[str]:
    if not item.get("label") and not item.get("emoji"):
        yield "a button needs a label"
    if len(item.get("label") or "") > 80:
        yield "the label of a button is longer than 80 characters"
    if (item["style"] == LINK) != ("url" in item):
        yield "a link button has a url, and no other has"


def _user_select_faults(item: JSON) -> Iterator[str]:
    if item.get("options"):
        yield "a menu of users, roles or channels has no options"
    if len(item.get("placeholder") or "") > 150:
        yield "the placeholder of a menu is longer than 150 characters"


def _select_faults(item: JSON) -> Iterator[str]:
    options = item.get("options", [])
    if not 1 <= len(options) <= 25:
        yield "a menu has 1 to 25 options"
    if len({option["value"] for option in options}) != len(options):
        yield "the values of a menu must differ"
    if len(item.get("placeholder") or "") > 150:
        yield "the placeholder of a menu is longer than 150 characters"
    for option in options:
        lengths = [len(option["label"]), len(option["value"]), len(option.get("description") or "")]
        if max(lengths) > 100 or not option["label"] or not option["value"]:
            yield "label, value and description of an option have at most 100 characters"


_FAULTS = {BUTTON: _button_faults, STRING_SELECT: _select_faults, USER_SELECT: _user_select_faults}
_FAULTS |= dict.fromkeys((ROLE_SELECT, CHANNEL_SELECT), _user_select_faults)


SLASH, ENTRY_POINT = 1, 4


def command_faults(commands: list[JSON]) -> Iterator[str]:
    """The faults for which Discord would refuse a list of commands."""
    names = [(command.get("type", 1), command["name"]) for command in commands]
    if len(names) != len(set(names)):
        yield "the names of commands must differ"
    entries = [command for command in commands if command.get("type", 1) == ENTRY_POINT]
    if len(entries) > 1:
        yield "there is one entry point at most"
    for command in commands:
        if command.get("type", 1) == ENTRY_POINT:
            if command.get("handler") not in (1, 2):
                yield "an entry point has a handler, 1 or 2"
            yield from _named_faults({"description": "-", **command})
            continue
        if command.get("type", 1) != SLASH:
            yield from _menu_faults(command, commands)
            continue
        yield from _named_faults(command)
        options = command.get("options", [])
        if len(options) > 25:
            yield "a command has at most 25 options"
        for option in options:
            yield from _named_faults(option)
            if option.get("choices") and option.get("autocomplete"):
                yield "an option has choices or autocomplete, not both"
            for choice in option.get("choices", []):
                texts = [choice["name"], *(choice.get("name_localizations") or {}).values()]
                if any(not 1 <= len(text) <= 100 for text in texts):
                    yield "the name of a choice has 1 to 100 characters"


def _menu_faults(menu: JSON, commands: list[JSON]) -> Iterator[str]:
    """A menu on people or messages has a name and nothing else; of each kind there are fifteen at most."""
    names = [menu["name"], *(menu.get("name_localizations") or {}).values()]
    if any(not 1 <= len(name) <= 32 for name in names):
        yield f"the name of a menu has 1 to 32 characters: {names}"
    if menu.get("description") or menu.get("options"):
        yield "a menu has neither a description nor options"
    if sum(each.get("type", 1) == menu["type"] for each in commands) > 15:
        yield "there are at most 15 menus of a kind"


def _named_faults(item: JSON) -> Iterator[str]:
    names = [item["name"], *(item.get("name_localizations") or {}).values()]
    if any(not _NAME.fullmatch(name) for name in names):
        yield f"a name is lower case, 1 to 32 characters: {names}"
    descriptions = [item["description"], *(item.get("description_localizations") or {}).values()]
    if any(not 1 <= len(text) <= 100 for text in descriptions):
        yield f"a description has 1 to 100 characters: {item['name']}"


def choice_faults(choices: list[JSON]) -> Iterator[str]:
    """The faults for which Discord would refuse suggestions."""
    if len(choices) > 25:
        yield "more than 25 suggestions"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100 or not 1 <= len(str(choice["value"])) <= 100:
            yield "name and value of a suggestion have 1 to 100 characters"


def form_faults(form: JSON) -> Iterator[str]:
    """The reasons why Discord would not take a form of one text field."""
    if not 0 < len(form.get("title", "")) <= 45:
        yield "a form has a title of at most 45 characters"
    if not 0 < len(form.get("custom_id", "")) <= 100:
        yield "a form has a custom_id of at most 100 characters"
    for label in form.get("components", []):
        field = label.get("component") or {}
        if label.get("type") != LABEL or not 0 < len(label.get("label", "")) <= 45 or field.get("type") != TEXT_INPUT:
            yield "a field of a form stands in a label"
        elif len(field.get("value") or "") > field.get("max_length", 4000):
            yield "a text is longer than its field"
    if not form.get("components"):
        yield "a form has fields"
