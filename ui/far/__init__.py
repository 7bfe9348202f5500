"""A table whose other side is somewhere else: invitations, presence, screens."""
