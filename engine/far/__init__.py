"""Far tables, played between two devices: signed letters, their log, the match."""
