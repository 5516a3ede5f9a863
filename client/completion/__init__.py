"""Completion scripts for shells, made from the parser: what may stand where, and one module a shell."""
