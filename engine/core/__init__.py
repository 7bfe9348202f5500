"""Layer 0: the contract between rules and everything that uses them. Standard library only."""
