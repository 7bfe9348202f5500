"""Far play: games between two devices by letters. Invitations, presence, clocks and screens."""
