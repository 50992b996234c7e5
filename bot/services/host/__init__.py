"""What the hosts of a place decide: its rules, rulings and bans."""
