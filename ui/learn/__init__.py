"""What a game teaches: the review of a finished one, and the rulebook."""
