"""Scene, explanations, rulebooks and texts for players."""
