"""Layer 2: one game in progress: its log, undo, link, save file and text record."""
