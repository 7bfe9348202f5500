"""The battle that the search plays through: attacks as chance nodes, moves by plans and races."""
