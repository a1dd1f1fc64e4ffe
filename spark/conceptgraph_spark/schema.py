"""The columns of all tables.

Points with the same attributes are one object; objects are numbered by their first points. If no
two points have the same attributes, objects are points. Extents consist of objects.

A cluster is identified by two keys, the sums of two random numbers over its members, until all
clusters are known. Then it gets its id, which has 64 bits. Keys are not published.
"""

#: The columns that `conceptgraph-part mine` writes for a cluster.
CLUSTER = """
    key BIGINT, second BIGINT, size INT, members BINARY, centre INT,
    majority INT, purity DOUBLE, classes ARRAY<INT>,
    lower ARRAY<STRUCT<key: BIGINT, second: BIGINT>>, cohesion DOUBLE
"""

#: The columns of a unit: a node of the search, which stands for all clusters below it.
UNIT = "unit STRING, node BINARY"

#: The columns that a round of mining commits. A row is a cluster, a unit that is left (`unit` and
#: `node`), or a unit that is done (`unit` and `done`).
MINED = (
    CLUSTER
    + """,
    unit STRING, node BINARY,
    done STRUCT<clusters: BIGINT, covers: BIGINT, left: ARRAY<STRING>>
"""
)

#: The columns of the published tables. The README describes each column.
TABLES = {
    "concept": "id BIGINT, size INT, majority_class_id INT, purity DOUBLE, centre_id INT, "
    "cohesion DOUBLE, counts ARRAY<INT>",
    "cover": "lower_id BIGINT, upper_id BIGINT",
    "member": "concept_id BIGINT, objects ARRAY<INT>",
    "point": (
        "id INT, row INT, name STRING, class_id INT, map_x DOUBLE, map_y DOUBLE, object_id INT"
    ),
    "class": "id INT, name STRING, size INT, concepts BIGINT, largest_pure_id BIGINT, "
    "dendrogram_purity DOUBLE, chance DOUBLE",
    "feature": "id INT, name STRING, mean DOUBLE, deviation DOUBLE, least DOUBLE, largest DOUBLE",
    "measurement": "point_id INT, feature_id INT, value DOUBLE",
    "kept_column": "id INT, name STRING, is_number INT",
    "kept": "point_id INT, kept_column_id INT, value STRING",
    "neighbor": "point_id INT, rank INT, neighbor_id INT, distance DOUBLE",
    "attribute": "id INT, name STRING",
    "incidence": "point_id INT, attribute_id INT",
}


def columns(schema: str) -> list[str]:
    """Returns the names of the columns of a schema, in order."""
    names, depth, start = [], 0, 0
    for at, letter in enumerate(schema + ","):
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            names.append(schema[start:at].split()[0])
            start = at + 1
    return names
