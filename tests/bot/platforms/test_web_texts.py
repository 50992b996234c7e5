"""The words of the page in two parts: those on the way to the first board, and those of what is fetched later."""

import posixpath
import re
from importlib import resources

from bot.platforms.web.texts import first_texts, later_texts, page_texts

STATIC = resources.files("bot.platforms.web") / "static"
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
IMPORTED = re.compile(r'(?<!dressed\()(?:from |import\()"(\.[\w/.-]+)"')
"""An import of a script, but one that waits for the words that come later."""


def script(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def without_later_words() -> set[str]:
    """The scripts that may run before those words are there."""
    found = [*dict.fromkeys(re.findall(r'"/static/([\w/-]+\.js)"', PAGE))]
    for name in found:
        code = re.sub(r"^\s*(?://|/\*\*).*", "", script(name), flags=re.MULTILINE)
        folder = posixpath.dirname(name)
        others = (posixpath.normpath(posixpath.join(folder, each)) for each in IMPORTED.findall(code))
        found += [each for each in others if each not in found]
    return set(found)


def test_what_is_fetched_first_needs_no_word_that_comes_later() -> None:
    names = without_later_words()
    assert {"main.js", "parts/seat.js", "parts/chat.js", "parts/clock.js"} <= names
    assert not {"screens/device.js", "screens/talk.js", "parts/end.js"} & names
    later = later_texts("en").keys() - {"language"}
    named = {name: set(re.findall(r"\w+", script(name))) & later for name in names}
    assert {name: words for name, words in named.items() if words} == {}
    assert set(re.findall(r'data-(?:text|label|empty|placeholder)="(\w+)"', PAGE)) & later == set()


def test_each_word_is_in_one_part() -> None:
    later = later_texts("en")
    for in_chat in (False, True):
        first = first_texts("en", in_chat=in_chat)
        assert later.keys() & first.keys() == {"language"}
        assert first | later == page_texts("en", in_chat=in_chat)
