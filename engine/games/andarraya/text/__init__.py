"""Readers and writers of positions, notation and game records of Andarraya."""
