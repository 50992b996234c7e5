"""The badges of a profile: the first win against each level of the computer, told to whoever may know them."""

from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.services.services import Services
from engine.ruleset import Ruleset
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import DAM_8, TAPAL, Clock, event

CHAT = Place("telegram", "-1001")


async def beaten(services: Services, who: Visitor, level: int, game: Ruleset, side: int = 0) -> None:
    """Win against a level of the computer, which gives up."""
    me, machine = await services.people.player(who.person), await services.people.player(computer(level))
    services.matches.computers[machine.id] = level
    invitation = Invitation(game, machine.person, side)
    opened, _ = await services.opening.open(event(), me, invitation, Venue(CHAT, "en"))
    match = await services.matches.join(event(), machine, opened.code)
    await services.matches.act(event(), machine, match.code, lambda now, at: now.resign(machine.id, at))


async def test_the_first_win_at_each_level_game_and_side(
    adi: Visitor, ros: Visitor, services: Services, clock: Clock
) -> None:
    none = await adi.presses(await adi.types("/profile"), "Badges")
    assert none.private
    assert none.text.splitlines()[0].startswith("No badge yet.")
    for level, game, side in ((1, DAM_8, 0), (1, DAM_8, 1), (2, TAPAL, 0), (2, TAPAL, 1), (2, TAPAL, 1)):
        await beaten(services, adi, level, game, side)
        clock.forward(days=1)
    own = await adi.presses(await adi.types("/profile"), "Badges")
    assert own.title == "Badges of Adi"
    assert own.text.splitlines() == [
        "Main tapal empat, Tigers: level 2, Herder, beaten on 4 Mar 2026",
        "Main tapal empat, Goats: level 2, Herder, beaten on 3 Mar 2026",
        "Malaysian checkers 8x8: level 1, Newcomer, beaten on 1 Mar 2026",
        "A win counts from the beginning of a game, without a hint.",
    ]
    seen = await ros.commands("profile", {"who": adi.person})
    assert (await ros.presses(seen, "Badges")).text == own.text
    back = await ros.presses(await ros.presses(seen, "Badges"), "Back")
    assert "Badges" in labels(back)


async def test_who_keeps_a_profile_private_keeps_badges(adi: Visitor, ros: Visitor, services: Services) -> None:
    await beaten(services, adi, 1, DAM_8)
    seen = await ros.commands("profile", {"who": adi.person})
    tab = await adi.presses(await adi.types("/settings"), "People")
    await adi.presses(tab, "Nowhere")
    assert (await ros.presses(seen, "Badges")).text == "Adi keeps that private."
    assert "beaten" in (await adi.presses(await adi.types("/profile"), "Badges")).text
