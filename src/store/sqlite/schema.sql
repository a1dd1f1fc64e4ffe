-- The schema of a concept graph in a SQLite file. Ids count from 1: point 1 is the first row,
-- concept 1 the smallest cluster (c1), the last concept the top. A cover leads from a lower id to a
-- higher one.

PRAGMA application_id = 1668772712; -- "cgrh"
PRAGMA user_version = 16;

-- The facts of the graph: name, kind (scales or full), points, k, concepts and so on.
CREATE TABLE graph (
    key   TEXT PRIMARY KEY,
    value ANY
) STRICT;

CREATE TABLE class (
    id                INTEGER PRIMARY KEY, -- by name
    name              TEXT NOT NULL UNIQUE,
    size              INTEGER NOT NULL,    -- points
    concepts          INTEGER NOT NULL,    -- concepts whose majority it is
    largest_pure_id   INTEGER REFERENCES concept, -- largest concept of this class alone
    dendrogram_purity REAL,                -- over its pairs of points; NULL for one point or too many
    chance            REAL,                -- the same for shuffled labels, on average
    CHECK (size >= 0 AND concepts >= 0),
    CHECK (dendrogram_purity BETWEEN 0 AND 1 AND chance BETWEEN 0 AND 1)
) STRICT;

CREATE TABLE point (
    id          INTEGER PRIMARY KEY,
    "row"       INTEGER NOT NULL UNIQUE, -- of the input, from 1; rows that were left out are gaps
    name        TEXT NOT NULL UNIQUE,
    class_id    INTEGER REFERENCES class,
    map_x       REAL NOT NULL, -- its position on the map, across and up: neighbours are near
    map_y       REAL NOT NULL,
    outlier     REAL NOT NULL, -- 0.5 if its neighbourhood is twice as wide as usual in its group
    far         INTEGER NOT NULL, -- 1 if it is far from all groups
    CHECK ("row" >= id AND far IN (0, 1)),
    CHECK (map_x BETWEEN -1 AND 1 AND map_y BETWEEN -1 AND 1 AND outlier BETWEEN 0 AND 1)
) STRICT;

CREATE TABLE feature (
    id        INTEGER PRIMARY KEY, -- column of the input
    name      TEXT NOT NULL UNIQUE,
    mean      REAL NOT NULL, -- over all points
    deviation REAL NOT NULL, -- standard deviation over all points
    least     REAL NOT NULL,
    largest   REAL NOT NULL,
    CHECK (deviation >= 0 AND least <= largest)
) STRICT;

-- The values are in the table features, with a row per point and a column per feature, as in the
-- input, and in the view measurement (point_id, feature_id, value). The view rows has a row per
-- point: its columns of the input, class and main community. All three depend on the names of the
-- features.

-- Columns of the input that are not features, and are only shown.
CREATE TABLE kept_column (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE,
    is_number INTEGER NOT NULL, -- whether each cell that is not empty is a number
    CHECK (is_number IN (0, 1))
) STRICT;

CREATE TABLE kept (
    point_id       INTEGER NOT NULL REFERENCES point,
    kept_column_id INTEGER NOT NULL REFERENCES kept_column,
    value          TEXT NOT NULL, -- a number in its shortest form; empty for an empty cell
    PRIMARY KEY (point_id, kept_column_id)
) STRICT, WITHOUT ROWID;

-- The nearest points of each point, without itself, nearest first: the 15 nearest in a table, or
-- fewer if there are many points, and the first 15 of given neighbours. A ready context has none.
CREATE TABLE neighbor (
    point_id    INTEGER NOT NULL REFERENCES point,
    rank        INTEGER NOT NULL, -- from 1
    neighbor_id INTEGER NOT NULL REFERENCES point,
    distance    REAL,             -- NULL where it is not known
    PRIMARY KEY (point_id, rank),
    CHECK (rank > 0 AND neighbor_id <> point_id AND distance >= 0)
) STRICT, WITHOUT ROWID;

-- The attributes of a ready context. The attributes of a table's graph are its points.
CREATE TABLE attribute (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

-- The incidence relation of a ready context.
CREATE TABLE incidence (
    point_id     INTEGER NOT NULL REFERENCES point,
    attribute_id INTEGER NOT NULL REFERENCES attribute,
    PRIMARY KEY (point_id, attribute_id)
) STRICT, WITHOUT ROWID;

-- The k neighbours of each point, which define the clusters of a table's graph, for the program
-- alone. The ids of points ascend, and are stored as LEB128: the first less 1, and each other less
-- the one before it.
CREATE TABLE context (
    point_id  INTEGER PRIMARY KEY REFERENCES point,
    neighbors BLOB NOT NULL
) STRICT;

CREATE TABLE concept (
    id                INTEGER PRIMARY KEY, -- canonical order: by size, then by members
    size              INTEGER NOT NULL,    -- points
    majority_class_id INTEGER REFERENCES class,
    purity            REAL,                -- share of the majority; NULL when empty or without classes
    centre_id         INTEGER REFERENCES point, -- the point whose nearest define it; NULL when empty
    cohesion          REAL,                -- share of the possible neighbour links that stay inside
    community_id      INTEGER REFERENCES community, -- the group that most of its points are in
    CHECK (size >= 0 AND purity BETWEEN 0 AND 1 AND cohesion BETWEEN 0 AND 1)
) STRICT;

-- The members of the concepts. An index leads from points to concepts.
CREATE TABLE member (
    concept_id INTEGER NOT NULL REFERENCES concept,
    point_id   INTEGER NOT NULL REFERENCES point,
    PRIMARY KEY (concept_id, point_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE concept_class (
    concept_id INTEGER NOT NULL REFERENCES concept,
    class_id   INTEGER NOT NULL REFERENCES class,
    count      INTEGER NOT NULL, -- points of that class in it
    PRIMARY KEY (concept_id, class_id),
    CHECK (count > 0)
) STRICT, WITHOUT ROWID;

-- The Hasse diagram: lower is contained in upper with no concept between. An index leads from upper
-- to lower.
CREATE TABLE cover (
    lower_id INTEGER NOT NULL REFERENCES concept,
    upper_id INTEGER NOT NULL REFERENCES concept,
    PRIMARY KEY (lower_id, upper_id),
    CHECK (lower_id < upper_id) -- ids rise with the size
) STRICT, WITHOUT ROWID;

-- Communities: groups of points that stand apart (g1, most points first), parts of a group (g1.2),
-- and joins of several groups (g1+g4), up to the whole.
CREATE TABLE community (
    id                INTEGER PRIMARY KEY, -- groups, then parts, then joins upwards
    name              TEXT NOT NULL UNIQUE,
    title             TEXT NOT NULL UNIQUE, -- what sets it apart in about five words: a caption
    level             TEXT NOT NULL,
    parent_id         INTEGER REFERENCES community, -- it lies in this one next; NULL for the largest
    size              INTEGER NOT NULL,    -- points that belong to it, by whatever share
    separation        REAL,                -- from what it touches most, with two digits: 0 no boundary,
                                           -- 1 nothing crosses
    touching          INTEGER NOT NULL,    -- points with a neighbour in the rest of the parent
    cohesion          REAL,                -- of its points together
    majority_class_id INTEGER REFERENCES class,
    purity            REAL,                -- share of the majority; NULL without classes
    concept_id        INTEGER REFERENCES concept, -- the cluster most like it
    typical           TEXT NOT NULL,       -- names of up to three typical points, as a JSON array
    apart             TEXT,                -- what sets its points apart from all, in words
    summary           TEXT NOT NULL,       -- a paragraph on it, with what is next to it
    CHECK (level IN ('group', 'part', 'join') AND size > 0 AND touching >= 0),
    CHECK (separation BETWEEN 0 AND 1 AND cohesion BETWEEN 0 AND 1 AND purity BETWEEN 0 AND 1)
) STRICT;

-- The membership of points in groups and in parts, by the share of a point's neighbours' neighbours
-- that are in the community. The view in_join has the points of joins.
CREATE TABLE in_group (
    point_id     INTEGER NOT NULL REFERENCES point,
    community_id INTEGER NOT NULL REFERENCES community,
    share        REAL NOT NULL, -- the shares of a point in groups add up to 1
    PRIMARY KEY (point_id, community_id),
    CHECK (share > 0 AND share <= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE in_part (
    point_id     INTEGER NOT NULL REFERENCES point,
    community_id INTEGER NOT NULL REFERENCES community,
    share        REAL NOT NULL, -- the shares in the parts of a group add up to the share in the group
    PRIMARY KEY (point_id, community_id),
    CHECK (share > 0 AND share <= 1)
) STRICT, WITHOUT ROWID;

-- Each community with itself and its ancestors.
CREATE VIEW within (community_id, above_id) AS
WITH RECURSIVE up (community_id, above_id) AS (
    SELECT id, id FROM community
    UNION
    SELECT up.community_id, community.parent_id
    FROM up
    JOIN community ON community.id = up.above_id
    WHERE community.parent_id IS NOT NULL
)
SELECT community_id, above_id FROM up;

-- The membership of points in joins: the sum of a point's shares in the groups of a join.
CREATE VIEW in_join (point_id, community_id, share) AS
SELECT in_group.point_id, within.above_id, round(sum(in_group.share), 9)
FROM in_group
JOIN within ON within.community_id = in_group.community_id AND within.above_id <> within.community_id
GROUP BY in_group.point_id, within.above_id;

-- Pairs of groups that touch or share points.
CREATE TABLE overlap (
    community_id INTEGER NOT NULL REFERENCES community,
    other_id     INTEGER NOT NULL REFERENCES community,
    points       INTEGER NOT NULL, -- in both
    jaccard      REAL NOT NULL,    -- their share of the points in either
    separation   REAL NOT NULL,    -- of the two: 0 no boundary, 1 nothing crosses
    PRIMARY KEY (community_id, other_id),
    CHECK (community_id < other_id AND points >= 0),
    CHECK (jaccard BETWEEN 0 AND 1 AND separation BETWEEN 0 AND 1)
) STRICT, WITHOUT ROWID;

-- Clusters in the form in which people read them: 34 points around d64.
CREATE VIEW cluster (id, concept, size, purity, class, centre) AS
SELECT concept.id, 'c' || concept.id, concept.size, concept.purity, class.name, point.name
FROM concept
LEFT JOIN class ON class.id = concept.majority_class_id
LEFT JOIN point ON point.id = concept.centre_id;
