"""The columns of all tables, in one place.

Points with the same attributes are one object, numbered by its first point; where no two points
have the same, objects are points. What clusters consist of is said in objects.

A cluster is found under two keys: the sums of two random numbers of each of its members. It gets
its id, which is 64 bits wide here, only when all clusters are known. Keys are not published.
"""

#: What `conceptgraph-part mine` writes of a cluster.
CLUSTER = """
    key BIGINT, second BIGINT, size INT, members BINARY, centre INT,
    majority INT, purity DOUBLE, classes ARRAY<INT>,
    lower ARRAY<STRUCT<key: BIGINT, second: BIGINT>>, cohesion DOUBLE
"""

#: A node of the search that stands for all clusters below it.
UNIT = "unit STRING, node BINARY"

#: What a round of mining commits: a cluster, or (`unit` and `node`) a unit that is left, or (`unit`
#: and `done`) a unit that is done.
MINED = (
    CLUSTER
    + """,
    unit STRING, node BINARY,
    done STRUCT<clusters: BIGINT, covers: BIGINT, left: ARRAY<STRING>>
"""
)

#: What is published, by table. The comments of the README explain each column.
TABLES = {
    "concept": "id BIGINT, size INT, majority_class_id INT, purity DOUBLE, centre_id INT, "
    "cohesion DOUBLE, counts ARRAY<INT>",
    "cover": "lower_id BIGINT, upper_id BIGINT",
    "member": "concept_id BIGINT, objects ARRAY<INT>",
    "point": "id INT, row INT, name STRING, class_id INT, x DOUBLE, y DOUBLE, object_id INT",
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
    """The names of a schema's columns, in order."""
    names, depth, start = [], 0, 0
    for at, letter in enumerate(schema + ","):
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            names.append(schema[start:at].split()[0])
            start = at + 1
    return names
