"""Results, ratings, and what lists and profiles show of them."""
