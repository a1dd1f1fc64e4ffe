"""Errors for users, one line each."""


class Refused(Exception):
    """The run ends here, and nothing is published; the message says why in one line."""


class Collision(Refused):
    """Two different clusters have the same keys: other seeds may part them."""
