"""Errors for users, with messages of one line."""


class Refused(Exception):
    """A run that ends without publishing; the message gives the reason in one line."""


class Collision(Refused):
    """Two different clusters with the same keys; other seeds may separate them."""
