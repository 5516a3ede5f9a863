"""What the map-and-orders games share. Knows no edition."""
