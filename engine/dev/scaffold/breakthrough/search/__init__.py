"""Evaluation and search hints for the computer player."""
