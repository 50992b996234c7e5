"""Papan the chat bot: matches, their storage, and the platforms on which people play."""

import zoneinfo

# The system's files of time zones may be older than the laws: the package tzdata alone says what hour it is somewhere.
zoneinfo.reset_tzpath(())
