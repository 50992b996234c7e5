"""People: who they are, whom they block and follow, and how they are told."""
