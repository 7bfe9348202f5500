"""Scene, happenings and explanations of A Tale of Two Cities for the page."""
