"""Readers and writers of position text and notation."""
