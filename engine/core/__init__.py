"""The contract between the rules of a game and its users. Imports the standard library only."""
