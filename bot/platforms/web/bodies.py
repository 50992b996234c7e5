"""Answers and messages as the page gets them: plain values for JSON."""

import mimetypes
import struct
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias, cast

from bot.chat import (
    AheadPosition,
    BoardAction,
    BoardMessage,
    Button,
    Content,
    EditedPosition,
    ExploredPosition,
    Invite,
    LiveBoard,
    Menu,
    MessageLink,
    PanelBoard,
    PieceName,
    PremovePosition,
    PrivateChat,
    PrivatePanel,
    ReadyCall,
    Row,
    SeatClocks,
    SeatTime,
    SharedSeat,
    TurnGraph,
    TurnNode,
    TurnStep,
    When,
    beside_others,
    file_in,
)
from bot.chat.ports import Body, RoomMessage
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.frame_parts import (
    ButtonShown,
    ButtonsShown,
    FileShown,
    InviteShown,
    LinkShown,
    MenuShown,
    MomentShown,
    Node,
    OptionShown,
    PieceShown,
    SharedShown,
    Step,
)

JsonObject: TypeAlias = dict[str, Any]
_BINARY = (".gif", ".png")
"""The endings of files that are pictures: the browser takes them from an address that holds them, and shows them."""
_TOUCHED = 500
"""The most characters in which the points touched for a turn are sent."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def content_body(content: Content) -> JsonObject:
    """A message without its picture, which is kept apart."""
    content = beside_others(content)
    drawn: JsonObject = {}
    if isinstance(content, PrivatePanel):
        if content.board:
            drawn = {"touch": touch_body(content.board)}
            content = replace(content, text=content.board.text, rows=content.board.rows)
        drawn |= {
            name: asdict(each)
            for name, each in (("graph", content.graph), ("hint", content.hint), ("field", content.asks))
            if each
        }
    return drawn | {
        "kind": "board" if isinstance(content, BoardMessage) else "answer",
        "title": content.title,
        "text": content.text,
        "code": content.code,
        "links": [_link(link) for link in content.links],
        "alt": _alt(content),
        "size": _size(content.picture.png) if content.picture else None,
        "rows": [_row(row) for row in content.rows if not (isinstance(row, Menu) and not row.options)],
        "file": _file(content),
        "match": content.match if isinstance(content, BoardMessage) else "",
        "movable": isinstance(content, BoardMessage) and content.accepts_moves,
    }


def message_body(message: RoomMessage) -> sent.Message:
    """A message as it goes to a browser."""
    body = {
        "id": message.id,
        "room": message.room,
        "seq": message.seq,
        "changed": message.changed,
        "private": message.only_for is not None,
        "deleted": message.deleted,
        "picture": f"/picture/{message.picture}.png" if message.picture else "",
        **message.body,
    }
    return cast(sent.Message, body)


def messages_frame(room: str, messages: Sequence[RoomMessage], since: int) -> sent.MessagesFrame:
    """The messages of a room that have changed after ``since``, as they go to a browser; 0 for all that are shown."""
    shown = [message_body(each) for each in messages]
    return sent.MessagesFrame(room=room, messages=shown, all=since == 0)


def board_frame(board: LiveBoard) -> sent.BoardFrame:
    """A live board as it goes to a browser."""
    return sent.BoardFrame(
        code=board.code,
        version=board.version,
        now=_milliseconds(board.now),
        ply=board.ply,
        status=board.status,
        days=board.days,
        ruleset=board.ruleset,
        game=board.game,
        inviting=board.inviting,
        mine=board.mine,
        bottom=board.bottom,
        turn=board.turn,
        theme=board.theme,
        cells=board.cells,
        stacks=board.stacks,
        hands=board.hands,
        pieces=_pieces(board.pieces),
        names=board.names,
        people=board.people,
        sides=board.sides,
        levels=board.levels,
        taken=board.taken,
        last=board.last,
        steps=steps_body(board.steps) if board.steps else None,
        ask=board.ask,
        puts=board.puts,
        title=board.title,
        facts=board.facts,
        text="\n".join(board.lines),
        links=[_link(moment) for moment in board.moments],
        actions=[_action(each) for each in board.actions],
        talk=board.talk[-1] if board.talk else "",
        offer=board.offer,
        lapses=_milliseconds(board.lapses) if board.lapses else None,
        clock=_clock(board.clock) if board.clock else None,
        ready=_ready(board.ready) if board.ready else None,
        moves=board.moves,
        turns=board.turns,
        first=board.first,
        arrival=board.arrival,
        moved=board.moved,
        awaits=board.awaits,
        shared=_shared(board.shared) if board.shared else None,
        result=board.result,
        stamp=board.stamp,
        winner=board.winner,
        rematch=board.rematch,
    )


def ahead_frame(ahead: AheadPosition) -> sent.AheadFrame:
    """A match some moves ahead, as it goes to a browser."""
    return sent.AheadFrame(**{**vars(ahead), "steps": ahead.steps and steps_body(ahead.steps)})


def premove_frame(premove: PremovePosition) -> sent.PremoveFrame:
    """The turns that somebody who waits may plan, as they go to a browser."""
    return sent.PremoveFrame(**{**vars(premove), "steps": premove.steps and steps_body(premove.steps)})


def _shared(seat: SharedSeat) -> SharedShown:
    return SharedShown(mine=seat.mine, others=seat.others, line=seat.line)


def explored_frame(explored: ExploredPosition) -> sent.ExploredFrame:
    """A match after turns that somebody tries out, as it goes to a browser."""
    return sent.ExploredFrame(**{**vars(explored), "steps": explored.steps and steps_body(explored.steps)})


def edited_frame(edited: EditedPosition, event: str) -> sent.EditedFrame:
    """A position that somebody sets up, as it goes to a browser."""
    return sent.EditedFrame(**{**vars(edited), "pieces": _pieces(edited.pieces)}, event=event)


def touch_body(board: PanelBoard) -> JsonObject:
    """The board of a panel as it goes to a browser, with the names that a live board has."""
    return {
        "payload": board.payload,
        "ruleset": board.ruleset,
        "ply": board.ply,
        "bottom": board.bottom,
        "turn": board.turn,
        "cells": board.cells,
        "stacks": board.stacks,
        "hands": board.hands,
        "pieces": _pieces(board.pieces),
        "sides": board.sides,
        "last": board.last and asdict(board.last),
        "steps": board.steps and steps_body(board.steps),
        "ask": board.ask,
        "puts": board.puts,
        "marks": board.marks,
    }


def _pieces(names: Sequence[PieceName]) -> dict[str, PieceShown]:
    return {piece.letter: {"side": piece.side, "name": piece.name} for piece in names}


def asks(body: Body, payload: str) -> bool:
    """Has a message a field for a text with this payload?"""
    field = body.get("field")
    return field is not None and field["payload"] == payload


def offers(body: Body, payload: str, values: Sequence[str]) -> bool:
    """Does a message carry this button or menu, switched on, and these values? What is touched on a board is judged
    where it is read.
    """
    touch = body.get("touch")
    if touch and touch["steps"] and touch["payload"] == payload:
        return len(values) == 1 and len(values[0]) <= _TOUCHED
    if asks(body, payload):
        return len(values) <= 1
    for row in body.get("rows", []):
        if row["kind"] == "menu":
            if row["payload"] == payload:
                return len(values) == 1 and values[0] in {option["value"] for option in row["options"]}
        elif any(item.get("payload") == payload and not item["disabled"] for item in row["buttons"]):
            return not values
    return False


def steps_body(steps: TurnGraph) -> list[Node]:
    """The graph of what may be touched, as it goes to a browser (static/board/turns.js)."""
    return [_node(node) for node in steps.nodes]


def _node(node: TurnNode) -> Node:
    return node.ends, node.count, [_step(step) for step in node.steps]


def _step(step: TurnStep) -> Step:
    """Its fields in their order, without the empty ones at the end."""
    fields: list[int | bool | Sequence[int]] = [step.point, step.node, step.takes, step.price, step.vacated]
    while not fields[-1]:
        fields.pop()
    return fields


def _clock(clock: SeatClocks) -> sent.ClockShown:
    return sent.ClockShown(live=clock.live, runs=clock.runs, sides=[_seat_time(side) for side in clock.sides])


def _seat_time(time: SeatTime) -> sent.SeatTimeShown:
    return sent.SeatTimeShown(
        move=time.move // _MILLISECOND,
        bank=time.bank // _MILLISECOND,
        state=time.state,
        until=_moment(time.until) if time.until else None,
    )


def _action(action: BoardAction) -> sent.ActionShown:
    shown = vars(action) | {"place": action.place.value, "style": action.style.value}
    return sent.ActionShown(**shown)


def _ready(call: ReadyCall) -> sent.ReadyShown:
    return sent.ReadyShown(terms=call.terms, button=_action(call.button) if call.button else None)


def _milliseconds(moment: datetime) -> int:
    """A moment as browsers count it."""
    return (moment - _EPOCH) // _MILLISECOND


def _alt(content: Content) -> str:
    if content.picture:
        return content.picture.alt
    return content.alt if isinstance(content, BoardMessage) else ""


def _size(png: bytes) -> tuple[int, int]:
    """The width and height of a picture in pixels, as its first chunk tells them."""
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


def _file(content: Content) -> FileShown | None:
    given = file_in(content)
    if given is None:
        return None
    name, kept = given.name, given.content
    if name.endswith(_BINARY):
        kind = mimetypes.guess_type(name)[0]
        size = struct.unpack_from("<HH", kept, 6) if name.endswith(".gif") else _size(kept)
        return {"name": name, "address": f"data:{kind};base64,{b64encode(kept).decode()}", "size": size}
    return {"name": name, "text": kept.decode()}


def _moment(when: When) -> MomentShown:
    return {"words": when.words, "moment": when.moment.isoformat(), "style": when.style.value}


def _link(link: MessageLink | When) -> LinkShown | MomentShown:
    if isinstance(link, When):
        return _moment(link)
    return {"words": link.words, "room": link.place.chat, "message": link.message}


def _row(row: Row) -> MenuShown | ButtonsShown:
    if isinstance(row, Menu):
        options: list[OptionShown] = [
            {"label": each.label, "value": each.value, "detail": each.detail, "chosen": each.chosen}
            for each in row.options
        ]
        return {"kind": "menu", "payload": row.payload, "prompt": row.prompt, "options": options}
    return {"kind": "buttons", "buttons": [_pressed(item) for item in row if not isinstance(item, PrivateChat)]}


def _pressed(item: Button | Invite) -> ButtonShown | InviteShown:
    if isinstance(item, Invite):
        link = f"/join/{item.code}"
        return {"label": item.label, "link": link, "words": item.words, "style": "plain", "disabled": False}
    return _button(item)


def _button(item: Button) -> ButtonShown:
    shown: ButtonShown = {
        "label": item.label,
        "payload": item.payload,
        "style": item.style.value,
        "disabled": item.disabled,
    }
    if item.name:
        shown["name"] = item.name
    if item.piece:
        # Drawn: the font of a browser may lack the glyph.
        shown["label"] = ""
        shown["piece"] = "{}-lying-{}-1".format(*item.piece)
    return shown
