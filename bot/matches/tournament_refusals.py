"""Reasons for which something is refused about a tournament. Pure."""

from bot.matches.refusals import ActionRefused, HostsDecided
from bot.words import N_


class TournamentsOff(HostsDecided):
    sentence = N_(
        "There are no tournaments here. Those who manage this place can switch them on: /setup, All in the chat."
    )


class TournamentGone(ActionRefused):
    sentence = N_("This tournament was called off.")


class TournamentOver(ActionRefused):
    sentence = N_("This tournament is over. The next one: /tournament new.")


class NoTournamentHere(ActionRefused):
    sentence = N_("No tournament waits here. Whoever organises here begins one: /tournament new.")


class TournamentHasBegun(ActionRefused):
    sentence = N_("This tournament has begun already.")


class TournamentNotBegun(ActionRefused):
    sentence = N_("This tournament has not begun yet.")


class EnoughTournaments(ActionRefused):
    """So many tournaments of a chat wait or are under way."""

    sentence = N_("{limit} tournaments of this chat wait or are under way already. End one of them first.")
    limit: int


class EnteredAlready(ActionRefused):
    sentence = N_("You are in already.")


class NotEntered(ActionRefused):
    sentence = N_("You have not entered this tournament.")


class WithdrawnAlready(ActionRefused):
    sentence = N_("That one plays no further game in this tournament already.")


class TournamentFull(ActionRefused):
    """``most`` people have entered."""

    sentence = N_("{most} people have entered already. No more can.")
    most: int


class TooFewEntrants(ActionRefused):
    """A tournament of its form has at least ``fewest`` people."""

    sentence = N_("This tournament begins with at least {fewest} people who have joined.")
    fewest: int


class PlayedHereBefore(ActionRefused):
    """Somebody who is in a tournament, or was, is to play in another one's place."""

    sentence = N_("That one is in this tournament already, or was. Somebody who was not can play in their place.")


class GameDecided(ActionRefused):
    sentence = N_("This game is decided already.")


class RoundNotOver(ActionRefused):
    sentence = N_("Games of this round are under way, and the next one depends on them. Decide them first: Games.")
