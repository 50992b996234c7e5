"""Letters that look alike: who types in Cyrillic gets some letters of points that only look like those of a board.

Pure: no input or output.
"""

_CYRILLIC, _LATIN = "авсенхкмтАВСЕНХКМТ", "abcehxkmtABCEHXKMT"
LOOK_ALIKE = str.maketrans(_CYRILLIC, _LATIN)
"""For ``str.translate``: each such letter becomes the Latin one."""
