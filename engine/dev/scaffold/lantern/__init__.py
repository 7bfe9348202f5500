"""Lantern: two guards, two hidden treasures, one die."""
