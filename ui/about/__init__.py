"""About page: credits, licences, version and privacy. Fetched when it is opened."""
