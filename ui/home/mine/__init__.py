"""My games: the list of all stored games with search, labels and statistics, and the backup."""
