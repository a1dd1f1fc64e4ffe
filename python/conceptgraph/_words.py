"""Numbers, shares, and words that are long, as people read them."""

from __future__ import annotations

import math
from typing import Any


def counted(count: int, what: str) -> str:
    """Write a number of things."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def percent(share: float) -> str:
    """Write a share in percent, as the program does: nearly all is not called all."""
    if 0.995 < share < 1:
        return f"{math.floor(1000 * share) / 10:.1f} %"
    if 0 < share < 0.005:
        return f"{math.ceil(1000 * share) / 10:.1f} %"
    return f"{100 * share:.0f} %"


def of_class(share: float, label: Any) -> str:
    """Write ``61 % versicolor``, and ``82 % class 1``: two numbers in a row are hard to read."""
    word = "class " if str(label)[:1].isdigit() else ""
    return f"{percent(share)} {word}{label}"


def shortened(words: str, letters: int) -> str:
    """Cut what is long, behind a comma where there is one."""
    words = " ".join(words.split())
    if len(words) <= letters:
        return words
    head = words[: letters - 1]
    at = head.rfind(", ")
    return (head[:at] + ", …") if at > letters // 3 else head + "…"
