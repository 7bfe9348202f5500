"""Ready-made parts of a new game. The page gets them only with a game that imports them."""
