"""What is drawn, said and explained to a person."""
