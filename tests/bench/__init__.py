"""Measurements, not tests: nothing here is asserted or run by `make test`."""
