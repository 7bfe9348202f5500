"""Scene, happenings and explanations of Andarraya for the page."""
