"""Static evaluation and search hints of Rilatria."""
