"""The table: one typed state, commands that change it, presenters that read it, seats."""
