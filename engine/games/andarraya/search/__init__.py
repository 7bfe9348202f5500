"""Static evaluation and search hints of Andarraya."""
