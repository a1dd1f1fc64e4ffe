"""Progress bars for long work, if tqdm is installed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: The seconds before a bar appears.
DELAY = 1.0

Reporter = Callable[[str, float, "float | None", str], None]


@contextmanager
def progress_bar() -> Iterator[Reporter | None]:
    """Yield the function that long work reports to, or None if no bar can be shown."""
    try:
        with warnings.catch_warnings():
            # A notebook without ipywidgets shows no bars; no warning is needed.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    in_notebook = any(base.__module__ == "tqdm.notebook" for base in tqdm.__mro__)
    # With None, tqdm shows a bar only on a terminal.
    bar = tqdm(total=0, delay=DELAY, disable=False if in_notebook else None, leave=False)
    if bar.disable:
        bar.close()
        yield None
        return
    with bar:
        yield bar_reporter(bar)


#: The formats of a bar: with a known total, with a count, and with neither.
SHARE_FORMAT = "{desc}: {percentage:3.0f} %|{bar}| {elapsed}"
COUNT_FORMAT = "{desc}: {n_fmt} {unit} [{elapsed}]"
PLAIN_FORMAT = "{desc} [{elapsed}]"


def bar_reporter(bar: Any) -> Reporter:
    """Return a function that sets a bar to the progress of the work."""

    def report(step: str, done: float, total: float | None, unit: str) -> None:
        bar.set_description_str(step, refresh=False)
        bar.unit, bar.unit_scale = unit, unit != "%"
        # If the estimated total was too low, the bar is full.
        bar.total = None if total is None else max(total, done)
        bar.bar_format = SHARE_FORMAT if total else PLAIN_FORMAT if unit == "%" else COUNT_FORMAT
        bar.n = round(done)
        bar.refresh()

    return report
