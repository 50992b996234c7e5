"""The one page as HTML: in the reader's language, and with what chats and searches show of a link to its address."""

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources

from aiohttp import hdrs, web

from bot.chat import GamePage
from bot.chat.ports import PREVIEW_SIZE
from bot.platforms.web.files import INDENTS, PAGE, build
from bot.platforms.web.texts import page_texts
from bot.words import LANGUAGES, language_of
from bot.words.languages import language_row

_REPLACED = ('<html lang="en">', "<title>Papan</title>", "<noscript></noscript>")
"""What stands in the file of the page, in this order, where each address has its own."""


DEVICES = ("/me/device", "/you")
"""The addresses of the screens by which one is the same person on another device."""
OWN = ("/me", "/me/settings", "/me/settings/{group}")
"""The addresses of the screens of oneself."""
STUDIES = ("/learn", "/learn/{game}", "/learn/{game}/{lesson}", "/puzzles", "/puzzles/{which}")
"""The addresses of the screens of lessons and puzzles."""


@dataclass(frozen=True)
class Preview:
    """The preview of an address: a title, a sentence, the path of the page and that of its picture.

    ``shows`` names what the picture shows. A page that is not ``listed`` is left out by searches.
    """

    title: str
    sentence: str
    path: str
    picture: str
    shows: str
    listed: bool = True


def accepted_language(request: web.Request) -> str:
    """The language of ours that a browser likes best, by its ``Accept-Language``; English if it names none."""
    liked = []
    for each in request.headers.get(hdrs.ACCEPT_LANGUAGE, "")[:200].split(","):
        locale, _, quality = each.strip().partition(";q=")
        if locale.partition("-")[0].lower() in LANGUAGES:
            try:
                liked.append((float(quality or 1), language_of(locale)))
            except ValueError:
                continue
    return max(liked, key=lambda pair: pair[0], default=(1.0, LANGUAGES[0]))[1]


def page_of(
    preview: Preview, language: str, origin: str, *, is_nowhere: bool = False, game: GamePage | None = None
) -> bytes:
    """The page that is served at an address; ``origin`` is the address of the room, without a path.

    An address at which there is nothing says so, and leads on, also where no script runs; that of a ``game`` has its
    rules there.
    """
    texts = page_texts(language)
    told = f"<p>{escape(texts['no_script'])}</p>"
    if game:
        told += _rules(game, texts["variants"])
    if is_nowhere:
        way_on = f'<p><a href="/">{escape(texts["lobby"])}</a></p>'
        told = f"<h1>{escape(texts['nowhere'])}</h1><p>{escape(texts['nowhere_why'])}</p>{way_on}{told}"
    old = f'<p class="too-old">{escape(texts["old_browser"])}</p>'
    own = (f'<html lang="{language}">', _tags(preview, language, origin), f"<noscript>{told}</noscript>\n  {old}")
    first, *rest = parts()
    return (first + "".join(mine + part for mine, part in zip(own, rest, strict=True))).encode()


_ICONS = re.compile(r'^ *<link rel="(?:icon|apple-touch-icon|manifest)".*\n', re.MULTILINE)
_TALK = re.compile(r'^ *<a class="room" data-screen="talk"[^\n]*\n', re.MULTILINE)
_NAMING = re.compile(r'^ *<form id="sit".*?</form>\n', re.DOTALL | re.MULTILINE)
_REFUSED = """    <h2 id="door-title">Papan</h2>
    <p id="refused" role="alert"></p>
    <button type="button" id="door-close" class="main" data-text="close_page"></button>
"""


@cache
def app_page(language: str) -> bytes:
    """The page inside a chat, in a language: the same boards, without a talk of its own."""
    page = page_of(Preview("Papan", "", "", "", "", listed=False), language, "").decode()
    return _NAMING.sub(_REFUSED, _TALK.sub("", _ICONS.sub("", page))).encode()


@cache
def parts() -> tuple[str, ...]:
    """The file of the page, in the parts between what is replaced in it; without what stands before its lines."""
    rest = (resources.files(__package__) / "static" / PAGE).read_text(encoding="utf-8")
    rest = INDENTS.sub("", rest).replace('="/static/', f'="/static/{build()}/')
    parts = []
    for mark in _REPLACED:
        before, found, rest = rest.partition(mark)
        assert found, mark
        parts.append(before)
    return (*parts, rest)


def _rules(game: GamePage, variants: str) -> str:
    """The rules of a game as text: what its screen says, without boards."""
    parts = [f"<h1>{escape(game.name)}</h1>", f"<p>{escape(game.summary)} {escape(game.likeness)}</p>"]
    for section in (*game.sections, game.sources):
        lines = "".join(f"<li>{escape(line)}</li>" for line in section.lines)
        parts.append(f"<h2>{escape(section.title)}</h2><ul>{lines}</ul>")
    if game.variants:
        links = (
            f'<a href="/g/{each.key}">{escape(each.name)}</a>: {escape(each.difference)}' for each in game.variants
        )
        parts.append(f"<h2>{escape(variants)}</h2><ul>{''.join(f'<li>{link}</li>' for link in links)}</ul>")
    return f"<main><article>{''.join(parts)}</article></main>"


def _tags(preview: Preview, language: str, origin: str) -> str:
    width, height = PREVIEW_SIZE
    named = {
        "description": preview.sentence,
        "twitter:card": "summary_large_image",
    }
    if not preview.listed:
        named["robots"] = "noindex"
    graph = {
        "og:type": "website",
        "og:site_name": "Papan",
        "og:locale": language_row(language).open_graph,
        "og:title": preview.title,
        "og:description": preview.sentence,
        "og:url": f"{origin}{preview.path}",
        "og:image": f"{origin}{preview.picture}",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": preview.shows,
    }
    title = preview.title if preview.title == "Papan" else f"{preview.title} - Papan"
    lines = [f"<title>{escape(title)}</title>"]
    lines += [f'<meta name="{name}" content="{escape(value)}">' for name, value in named.items()]
    lines += [f'<meta property="{name}" content="{escape(value)}">' for name, value in graph.items()]
    return "\n  ".join(lines)
