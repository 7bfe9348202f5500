"""Scene, deployment, happenings and explanations of Cotadrez for the page."""
