"""Bytes between peers: TLS links, frames, the mesh."""
