"""Two devices, one table: letters, their log, what follows from them."""
