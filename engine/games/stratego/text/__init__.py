"""Positions, notation and records as text, read and written."""
