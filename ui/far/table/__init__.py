"""A far table: what it does by itself and on a press, and what it shows."""
