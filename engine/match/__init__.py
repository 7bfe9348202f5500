"""A match: log, undo, link, save file and text record."""
