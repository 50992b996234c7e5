"""The bracket: what it says, what it shows, and how large it is."""

import pytest

from renderer import THEMES, BracketCard, BracketPair, describe_bracket, draw_bracket
from renderer.themes import THEME
from tests.renderer.pictures import difference, strongest
from tests.renderer.test_standing import opened

CARD = BracketCard(
    "Club cup",
    "Round 2 of 3",
    (
        (
            BracketPair("Siti", None),
            BracketPair("Adi 🎉", "Ros", ("½", "1½"), 1),
            BracketPair("முருகன்", "Tan", ("2", "0"), 0, "withdrawn"),
            BracketPair("Ali", "Bo", ("1", "0"), None, "under way"),
        ),
        (BracketPair("Siti", "Ros", ("2", "1"), 0), BracketPair("முருகன்", "", note="waits")),
        (BracketPair("Siti", ""),),
    ),
)


def bracket(people: list[str], winner: int | None = 0) -> tuple[tuple[BracketPair, ...], ...]:
    """A bracket of 2, 4, 8 ... people, in which the first of each pair wins, or nothing is decided."""
    pairs = tuple(
        BracketPair(first, second, ("1½", "½"), winner) for first, second in zip(people[::2], people[1::2], strict=True)
    )
    if len(pairs) == 1:
        return (pairs,)
    return (pairs, *bracket(people[::2] if winner == 0 else [""] * len(pairs), winner))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("count", [4, 8, 16, 32])
def test_a_bracket_is_small_enough_to_be_sent_whatever_is_on_it(theme: str, count: int) -> None:
    png = draw_bracket(BracketCard("H" * 90, "B" * 90, bracket(["W" * 64] * count), theme))
    picture = opened(png)
    assert picture.width == 720
    assert picture.height <= 5 * picture.width
    assert len(png) <= 80_000
    ground = picture.getpixel((0, 0))
    for edge in ((0, 0, 12, picture.height), (708, 0, 720, picture.height)):
        assert picture.crop(edge).getcolors() == [((edge[2] - edge[0]) * picture.height, ground)]


def test_every_pair_is_said_the_last_round_first() -> None:
    assert describe_bracket(CARD, lambda message, **facts: message.format(**facts)) == (
        "Club cup. Round 2 of 3 Final: Siti against …. "
        "Semi-finals: Siti beat Ros (2–1). முருகன் against … (waits). "
        "Quarter-finals: Siti goes on without a match. Ros beat Adi 🎉 (1½–½). முருகன் beat Tan (2–0, withdrawn). "
        "Ali against Bo (1–0, under way)."
    )


def test_whatever_does_not_fit_is_left_out_from_the_end() -> None:
    card = BracketCard("Club cup", "", bracket(["Siti Nurhaliza"] * 32))
    said = describe_bracket(card, lambda message, **facts: message.format(**facts))
    assert said.startswith(
        "Club cup. Siti Nurhaliza is the champion. Final: Siti Nurhaliza beat Siti Nurhaliza (1½–½)."
    )
    assert "Last 16:" in said
    assert 900 < len(said) <= 1000


@pytest.mark.parametrize("count", [4, 16, 32])
@pytest.mark.parametrize("theme", THEMES)
def test_each_has_a_line_of_their_own_that_can_be_read_on_a_phone(theme: str, count: int) -> None:
    """Shown 360 pixels wide, a name has capitals of 6 pixels, also one that lost; and nobody else's changes with it."""
    people = ["H" * 64] * count
    others = [*people[:-1], ""]
    one, other = (opened(draw_bracket(BracketCard("", "", bracket(each), theme))) for each in (people, others))
    box = difference(one, other)
    assert 12 <= box[3] - box[1] <= 40
    assert strongest(one.crop(box), THEME[theme].bar) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_whoever_goes_on_is_seen_and_whoever_is_left_has_a_cup(theme: str) -> None:
    """Also in a theme in which all letters have one colour."""

    def strong(winner: int | None, champion: str) -> int:
        """The pixels in the strong colour of a card on which no other name stands."""
        first = (BracketPair(winner=winner), BracketPair(winner=winner))
        card = BracketCard("", "", (first, (BracketPair(champion, winner=winner),)), theme)
        colours = opened(draw_bracket(card)).getcolors(10_000) or ()
        return sum(count for count, colour in colours if colour == THEME[theme].pill)

    assert strong(0, "") - strong(None, "") > 500, "the lines of those who go on"
    assert strong(0, ".") - strong(0, "") > 1500, "the cup"


def test_whoever_has_nobody_to_play_takes_one_line() -> None:
    heights = []
    for second in ("Adi", None):
        first = (BracketPair("Siti", second), BracketPair("Ros", "Tan"))
        heights.append(opened(draw_bracket(BracketCard("", "", (first, (BracketPair(),))))).height)
    assert heights[0] - heights[1] == 2 * 44


def test_the_winner_of_a_pair_goes_on_also_before_the_next_is_drawn() -> None:
    drawn, waiting = (
        BracketCard("", "", ((BracketPair("Siti", "Adi", winner=1), BracketPair("Ros", "Tan")), (final,)))
        for final in (BracketPair("Adi", ""), BracketPair())
    )
    assert draw_bracket(drawn) == draw_bracket(waiting)


def test_rounds_lead_to_one_winner() -> None:
    pair = BracketPair("Siti", "Adi")
    with pytest.raises(ValueError, match="half as many pairs"):
        draw_bracket(BracketCard("", "", ((pair, pair, pair), (pair,))))
