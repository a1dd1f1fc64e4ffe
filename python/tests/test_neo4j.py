"""Graphs in the Neo4j server of NEO4J_TEST_URI, NEO4J_USERNAME and NEO4J_PASSWORD.

The Rust tests start a server and run this file: see tests/neo4j/python.rs.
"""

import os

import pandas
import pytest
from conceptgraph import ConceptGraph, open_graph
from conftest import content
from test_mcp import FLOWER, talked
from test_processes import ended, in_child

URI = os.environ.get("NEO4J_TEST_URI")
anyio = pytest.importorskip("anyio")
pytestmark = pytest.mark.skipif(URI is None, reason="needs a server: set NEO4J_TEST_URI")


@pytest.fixture(scope="module")
def loaded(iris):
    name = "iris_of_python"
    graph = ConceptGraph(name=name).fit(iris.drop(columns="class"), labels=iris["class"])
    graph.to_neo4j(URI, force=True)
    return graph, open_graph(f"{URI}?graph=iris_of_python")


def test_it_is_the_graph_that_was_loaded(loaded):
    graph, there = loaded
    assert there.facts_["digest"] == graph.facts_["digest"]
    assert there.facts_ == graph.facts_
    assert (there.labels_ == graph.labels_).all()
    assert (there.members_ != graph.members_).nnz == 0
    assert (there.covers_ != graph.covers_).nnz == 0


def test_it_answers_as_a_file_does(loaded, iris):
    graph, there = loaded
    both = there.lca("d64", "d147")
    assert both == graph.lca("d64", "d147")
    assert list(both) == list(graph.cluster(both.name))
    assert both.describe() == graph.cluster(both.name).describe()
    assert there.containing("d1", limit=3) == graph.containing("d1", limit=3)
    for question in (["community", "g1"], ["pure", "versicolor", 0.95], ["profile", both.name]):
        both_answers = there.query(*question), graph.query(*question)
        pandas.testing.assert_frame_equal(*both_answers, check_dtype=False)
    rows = iris.drop(columns="class").iloc[[0, 60, 120]]
    assert (there.predict(rows) == graph.predict(rows)).all()
    counted = there.sql("MATCH (c:Concept {graph: 'iris_of_python'}) RETURN count(c) AS clusters")
    assert list(counted["clusters"]) == [graph.facts_["concepts"]]


def test_it_comes_back_as_a_file(loaded, tmp_path):
    graph, there = loaded
    there.save(tmp_path / "back.db")
    graph.save(tmp_path / "here.db")
    assert content(tmp_path / "back.db") == content(tmp_path / "here.db")


def test_faults_are_said_as_on_the_command_line(loaded):
    graph, there = loaded
    with pytest.raises(OSError, match="replace it"):
        graph.to_neo4j(URI)
    with pytest.raises(OSError, match="rejected user"):
        graph.to_neo4j(URI, user="neo4j", password="another", force=True)
    with pytest.raises(ValueError, match="only read"):
        there.sql("MATCH (n) DETACH DELETE n")
    with pytest.raises(OSError, match="no graph"):
        open_graph(f"{URI}?graph=none")


def test_it_is_asked_in_other_processes_and_statements_end(loaded):
    graph, there = loaded
    question = ["d64", "d147"]
    name = graph.lca(*question).name
    assert in_child(lambda: there.lca(*question).name) == name
    endless = "UNWIND range(1, 100000000000) AS i WITH sum(i % 7) AS sum RETURN sum"
    for _ in range(2):
        ended(lambda: there.sql(endless))
        assert there.lca(*question).name == name
    given = {"null": None, "is": True, "number": 0.5, "text": "it's", "list": [1, "a", [True]]}
    statement = "RETURN " + ", ".join(f"${name} AS `{name}`" for name in given)
    found = there._graph.statement(statement, given)
    assert found == [(name, [value]) for name, value in given.items()]
    with pytest.raises(ValueError, match='no value is given for "x"'):
        there._graph.statement("RETURN $x AS x")
    with pytest.raises(ValueError, match="this program only reads"):
        there.sql("CREATE (:Own)")
    with pytest.raises(FileExistsError, match="or replace it with force=True"):
        graph.to_neo4j(URI)
    assert {"Point", "Concept"} < {name for name, *_ in there._graph.tables()}


def test_an_assistant_asks_a_server(loaded):
    count = (
        "MATCH (p:Point)-[:OF_CLASS]->(c:Class) MATCH (g:Graph {name: $graph, graph: p.graph}) "
        "RETURN c.name AS class, count(*) AS points ORDER BY class"
    )
    endless = "UNWIND range(1, 100000000000) AS x RETURN max(x * x % 7) AS most"
    rows = "UNWIND range(1, 100000000000) AS x RETURN x"

    async def talk(asked):
        for tool, arguments, named in [
            ("groups", {"limit": 2}, "setosa (50)"),
            ("describe", {"cluster": "g1"}, "It is a group"),
            ("contrast", {"one": "g1", "other": "d1"}, "petal"),
            ("why", {"one": "d1", "other": "d51"}, "d51"),
            ("lca", {"points": ["d64", "d147"]}, "class,centre"),
            ("members", {"cluster": "d147"}, "d147,virginica\n"),
            ("outliers", {"limit": 3}, "(rows: 3 of 150)"),
            ("place", {"row": FLOWER}, "nearest"),
            ("schema", {}, "COVERED_BY (): (:Concept)-[:COVERED_BY]->(:Concept)"),
            ("schema", {}, "load, sepal_length, sepal_width, petal_length, petal_width): (:Point)"),
            ("cypher", {"statement": count}, "setosa,50\n"),
            ("cypher", {"statement": rows, "limit": 2}, "x\n1\n2\n(rows: 2, and there are more)"),
        ]:
            text = await asked.call(tool, **arguments)
            assert named in text, text
        await asked.refuses("cypher", {"statement": "CREATE (n:Point)"}, "only reads")
        await asked.refuses("cypher", {"statement": "MATCH (n RETURN n"}, "RETURN")
        await asked.refuses("describe", {"cluster": "g99"}, "g99")
        await asked.refuses("sql", {"statement": "SELECT 1"}, "Unknown tool")
        await asked.refuses("cypher", {"statement": endless}, "no answer within 5 s")
        # A long statement is cancelled, and the next one is answered.
        with anyio.move_on_after(1):
            await asked.call("cypher", statement=endless)
        assert "d1" in await asked.call("lca", points=["d1"])

    talked(talk, f"{URI}?graph=iris_of_python", "--timeout", "5")
