"""Whole tables on a virtual clock and wire."""
