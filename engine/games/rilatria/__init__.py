"""Rilatria: two heroes with armies on 81 squares, and reserves whose four values interact."""
