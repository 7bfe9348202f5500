"""State, legal actions and their effects."""
