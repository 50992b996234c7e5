"""The devices on which people of the room are: a code for another one, what is said to it, and signing out."""

from typing import assert_never

import segno

from bot.chat import LiveHandler, Refusal, Request
from bot.chat.linking import LinkCode, LinkResult, LinkState, LinkTicket
from bot.chat.ports import RoomArchive
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.frame_parts import DeviceShown
from bot.platforms.web.frames import (
    AllowFrame,
    CodeFrame,
    DeviceFrame,
    DevicesFrame,
    QrFrame,
    SignOutFrame,
    TicketFrame,
)
from bot.platforms.web.windows import Window

_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "FxiOS": "Firefox",
    "Firefox/": "Firefox",
    "CriOS": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""Signs by which browsers tell themselves; those that also write the name of another one stand first."""
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}
QR_MARGIN = 4
"""Squares of light around the others: cameras need them."""


def device_of(agent: str) -> str:
    """A browser and its system, with a slash between them, by what it writes of itself; either is empty if not known.

    What it writes is not taken over: whoever wants to be somebody else could say anything by it.
    """
    browser = next((name for sign, name in _BROWSERS.items() if sign in agent), "")
    return f"{browser}/{next((name for sign, name in _SYSTEMS.items() if sign in agent), '')}"


class Devices:
    """Acts on the frames about devices. What another window or process has changed, a page asks for every few seconds
    while it waits.
    """

    def __init__(self, live: LiveHandler, archive: RoomArchive) -> None:
        self._live = live
        self._archive = archive

    async def act(self, frame: DeviceFrame, request: Request, window: Window) -> None:
        """Act on a frame of a window."""
        match frame:
            case DevicesFrame():
                await self._show(request, window, fresh=frame.fresh)
            case AllowFrame():
                answered = await self._live.answer_link(request, agrees=frame.agrees)
                if isinstance(answered, Refusal):
                    window.send(sent.ToastFrame(text=answered.text))
                await self._show(request, window)
            case SignOutFrame():
                if await self._archive.sign_out(request.person.account, frame.device):
                    self._live.signed_out(request.person)
                await self._show(request, window)
            case CodeFrame():
                await self._give(frame, request, window)
            case TicketFrame():
                await self._tell(frame, request, window)
            case QrFrame():
                window.send(qr_frame(frame.address))
            case _:
                assert_never(frame)

    async def _show(self, request: Request, window: Window, *, fresh: bool = False) -> None:
        """Send the devices of a person, and their code; a new one where they want a ``fresh`` one."""
        link = await (self._live.begin_link(request) if fresh else self._live.link_code(request))
        known = link if isinstance(link, LinkCode) else LinkCode("", 0, "")
        devices = [
            DeviceShown(id=each.id, browser=each.browser, seen=int(each.seen.timestamp() * 1000), here=each.here)
            for each in await self._archive.devices(request.person.account, window.secret)
        ]
        giver = known.giver if known.answered is None else ""
        window.send(sent.DevicesSentFrame(code=known.code, seconds=known.seconds, giver=giver, devices=devices))

    async def _give(self, frame: CodeFrame, request: Request, window: Window) -> None:
        taken = await self._live.give_code(request, frame.code, window.device)
        if isinstance(taken, LinkTicket):
            window.send(sent.TicketSentFrame(state=LinkState.WAITS, ticket=taken.ticket, name=taken.name))
        else:
            text = taken.text if isinstance(taken, Refusal) else ""
            window.send(sent.RefusedCodeFrame(event=frame.event, text=text))

    async def _tell(self, frame: TicketFrame, request: Request, window: Window) -> None:
        """Tell what was said to a code; once that is yes, let its device in."""
        result = await self._live.link_result(request, frame.ticket)
        if not isinstance(result, LinkResult):
            return
        member = await self._archive.member(result.account) if result.state is LinkState.YES else None
        if member is None:
            over = result.state is LinkState.YES
            window.send(sent.TicketSentFrame(state=LinkState.OVER if over else result.state))
            return
        secret = await self._archive.let_in(member.id, frame.ticket, result.device)
        window.send(sent.TicketSentFrame(state=LinkState.YES, name=member.name, secret=secret or ""))


def qr_frame(address: str) -> sent.QrSentFrame:
    """An address as squares that a camera reads."""
    code = segno.make(address, micro=False)
    runs = []
    for y, row in enumerate(code.matrix_iter(border=QR_MARGIN)):
        begun = None
        for x, dark in enumerate([*row, 0]):
            if dark and begun is None:
                begun = x
            elif not dark and begun is not None:
                runs.append(f"M{begun} {y}h{x - begun}v1h-{x - begun}z")
                begun = None
    return sent.QrSentFrame(address=address, size=int(code.symbol_size(border=QR_MARGIN)[0]), path="".join(runs))
