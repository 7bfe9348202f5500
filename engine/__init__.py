"""Asedio's rules engine: pure Python, no dependency, no browser."""
