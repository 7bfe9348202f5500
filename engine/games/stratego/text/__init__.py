"""Positions, notation and records as text, both ways."""
