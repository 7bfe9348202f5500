"""Lessons: positions on the ordinary table screen, each with a short text and one task."""
