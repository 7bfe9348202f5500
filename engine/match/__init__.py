"""Layer 2: a match: log, undo, link, save file and text record."""
