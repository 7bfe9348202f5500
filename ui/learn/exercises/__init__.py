"""Exercises: positions with one good first step, on the real table."""
