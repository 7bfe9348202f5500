"""Lessons: a position on the real table, one sentence, one thing to do with one's own hands."""
