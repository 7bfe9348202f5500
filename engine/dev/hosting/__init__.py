"""A host's settings and what the release bundle makes of them."""
