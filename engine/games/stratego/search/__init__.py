"""What the computer player's search uses of the game: hints, evaluation, and the battle it
searches."""
