"""Static evaluation and search hints of A Tale of Two Cities."""
