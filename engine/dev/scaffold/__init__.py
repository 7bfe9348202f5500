"""The model that `python -m engine new` copies: a whole game, small, with a secret and a die."""
