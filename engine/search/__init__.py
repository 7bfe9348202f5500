"""Layer 2: the computer players. They search observations, never the true state."""
