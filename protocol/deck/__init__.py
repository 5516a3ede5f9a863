"""Hidden cards at a table: who may see which card, as the log alone tells it (SPEC.md section 21).

`cards` is what every peer holds alike; `parts` are the proofs of which entries are made; `knowledge` is what one seat
sees and nobody else; `claims` is what a choice opens and asserts; `audit` looks at it all once the secrets are open.
"""
