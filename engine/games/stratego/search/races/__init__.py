"""Races for the flags: who could take one, and who would stop him in time."""
