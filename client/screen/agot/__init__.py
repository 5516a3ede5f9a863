"""What the full screen shows of the first game of Westeros."""
