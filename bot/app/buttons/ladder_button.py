"""*Ladder*: the way to the ladders of a place, where its hosts have switched them on."""

from bot.app.buttons.about_place import about
from bot.app.buttons.callback_data import Action, CallbackData
from bot.chat import Button
from bot.matches.communities import OFF, Community
from bot.matches.identity import Place
from bot.words import Words
from engine.ruleset import Ruleset


def has_ladders(found: Community, place: Place) -> bool:
    """Are there ladders in a place, as its hosts have chosen? Never in a private chat."""
    return bool(place.community) and found.chosen("ladder") != OFF


def ladder_button(found: Community, place: Place, say: Words, ruleset: Ruleset | None = None) -> tuple[Button, ...]:
    """The button that shows the ladder of a game, or which there are; none where there are no ladders."""
    if not has_ladders(found, place):
        return ()
    data = CallbackData(Action.LADDER, argument=about(place, ruleset.short_id if ruleset else ""))
    return (Button(say("Ladder"), str(data)),)
