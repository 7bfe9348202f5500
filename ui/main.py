"""Placeholder that tells the tests Python runs; the real start of the page replaces it."""
from js import performance

performance.mark("asedio:ready")
