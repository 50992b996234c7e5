"""The decisions of the hosts of a place: its rules, rulings and bans."""
