"""Ready-made parts of a new game. The page gets them with a game that imports them."""
