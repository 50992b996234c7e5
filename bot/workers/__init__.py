"""The work beside the requests: views are brought up to date, the computer plays, searches wait their turn."""
