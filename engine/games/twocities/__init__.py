"""A Tale of Two Cities: cards activate units, and dice decide the fight for the enemy city."""
