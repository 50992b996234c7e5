"""The points and kinds of a ruleset that are alike, so that they share what is learned."""

from engine.ruleset import Ruleset
from engine.search.symmetry import symmetries

Place = tuple[str, int]  # the letter of a kind, and a point


class Classes:
    """Things that are alike, joined two by two."""

    def __init__(self) -> None:
        self._above: dict[object, object] = {}

    def find(self, thing: object) -> object:
        """The representative of the class of this one."""
        above = self._above.setdefault(thing, thing)
        if above != thing:
            self._above[thing] = above = self.find(above)
        return above

    def join(self, one: object, other: object) -> None:
        """These two are alike."""
        self._above[self.find(one)] = self.find(other)


def classes(ruleset: Ruleset) -> Classes:
    """The classes of ``(letter, point)``, of letters and of the two sides."""
    found = Classes()
    for image, letters in symmetries(ruleset):
        for one, other in letters.items():
            found.join(one, other)
            found.join(ruleset.side_of(one), ruleset.side_of(other))
            for point, place in enumerate(image):
                found.join((one, point), (other, place))
    return found
