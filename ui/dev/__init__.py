"""Commands for whoever works on the page; never loaded by it."""
