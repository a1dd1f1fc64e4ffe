"""Graphs that several tests ask."""

import contextlib
import signal
import sqlite3
from pathlib import Path

import pandas
import pytest
from conceptgraph import ConceptGraph

# What runs in the background of a script ignores Ctrl-C, and so would all that is started by it.
signal.signal(signal.SIGINT, signal.default_int_handler)

EXAMPLES = Path(__file__).parents[2] / "examples"


def content(path):
    """All that a file holds but what its graph was asked for with."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        return hash(tuple(line for line in file.iterdump() if "VALUES('asked'," not in line))


@pytest.fixture(scope="session")
def iris():
    return pandas.read_csv(EXAMPLES / "iris.csv")


@pytest.fixture(scope="session")
def graph(iris):
    return ConceptGraph(name="iris").fit(iris.drop(columns="class"), labels=iris["class"])
