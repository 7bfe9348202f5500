"""Cotadrez: armies deploy in secret, fight a chess-like battle, and besiege the enemy fortress."""
