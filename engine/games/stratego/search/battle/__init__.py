"""The battle that the search plays: attacks as chance nodes, fields of attraction, and its
value."""
