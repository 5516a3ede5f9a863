"""Play without trust: log, commitments, chance, audit. No I/O."""
