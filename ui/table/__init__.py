"""The table screen: its state, the commands that change it, the presenters that draw it."""
