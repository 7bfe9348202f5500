"""Stratego with every variation."""
