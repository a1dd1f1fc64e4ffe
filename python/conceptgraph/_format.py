"""Formatting of numbers, shares and long text for people."""

from __future__ import annotations

import math
from typing import Any


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural unless it is 1."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def percent(share: float) -> str:
    """Format a share in percent, as the program does: nearly all is not called 100 %."""
    if 0.995 < share < 1:
        return f"{math.floor(1000 * share) / 10:.1f} %"
    if 0 < share < 0.005:
        return f"{math.ceil(1000 * share) / 10:.1f} %"
    return f"{100 * share:.0f} %"


def class_share(share: float, label: Any) -> str:
    """Format a class with its share: ``61 % versicolor``, or ``82 % class 1`` if it is a number."""
    word = "class " if str(label)[:1].isdigit() else ""
    return f"{percent(share)} {word}{label}"


def shorten(text: str, limit: int) -> str:
    """Shorten a long text, after a comma if there is one."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = head.rfind(", ")
    return (head[:at] + ", …") if at > limit // 3 else head + "…"
