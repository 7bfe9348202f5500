"""Rules of Andarraya: pieces, attack tables, move generation and the state."""
