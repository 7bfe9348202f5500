"""Positions and notation as text, both ways."""
