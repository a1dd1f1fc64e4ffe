"""Runs the scripts of a folder for bulk import, and prints what LadybugDB holds as JSON."""

import json
import sys

import ladybug

graph = ladybug.Connection(ladybug.Database(":memory:"))
for script in ["schema.cypher", "copy.cypher"]:
    with open(script, encoding="utf-8") as file:
        graph.execute(file.read())


def rows(query):
    return graph.execute(query).get_all()


def own_columns():
    names = [row[1] for row in rows("CALL table_info('Point') RETURN *")]
    return names[14:]


json.dump(
    {
        "columns": own_columns(),
        "names": rows("MATCH (p:Point) RETURN p.name ORDER BY p.id"),
        "own": [row[14:] for row in rows("MATCH (p:Point) RETURN p.* ORDER BY p.id")],
        # An empty list in CSV is nothing.
        "apart": [row[0] or [] for row in rows("MATCH (c:Community) RETURN c.apart ORDER BY c.id")],
        "members": rows("MATCH (p)-[:MEMBER_OF]->(c) RETURN p.id, c.id ORDER BY c.id, p.id"),
        "covers": rows("MATCH (a)-[:COVERED_BY]->(b) RETURN a.id, b.id ORDER BY a.id, b.id"),
        "graph": rows("MATCH (g:Graph)-[:HAS_TOP]->(c) RETURN g.points, g.concepts, c.id"),
        "groups": rows("MATCH (:Graph)-[:HAS_GROUP]->(m) RETURN m.name, m.size ORDER BY m.id"),
        "joins": rows("MATCH (p)-[i:IN_JOIN]->(m) RETURN p.id, m.id, i.share ORDER BY p.id, m.id"),
        "smallest": rows(
            "MATCH (:Point {id: 1})-[:MEMBER_OF]->(c)<-[:MEMBER_OF]-(:Point {id: 9})"
            " RETURN c.name, c.size ORDER BY c.id LIMIT 1"
        ),
    },
    sys.stdout,
)
