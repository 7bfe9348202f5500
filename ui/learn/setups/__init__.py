"""Kept set-ups: how they have fared in finished games, and the computer's opinion of them.

Loaded on demand: nothing imports it at start.
"""
