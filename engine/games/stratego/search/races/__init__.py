"""Races for the flags: pieces on their way to one against those that would stop them in time."""
