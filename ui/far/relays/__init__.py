"""Relays of a far table: their addresses, connections and trial, and what they carry."""
