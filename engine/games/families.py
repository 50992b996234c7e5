"""The names of the families of games, as data: English messages of the catalogues."""

from engine.ruleset import Family

FAMILY_NAMES = {
    Family.HUNT: "Tigers and goats",
    Family.LINES: "Draughts on lines",
    Family.SQUARES: "Draughts on squares",
}
