"""Fixtures of graphs that several tests share."""

import contextlib
import signal
import sqlite3
from pathlib import Path

import pandas
import pytest
from conceptgraph import ConceptGraph

# A background job of a script ignores Ctrl-C, and so would every process that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

EXAMPLES = Path(__file__).parents[2] / "examples"
#: The first lines of a script that needs no scikit-learn, whose import takes seconds.
WITHOUT_SKLEARN = "import sys\nsys.modules['sklearn'] = None\n"


def content(path):
    """Return a hash of the content of a file, without the options of its build."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        return hash(tuple(line for line in file.iterdump() if "VALUES('asked'," not in line))


@pytest.fixture(scope="session")
def iris():
    return pandas.read_csv(EXAMPLES / "iris.csv")


@pytest.fixture(scope="session")
def graph(iris):
    return ConceptGraph(name="iris").fit(iris.drop(columns="class"), labels=iris["class"])
