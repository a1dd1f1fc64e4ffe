"""Progress bars of long work."""

import contextlib
import io
import sys

import numpy as np
import pytest
from conceptgraph import ConceptGraph, _progress

tqdm = pytest.importorskip("tqdm")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def said(screen, monkeypatch, k=10):
    """Return the output of a fit of several steps on a screen."""
    monkeypatch.setattr(_progress, "DELAY", 0)
    values = np.random.default_rng(0).normal(size=(400, 8))
    with contextlib.redirect_stderr(screen):
        ConceptGraph(k=k, graph="full").fit(values)
    return screen.getvalue()


def test_a_bar_says_what_is_done_and_how_far(monkeypatch):
    shown = said(Terminal(), monkeypatch, k=30)
    assert "mining: " in shown
    assert " clusters" in shown
    # The bar is erased at the end.
    assert shown.rsplit("\r", 1)[1].strip() == ""


def test_without_a_terminal_there_is_none(monkeypatch):
    assert said(io.StringIO(), monkeypatch) == ""


def test_without_tqdm_there_is_none(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert said(Terminal(), monkeypatch) == ""


def test_a_bar_never_passes_its_end():
    bar = tqdm.tqdm(total=0, file=Terminal())
    report = _progress.bar_reporter(bar)
    report("mining", 7.0, None, "clusters")
    assert (bar.n, bar.total, bar.desc) == (7, None, "mining")
    report("mining", 9.0, 8.0, "clusters")
    assert (bar.n, bar.total) == (9, 9)
    report("choosing k", 40.0, 100.0, "%")
    assert (bar.n, bar.total, bar.desc) == (40, 100, "choosing k")
    bar.close()
