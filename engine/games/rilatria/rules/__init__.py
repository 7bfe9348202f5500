"""Rules of Rilatria: pieces, reserves, horoscope deck and the state."""
