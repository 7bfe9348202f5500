"""What the computer player is told about the game."""
