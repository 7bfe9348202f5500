"""Andarraya: chess with a king's leap, queens that do not take each other, and 101 plies."""
