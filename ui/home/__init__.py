"""Home: the list of games, the set-up form, and the saved games."""
