"""Reasons for which something is refused about duplicate. Pure."""

from bot.matches.refusals import ActionRefused, HostsDecided
from bot.words import N_


class DuplicateOff(HostsDecided):
    sentence = N_("Duplicate is not played here. Those who manage this place can switch it on: /setup, Other chats.")


class InDuplicateAlready(ActionRefused):
    sentence = N_("You are in this week already: your boards come as soon as somebody is there to play with you.")


class DuplicateElsewhere(ActionRefused):
    sentence = N_("You play this week's duplicate in another chat. Its positions are the same: join here next week.")


class DuplicateFull(ActionRefused):
    """So many people of a chat can be in a week."""

    sentence = N_("{limit} people of this chat are in this week already. The next week begins on Monday.")
    limit: int


class NotInDuplicate(ActionRefused):
    sentence = N_("You are not in this week's duplicate. Join it: /duplicate join.")


class DuplicateWeekOver(ActionRefused):
    sentence = N_("That week is over. This week's duplicate: /duplicate join.")
