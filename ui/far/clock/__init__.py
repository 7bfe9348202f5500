"""Time at a far table: the clocks, and what this device measures of the other's letters."""
