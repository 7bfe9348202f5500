"""Andarraya: chess with a king's leap, queens that cannot take queens, and a limit of 101 plies."""
