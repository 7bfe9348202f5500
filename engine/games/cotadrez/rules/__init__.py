"""Rules of Cotadrez: pieces, terrain, attacks, move generation, deployment and the state."""
