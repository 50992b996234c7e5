"""Answers as the page shows them: plain values for JSON, and what a message offers to press."""

from collections.abc import Sequence
from typing import Any

from bot.app.callback_data import read_callback_data
from bot.chat import Answer, Button, Invite, Menu, Row
from bot.store.room import Body, Said


def answer_body(answer: Answer) -> Body:
    """An answer without its picture, which is kept apart."""
    return {
        "kind": "board" if not answer.private else "answer",
        "title": answer.title,
        "text": answer.text,
        "code": answer.code,
        "alt": answer.picture.alt if answer.picture else "",
        "rows": [_row(row) for row in answer.rows],
        "file": {"name": answer.file.name, "text": answer.file.content.decode()} if answer.file else None,
        "movable": not answer.private and _takes_moves(answer),
    }


def shown(said: Said) -> dict[str, Any]:
    """A message as it goes to a browser."""
    return {
        "id": said.id,
        "seq": said.seq,
        "changed": said.changed,
        "private": said.only_for is not None,
        "deleted": said.deleted,
        "picture": f"/picture/{said.picture}.png" if said.picture else "",
        **said.body,
    }


def offers(body: Body, payload: str, values: Sequence[str]) -> bool:
    """Does a message carry this button or menu, switched on, and these values?"""
    for row in body.get("rows", []):
        if row["kind"] == "menu":
            if row["payload"] == payload:
                return len(values) == 1 and values[0] in {option["value"] for option in row["options"]}
        elif any(item.get("payload") == payload and not item["disabled"] for item in row["buttons"]):
            return not values
    return False


def _takes_moves(answer: Answer) -> bool:
    """Is this the board of a match under way, which a line can answer with a move?"""
    buttons = [item for row in answer.rows if not isinstance(row, Menu) for item in row if isinstance(item, Button)]
    return any(read_callback_data(button.payload).action == "mv" for button in buttons)


def _row(row: Row) -> dict[str, Any]:
    if isinstance(row, Menu):
        options = [{"label": each.label, "value": each.value, "detail": each.detail} for each in row.options]
        return {"kind": "menu", "payload": row.payload, "prompt": row.prompt, "options": options}
    return {"kind": "buttons", "buttons": [_button(item) for item in row]}


def _button(item: Button | Invite) -> dict[str, Any]:
    if isinstance(item, Invite):
        return {"label": item.label, "link": f"/join/{item.code}", "style": "plain", "disabled": False}
    return {"label": item.label, "payload": item.payload, "style": item.style.value, "disabled": item.disabled}
