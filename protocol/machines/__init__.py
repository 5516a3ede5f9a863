"""A machine for each kind of slot: who speaks in which phase, what is said, how it is judged (SPEC.md section 11)."""
