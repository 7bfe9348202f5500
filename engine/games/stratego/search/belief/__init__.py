"""Belief: what hidden pieces may be, what own pieces are taken for, and what types are worth."""
