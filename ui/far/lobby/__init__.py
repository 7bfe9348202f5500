"""Ways to a far table: invitations, open tables, and what to know before taking a seat."""
