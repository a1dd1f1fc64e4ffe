"""Graphs that several tests ask."""

from pathlib import Path

import pandas
import pytest
from conceptgraph import ConceptGraph

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def iris():
    return pandas.read_csv(EXAMPLES / "iris.csv")


@pytest.fixture(scope="session")
def graph(iris):
    return ConceptGraph(name="iris").fit(iris.drop(columns="class"), labels=iris["class"])
