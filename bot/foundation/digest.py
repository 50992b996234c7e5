"""Names that stand for something without telling it."""

import hashlib


def digest_of(*parts: str) -> str:
    """32 hexadecimal digits for some texts in their order."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
