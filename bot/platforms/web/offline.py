"""The page that a browser keeps and shows where it has no connection (static/worker.js)."""

from html import escape

from bot.words import N_, words

_TEXTS = {
    "title": N_("No connection"),
    "why": N_("Papan cannot be reached just now. Your matches are kept there, and this page opens again by itself."),
    "as_of": N_("As it was known at {time}:"),
    "again": N_("Try again"),
}


def offline_page(language: str) -> bytes:
    """That page in a language. It has no board: what stood there last may have changed."""
    say = words(language)
    told = {name: escape(say(text, time="{time}")) for name, text in _TEXTS.items()}
    return f"""<!doctype html>
<html lang="{say.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{told["title"]} - Papan</title>
  <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/style/tokens.css">
  <link rel="stylesheet" href="/static/style/offline.css">
  <script src="/static/offline.js" defer></script>
</head>
<body>
  <main>
    <h1>{told["title"]}</h1>
    <p>{told["why"]}</p>
    <p id="as-of" data-text="{told["as_of"]}" hidden></p>
    <ul id="known"></ul>
    <p><a href="">{told["again"]}</a></p>
  </main>
</body>
</html>
""".encode()
