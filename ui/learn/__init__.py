"""Learning: lessons, exercises, the mistakes of finished games, rulebooks and legends."""
