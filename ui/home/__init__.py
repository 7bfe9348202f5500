"""Home: the shelf of games, the set-up form, the games one can go on with."""
