"""How far long work is, where tqdm is installed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: Work that takes fewer seconds than this shows nothing.
DELAY = 1.0

Reporter = Callable[[str, float, "float | None", str], None]


@contextmanager
def shown() -> Iterator[Reporter | None]:
    """Give what long work reports to, or None where nobody looks: no tqdm, and no terminal."""
    try:
        with warnings.catch_warnings():
            # A notebook without ipywidgets shows no bars, and that is no reason to warn.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    in_notebook = any(base.__module__ == "tqdm.notebook" for base in tqdm.__mro__)
    # None: only on a terminal.
    bar = tqdm(total=0, delay=DELAY, disable=False if in_notebook else None, leave=False)
    if bar.disable:
        bar.close()
        yield None
        return
    with bar:
        yield following(bar)


#: What a bar shows, by whether it is known how much there is.
KNOWN = "{desc}: {percentage:3.0f} %|{bar}| {elapsed}"
COUNTED = "{desc}: {n_fmt} {unit} [{elapsed}]"
UNKNOWN = "{desc} [{elapsed}]"


def following(bar: Any) -> Reporter:
    """Make a function that moves a bar to where the work is."""

    def report(step: str, done: float, total: float | None, of: str) -> None:
        bar.set_description_str(step, refresh=False)
        bar.unit, bar.unit_scale = of, of != "%"
        # Of a guess that was too low the bar is full, and no more.
        bar.total = None if total is None else max(total, done)
        bar.bar_format = KNOWN if total else UNKNOWN if of == "%" else COUNTED
        bar.n = round(done)
        bar.refresh()

    return report
