"""The board shown to others: animated GIFs, diagrams for forums."""
