"""Breakthrough: a wall of pawns a side, and the first to come through wins."""
