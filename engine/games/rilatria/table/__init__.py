"""Scene, set-up, happenings and explanations of Rilatria for the page."""
