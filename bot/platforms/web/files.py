"""Text files over HTTP: compressed where the browser takes that, and sent only to those who do not have them."""

import gzip
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from aiohttp import hdrs, web

KEPT = 500
"""The files that are kept compressed, the latest used: all of the page, and the texts and games in each language."""


def text_file(request: web.Request, content: bytes, kind: str, headers: Mapping[str, str]) -> web.Response:
    """A file of a content type; 304 without it where the browser says by its ``ETag`` that it has it."""
    tag, packed = _packed(content)
    own = {**headers, hdrs.ETAG: f'"{tag}"', hdrs.VARY: hdrs.ACCEPT_ENCODING}
    if any(known.value in (tag, "*") for known in request.if_none_match or ()):
        return web.Response(status=304, headers=own)
    if "gzip" not in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=own)
    own[hdrs.CONTENT_ENCODING] = "gzip"
    return web.Response(body=packed, content_type=kind, charset="utf-8", headers=own)


@lru_cache(maxsize=KEPT)
def _packed(content: bytes) -> tuple[str, bytes]:
    """The tag of a content, and the content compressed."""
    return sha256(content).hexdigest()[:20], gzip.compress(content, mtime=0)
