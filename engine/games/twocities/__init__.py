"""A Tale of Two Cities: rules, words and table."""
