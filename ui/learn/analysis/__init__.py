"""The engine's view of any position of a finished game or a study: bar, lines, threats.

Loaded on demand: nothing imports it at start.
"""
