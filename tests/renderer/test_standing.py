"""A person's card: what it says, how large it is, and what it costs."""

import io

import pytest
from PIL import Image

from bench.pictures import cards, middle
from renderer import THEMES, PersonCard, RatedIn, ScoredIn, describe_card, draw_card

RATINGS = (
    RatedIn("Main tapal empat · Goats", "1612", 1612, 1510, 1714),
    RatedIn("Malaysian checkers", "1480?", 1480, 1180, 1780),
)
SCORES = (
    ScoredIn("Against people", "31 won, 4 drawn, 22 lost", 31, 4, 22),
    ScoredIn("Main tapal empat · Tigers", "0 won, 1 drawn, 2 lost", 0, 1, 2),
)


def opened(png: bytes) -> Image.Image:
    """The picture in a PNG, read by a library that did not write it."""
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ratings", [RATINGS * 3, RATINGS[:1], ()])
def test_a_card_is_small_whatever_is_on_it(theme: str, ratings: tuple[RatedIn, ...]) -> None:
    png = draw_card(PersonCard("Siti Nurhaliza" * 9, ratings, SCORES * 4, theme))
    picture = opened(png)
    assert picture.size == (720, 400)
    assert len(png) <= 30_000
    ground = picture.getpixel((0, 0))
    for edge in ((0, 0, 12, 400), (708, 0, 720, 400), (0, 390, 720, 400)):
        assert picture.crop(edge).getcolors() == [((edge[2] - edge[0]) * (edge[3] - edge[1]), ground)]


@pytest.mark.parametrize("theme", THEMES)
def test_a_mark_stands_at_the_rating_within_its_bar(theme: str) -> None:
    """Also in a theme whose bars have the colour of its letters."""
    rows = [opened(draw_card(PersonCard("", (rated,), (), theme))) for rated in RATINGS]
    assert rows[0].crop((478, 82, 622, 103)).tobytes() != rows[1].crop((478, 82, 622, 103)).tobytes()
    for row in rows:
        assert len(row.crop((480, 92, 620, 93)).getcolors() or ()) >= 3


def test_all_numbers_are_said() -> None:
    said = describe_card(PersonCard("Siti", RATINGS, SCORES), lambda message, **facts: message.format(**facts))
    assert said == (
        "Siti. Main tapal empat · Goats: rating 1612, most likely from 1510 to 1714. "
        "Malaysian checkers: rating 1480?, most likely from 1180 to 1780. "
        "Against people: 31 won, 4 drawn, 22 lost. Main tapal empat · Tigers: 0 won, 1 drawn, 2 lost."
    )


def test_more_scores_stand_where_there_are_no_ratings() -> None:
    for ratings, count in ((RATINGS, 4), ((), 8)):
        card = PersonCard("Siti", ratings, SCORES * 5)
        said = describe_card(card, lambda message, **facts: message.format(**facts))
        assert said.count(" lost.") == count
        last = opened(draw_card(card)).crop((28, 336, 692, 378))
        assert len(last.getcolors(20_000) or ()) > 1, "the last of them is drawn"


def test_a_card_costs_little() -> None:
    cost = middle(cards(5))
    assert cost.kilobytes <= 30
