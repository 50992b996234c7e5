"""Texts that are longer than a platform takes."""

_GAPS = " –-·,.:;"


def cut_at_word(text: str, length: int) -> str:
    """The text, or as many whole words as fit into ``length`` characters, with an ellipsis behind them.

    One long word alone is cut anywhere.
    """
    if len(text) <= length:
        return text
    kept = text[:length].rpartition(" ")[0].rstrip(_GAPS)
    return f"{kept or text[: length - 1]}…"
