"""Rilatria: two heroes, a battle on 81 squares, and a reserve whose four values feed each other."""
