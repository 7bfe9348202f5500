"""Models that `python -m engine new` copies: two small, complete games."""
