"""Telegram's HTML as the loopback Telegram reads it."""

import pytest

from loopback.telegram.markup import CannotParse, parse_html


@pytest.mark.parametrize(
    ("source", "text", "kinds"),
    [
        ("<b>a <i>b</i></b> &lt;c&gt; &amp; d", "a b <c> & d", ["bold", "italic"]),
        ('<a href="tg://user?id=5">Siti</a>', "Siti", ["text_mention"]),
        ("<blockquote expandable>x</blockquote>", "x", ["expandable_blockquote"]),
        ("&#9812; &copy; AT&T", "♔ &copy; AT&T", []),
        ("<b>🐯</b>x", "🐯x", ["bold"]),
    ],
)
def test_html(source: str, text: str, kinds: list[str]) -> None:
    parsed, entities = parse_html(source)
    assert (parsed, [entity["type"] for entity in entities]) == (text, kinds)


def test_entities_are_counted_in_utf16() -> None:
    assert parse_html("🐯<code>c3</code>")[1] == [{"type": "code", "offset": 2, "length": 2}]


@pytest.mark.parametrize("source", ["<u>a", "a</b>", "<b><i>a</b></i>", "<p>a</p>", "a < b", "<span>a</span>"])
def test_broken_html_is_refused(source: str) -> None:
    with pytest.raises(CannotParse):
        parse_html(source)
