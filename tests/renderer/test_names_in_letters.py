"""Names stand in pictures in their own letters, as whoever reads them would write them."""

import unicodedata

import pytest
from PIL import Image, ImageDraw, features

from engine.games import find_ruleset
from engine.position import start_position
from renderer import Scene
from renderer.compose import picture_of
from renderer.scene import SMALLEST
from renderer.text import covers, length_of, shortened, writable, write

NAMES = {
    "Arabic": ("رحمن بن علي", "نور عزيزه", "لقمان ٣"),
    "Balinese": ("ᬩᬮᬶ", "ᬯᬬᬦ᭄"),
    "Bengali": ("রহমান হোসেন", "মিতা"),
    "Cyrillic": ("Иван Петров", "Ёлка"),
    "Devanagari": ("देवी प्रिया", "कृष्ण मूर्ति"),
    "Greek": ("Αλέξανδρος", "Ελένη"),
    "Han": ("陈美玲", "李偉強", "陳 Tan Ah Kow"),
    "Hangul": ("김민준", "이서연"),
    "Hebrew": ("דוד כהן", "מרים"),
    "Javanese": ("ꦲꦏ꧀ꦱꦫ", "ꦗꦮ"),
    "Kana": ("さくら", "ケンジ"),
    "Khmer": ("សុខា", "ចាន់"),
    "Latin": ("Nguyễn Thị Hạnh", "Łukasz"),
    "Malayalam": ("ലക്ഷ്മി", "അനു"),
    "Myanmar": ("အောင်ဆန်း", "မြင့်"),
    "Tamil": ("முருகன்", "லட்சுமி"),
    "Thai": ("สมชาย ใจดี", "น้ำฝน"),
}
EACH = [
    pytest.param(name, id=f"{script}-{number}") for script, names in NAMES.items() for number, name in enumerate(names)
]
SIZE = 40


def inked(text: str) -> Image.Image:
    """A text alone, in light on dark."""
    sheet = Image.new("L", (length_of(text, SIZE) + 2 * SIZE, 4 * SIZE))
    write(ImageDraw.Draw(sheet), (SIZE, 2 * SIZE), text, SIZE, 255, "l")
    return sheet


def test_letters_can_be_laid_out_here() -> None:
    assert features.check("raqm"), "FriBiDi is missing (on Debian libfribidi0): names in many scripts cannot be drawn"


@pytest.mark.parametrize("name", EACH)
def test_a_name_stands_in_its_own_letters_inside_its_bar(name: str) -> None:
    ruleset = find_ruleset("dam-8")
    scene = Scene(ruleset, start_position(ruleset), names=(name, "Adi"), side_names=("White", "Black"), size=SMALLEST)
    other = Scene(ruleset, start_position(ruleset), names=("", "Adi"), side_names=("White", "Black"), size=SMALLEST)
    assert writable(name)
    assert picture_of(scene)[0].tobytes() != picture_of(other)[0].tobytes(), "the side's name stands there"
    box = inked(writable(name)).getbbox()
    assert box
    height = picture_of(scene)[1].geometry.bar / (SMALLEST * 0.036)
    assert (box[3] - box[1]) / SIZE <= height, "nothing is cut off above or below"


def test_letters_join_as_their_script_does() -> None:
    assert length_of("علي", SIZE) < sum(length_of(letter, SIZE) for letter in "علي"), "joined letters are narrower"
    assert length_of("க்ஷ", SIZE) < length_of("க்", SIZE) + length_of("ஷ", SIZE), "two letters become one"


def test_a_name_from_right_to_left_begins_on_the_right() -> None:
    mixed, alone = inked("نور Ali"), inked("Ali")
    (begins, *_), box = mixed.getbbox() or (0,), alone.getbbox()
    assert box
    last_word = mixed.crop((begins, 0, begins + box[2] - box[0], mixed.height))
    assert last_word.tobytes() == alone.crop((box[0], 0, box[2], alone.height)).tobytes()


@pytest.mark.parametrize("name", ["முருகன் முருகன் முருகன்", "น้ำฝน น้ำฝน น้ำฝน"])
def test_what_is_too_long_is_not_cut_between_a_letter_and_its_marks(name: str) -> None:
    for room in range(40, length_of(name, 20), 7):
        cut = shortened(name, 20, room)
        assert length_of(cut, 20) <= room
        kept = cut.removesuffix("…")
        assert name.startswith(kept)
        assert not unicodedata.category(name[len(kept)]).startswith("M"), "a mark has lost its letter"


def test_it_is_known_which_letters_there_are() -> None:
    assert [covers(letter) for letter in "a李ぁ\U0001f600\uffff"] == [True, True, True, False, False]


def test_where_nothing_lays_letters_out_the_simple_scripts_stand_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    covers.cache_clear()
    monkeypatch.setattr("renderer.text.has_raqm", lambda: False)
    written = {script for script, names in NAMES.items() if all(map(writable, names))}
    covers.cache_clear()
    assert written == {"Cyrillic", "Greek", "Han", "Hangul", "Kana", "Latin"}
