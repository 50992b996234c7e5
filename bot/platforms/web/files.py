"""The files of the page as they are served: without comments, the styles in one, and with the build that names them."""

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The content types of the files that are served, by the ends of their names."""
PAGE = "index.html"
"""The page itself, which has no file of its own: each address is answered with it."""
_COMMENTS = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n" r"|/\*\* @type [^*\n]*\*/ " r'| // [^"`\n]*$', re.MULTILINE
)
"""Comments of scripts: those that have lines of their own, the types of values, and what stands behind code. There only
those without quotation marks go, which could be the end of a string.
"""

INDENTS = re.compile(r"^\s+", re.MULTILINE)
"""What stands before the lines of a text."""


def _without_comments(name: str, content: bytes) -> bytes:
    """A script or a style without its comments, which are a tenth of what a newcomer would wait for.

    What stands before a line goes too: no text of a script goes over several. In styles the ends of lines do.
    """
    if name.endswith(".html"):
        return INDENTS.sub("", content.decode()).encode()
    if name.endswith(".js"):
        return INDENTS.sub("", _COMMENTS.sub("", content.decode())).encode()
    if not name.endswith(".css"):
        return content
    first, *others = content.split(b"/*")
    style = first + b"".join(each.partition(b"*/")[2] for each in others)
    return b"".join(line.strip() for line in style.splitlines())


def _files(folder: Traversable, path: str = "") -> dict[str, bytes]:
    """The files of a folder and those below it, by their paths."""
    found: dict[str, bytes] = {}
    for file in folder.iterdir():
        if file.is_dir():
            found |= _files(file, f"{path}{file.name}/")
        elif file.name != PAGE and f".{file.name.rpartition('.')[2]}" in TYPES:
            found[f"{path}{file.name}"] = _without_comments(file.name, file.read_bytes())
    return found


APP = "app/"
"""The folder with the files that take the place of those of the same path, for the page inside Telegram."""
FILES = _files(resources.files(__package__) / "static")
"""The files of the page by their paths."""
_STYLES = ("tokens", "chat", "layout", "home", "match", "board")
FILES["style/room.css"] = b"".join(FILES[f"style/{name}.css"] for name in _STYLES)
FILES[f"{APP}style/room.css"] = FILES["style/room.css"] + FILES[f"{APP}style/app.css"]
"""All in one, as each file that is asked for costs as much as some hundred letters of it."""


@cache
def build() -> str:
    """The build of these files: it is in their addresses, and another one as soon as any of them is.

    What a script imports from beside it has the same build, so a page never has files of two.
    """
    known = sha256()
    for name in sorted(FILES):
        known.update(f"{name} {len(FILES[name])} ".encode() + FILES[name])
    return known.hexdigest()[:16]
