"""What falls due with time, and what comes of leaving a chat."""
