"""The computer players. They search observations, never the true state."""
