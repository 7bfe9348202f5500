"""Studies on the page: a tree of variations at the table, with comments, glyphs and drawings.

Loaded on demand: nothing imports it at start.
"""
