"""Static evaluation and search hints of Cotadrez."""
