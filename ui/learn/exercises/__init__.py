"""Exercises: positions with one clearly best first action, solved on the ordinary table screen."""
