"""Mistakes of a finished game: found by the worker, listed, stored, and played again.

Loaded on demand: nothing imports it at start.
"""
