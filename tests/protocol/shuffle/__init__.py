"""Proofs of hidden cards: what holds, what is refused, and the same equations computed by another route."""
