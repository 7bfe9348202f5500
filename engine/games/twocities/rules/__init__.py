"""Rules of A Tale of Two Cities: pieces, cards, combat, legal inputs and the state."""
