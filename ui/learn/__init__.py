"""Learning: lessons, exercises, the analysis of finished games, rulebooks and legends."""
