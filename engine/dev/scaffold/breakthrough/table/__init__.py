"""Explanations, rulebooks and texts for players."""
