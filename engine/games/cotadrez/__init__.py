"""Cotadrez: armies deploy behind fog, march, and besiege the enemy fortress."""
