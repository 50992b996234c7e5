"""The common part of all doors of a village: where it is, who may do what, and its buttons."""

from enum import StrEnum

from bot.app.buttons.about_place import about
from bot.app.buttons.callback_data import CallbackData
from bot.app.requests.context import Context
from bot.app.requests.hosts import check_computer, check_may_open, check_may_play, may_in
from bot.app.requests.visibility import check_among
from bot.matches.communities import OFF, Community, Right
from bot.matches.identity import Place
from bot.matches.names import is_visible
from bot.matches.refusals import ActionRefused, VillageOff
from bot.services.match.matches import Player
from bot.words import N_, words

SHOW, COMPUTER, AGAINST, CHALLENGE, ACCEPT = "show", "computer", "against", "challenge", "accept"


class VillageAction(StrEnum):
    """The buttons of a village."""

    BEGIN = "vb"
    FAMILY = "vf"
    GAME = "vg"
    LEVEL = "vl"
    COUNT_IN = "vc"
    LOOK = "vk"
    ACCEPT = "va"
    TAKE_BACK = "vt"


class OnlyOrganisers(ActionRefused):
    sentence = N_("Matches of the village against the computer or another chat are begun by those who organise here.")


def data(action: VillageAction, place: Place, wanted: str = "") -> str:
    return str(CallbackData(action, argument=about(place, wanted)))


async def check(context: Context, place: Place, act: str) -> Community:
    """Raises VillageOff, NotAmong, OnlyOrganisers, ComputerOff, and what keeps somebody from playing there."""
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("village") == OFF:
        raise VillageOff
    if act != AGAINST and not await may_in(context, Right.ORGANISE, place):
        raise OnlyOrganisers
    if act == COMPUTER:
        await check_computer(context)
    if place == context.request.place:
        await check_may_open(context, found)
    else:
        await check_may_play(context, found, place)
    return found


async def player(context: Context, place: Place) -> Player:
    """The player who is all in a place, by the name of that chat."""
    ask = context.request.called
    name = " ".join((await ask(place) if ask else context.request.server).split())
    found = await context.services.communities.of_place(place)
    say = words(found.venue(place, context.say.language).language)
    return await context.services.villages.of_place(place, name if is_visible(name) else say("The village"))
