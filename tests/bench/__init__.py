"""Measurements, not tests: `make test` runs none of them and they assert no limits."""
