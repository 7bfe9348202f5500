"""Stratego with all its variants."""
