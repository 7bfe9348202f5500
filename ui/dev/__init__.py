"""Developer commands; the page never loads them."""
