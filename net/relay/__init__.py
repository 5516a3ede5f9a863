"""The relay: joins two byte streams that named the same meeting point, and understands nothing of what they carry.

It is a program of its own (`kingsmoot relay`) that needs trio and no other part of this project than addresses and
figures: it knows no game, no key and no certificate, so it can read nothing and forge nothing.
"""
