"""Breakthrough: two ranks of pawns a side; the first pawn on the last rank wins."""
