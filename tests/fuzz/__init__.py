"""Bytes that nobody honest would send, and orders of arrival that nobody thought of."""
