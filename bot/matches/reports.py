"""A report to the hosts of a place about somebody in a match."""

from collections.abc import Mapping

from bot.words import N_

REASONS: Mapping[str, str] = {
    "leaves": N_("Leaves matches"),
    "stalls": N_("Lets others wait on purpose"),
    "rude": N_("Rude talk"),
    "program": N_("Plays with a program"),
    "gives": N_("Gives points away"),
    "other": N_("Something else"),
}
"""By their keys."""
