"""Readers and writers of positions, notation and game records of A Tale of Two Cities."""
