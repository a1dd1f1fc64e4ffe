"""Reads what `export` wrote with programs of others, and prints what they found as JSON."""

import csv
import json
import sys
import warnings

import igraph
import networkx


def facts(nodes, edges):
    return {"nodes": dict(sorted(nodes.items())), "edges": sorted(edges)}


def of_networkx(graph):
    assert graph.is_directed()
    return facts({id: dict(of) for id, of in graph.nodes(data=True)}, map(list, graph.edges()))


def of_igraph(graph, key):
    assert graph.is_directed()
    rows = [vertex.attributes() for vertex in graph.vs]
    # What a node lacks is not a number there.
    rows = [{name: None if of != of else of for name, of in row.items()} for row in rows]
    nodes = {row[key]: {name: of for name, of in row.items() if name != key} for row in rows}
    ids = [row[key] for row in rows]
    return facts(nodes, [[ids[edge.source], ids[edge.target]] for edge in graph.es])


def of_csv(name):
    with open(f"{name}.nodes.csv", newline="") as file:
        nodes = {row.pop("id"): row for row in csv.DictReader(file)}
    with open(f"{name}.edges.csv", newline="") as file:
        return facts(nodes, [[row["source"], row["target"]] for row in csv.DictReader(file)])


def of_json(name):
    with open(name) as file:
        return json.load(file)


warnings.simplefilter("error")
name = sys.argv[1]
print(
    json.dumps(
        {
            "networkx graphml": of_networkx(networkx.read_graphml(f"{name}.graphml")),
            "networkx json": of_networkx(networkx.node_link_graph(of_json(f"{name}.json"), edges="edges")),
            "igraph graphml": of_igraph(igraph.Graph.Read_GraphML(f"{name}.graphml"), "id"),
            "csv": of_csv(name),
        }
    )
)
