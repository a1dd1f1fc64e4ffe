-- One concept graph in one SQLite file. Ids count from 1: point 1 is the first row, concept 1 the
-- smallest cluster (c1), the last concept the top; every cover leads from a lower id to a higher.

PRAGMA application_id = 1668772712; -- "cgrh"
PRAGMA user_version = 12;

-- What the graph is: name, kind (full, iceberg, lca or largest), points, k, concepts and so on.
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
    twin_id     INTEGER NOT NULL REFERENCES point, -- the first point with the same attributes
    key         INTEGER NOT NULL, -- random; a concept's key is the sum of its members'
    boundary_id INTEGER REFERENCES concept, -- smallest concept where it meets another class
    home_id     INTEGER REFERENCES concept, -- large and cohesive: most points times squared cohesion
    x           REAL NOT NULL, -- where it stands on the map, across and up: neighbours are near
    y           REAL NOT NULL,
    CHECK ("row" >= id AND key >= 0 AND twin_id <= id),
    CHECK (x BETWEEN -1 AND 1 AND y BETWEEN -1 AND 1)
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

-- The values are in the table features, a row a point, a column a feature, as in the input, and in
-- the view measurement (point_id, feature_id, value); both follow from the names of the features. So
-- does the view rows, a row a point: its columns of the input, class and main community.

-- Columns that are no features and are only shown.
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

CREATE TABLE attribute (
    id   INTEGER PRIMARY KEY, -- of a table's graph: the point of that id
    name TEXT NOT NULL
) STRICT;

-- The formal context with equal rows once (the clarified context): the attributes of each point that
-- is the first of its twins.
CREATE TABLE clarified (
    point_id     INTEGER NOT NULL REFERENCES point,
    attribute_id INTEGER NOT NULL REFERENCES attribute,
    PRIMARY KEY (point_id, attribute_id)
) STRICT, WITHOUT ROWID;

-- The formal context: which point has which attribute.
CREATE VIEW incidence (point_id, attribute_id) AS
SELECT point.id, clarified.attribute_id
FROM point
JOIN clarified ON clarified.point_id = point.twin_id;

CREATE TABLE concept (
    id                INTEGER PRIMARY KEY, -- canonical order: by size, then by members
    size              INTEGER NOT NULL,    -- points
    intent_size       INTEGER NOT NULL,    -- attributes they share
    majority_class_id INTEGER REFERENCES class,
    purity            REAL,                -- share of the majority; NULL when empty or without classes
    key               INTEGER NOT NULL,    -- sum of the members' keys, unique in the graph
    delta             INTEGER NOT NULL,    -- its size less that of its largest child in the full lattice
    cohesion          REAL,                -- share of the possible neighbour links that stay inside
    gap               INTEGER,             -- the size of its smallest parent less its own; NULL for the top
    generator         TEXT NOT NULL,       -- JSON array of a few point ids whose closure it is
    community_id      INTEGER REFERENCES community, -- the group that most of its points are in
    CHECK (size >= 0 AND intent_size >= 0 AND purity BETWEEN 0 AND 1 AND key >= 0),
    CHECK (delta BETWEEN 0 AND size AND gap > 0 AND cohesion BETWEEN 0 AND 1),
    CHECK (json_valid(generator))
) STRICT;

CREATE TABLE concept_class (
    concept_id INTEGER NOT NULL REFERENCES concept,
    class_id   INTEGER NOT NULL REFERENCES class,
    count      INTEGER NOT NULL, -- points of that class in it
    PRIMARY KEY (concept_id, class_id),
    CHECK (count > 0)
) STRICT, WITHOUT ROWID;

-- The Hasse diagram: lower is contained in upper with nothing between. An index leads from above too.
CREATE TABLE cover (
    lower_id INTEGER NOT NULL REFERENCES concept,
    upper_id INTEGER NOT NULL REFERENCES concept,
    PRIMARY KEY (lower_id, upper_id),
    CHECK (lower_id < upper_id) -- ids rise with the size
) STRICT, WITHOUT ROWID;

-- The smallest concepts that hold each point: one in a full lattice, its object concept.
CREATE TABLE introduced (
    point_id   INTEGER NOT NULL REFERENCES point,
    concept_id INTEGER NOT NULL REFERENCES concept,
    PRIMARY KEY (point_id, concept_id)
) STRICT, WITHOUT ROWID;

-- A community: a group of points that stands apart (g1, most points first), a part of one (g1.2), or
-- what joins several groups (g1+g4), up to the whole.
CREATE TABLE community (
    id                INTEGER PRIMARY KEY, -- groups, then parts, then joins upwards
    name              TEXT NOT NULL UNIQUE,
    title             TEXT NOT NULL UNIQUE, -- what sets it apart in about five words: a caption
    level             TEXT NOT NULL,
    parent_id         INTEGER REFERENCES community, -- it lies in this one next; NULL for the largest
    points            INTEGER NOT NULL,    -- that belong to it, by whatever share
    separation        REAL,                -- from what it joins next: 0 no boundary, 1 nothing crosses
    touching          INTEGER NOT NULL,    -- points with a neighbour across that boundary
    cohesion          REAL,                -- of its points together
    majority_class_id INTEGER REFERENCES class,
    purity            REAL,                -- share of the majority; NULL without classes
    concept_id        INTEGER REFERENCES concept, -- the cluster most like it
    apart             TEXT,                -- what sets its points apart from all, in words
    summary           TEXT NOT NULL,       -- a paragraph on it, with what is next to it
    CHECK (level IN ('group', 'part', 'join') AND points > 0 AND touching >= 0),
    CHECK (separation BETWEEN 0 AND 1 AND cohesion BETWEEN 0 AND 1 AND purity BETWEEN 0 AND 1)
) STRICT;

-- A point belongs to groups and parts by the share of its neighbours' neighbours that are there.
CREATE TABLE belongs (
    point_id     INTEGER NOT NULL REFERENCES point,
    community_id INTEGER NOT NULL REFERENCES community,
    share        REAL NOT NULL, -- those in groups add up to 1, those in parts to that of their group
    PRIMARY KEY (point_id, community_id),
    CHECK (share > 0 AND share <= 1)
) STRICT, WITHOUT ROWID;

-- Each community with itself and all that it lies in.
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

-- Two groups that touch or have points in both.
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

-- New rows stand in the tables placed, placed_belongs, placed_measurement and placed_kept, which a
-- file has from its first update on: see placed.sql.

-- The members of a concept, where these are few; else their attributes are. An LCA graph has only
-- those that do not follow from its generator: of the others one or two points are the generator,
-- and every point with what these share is a member.
CREATE TABLE extent (
    concept_id INTEGER PRIMARY KEY REFERENCES concept,
    points     TEXT NOT NULL, -- JSON array of the members' ids, ascending
    CHECK (json_valid(points))
) STRICT;

-- The attributes that the members of a concept share, where the members are many: they are all
-- points with these attributes.
CREATE TABLE intent (
    concept_id INTEGER PRIMARY KEY REFERENCES concept,
    attributes TEXT NOT NULL, -- JSON array of the attributes' ids, ascending
    CHECK (json_valid(attributes))
) STRICT;

-- The context of an LCA graph once more, 62 attributes to a number: bit i of block b is attribute
-- 62 b + i + 1. Other graphs have no rows here.
CREATE TABLE mask (
    point_id INTEGER NOT NULL REFERENCES point,
    block    INTEGER NOT NULL,
    bits     INTEGER NOT NULL,
    PRIMARY KEY (point_id, block),
    CHECK (block >= 0 AND bits <> 0)
) STRICT, WITHOUT ROWID;

-- Who is in which concept. One list a concept, so that a join looks only at the concepts it needs.
CREATE VIEW member (concept_id, point_id) AS
SELECT concept.id, point.value
FROM concept, json_each(coalesce(
    (SELECT points FROM extent WHERE extent.concept_id = concept.id),
    -- All points with the attributes of an intent, or all points where it has none.
    (
        SELECT CASE attributes
            WHEN '[]' THEN (SELECT json_group_array(point.id) FROM point)
            ELSE (
                SELECT json_group_array(point.id)
                FROM clarified
                CROSS JOIN point ON point.twin_id = clarified.point_id
                WHERE clarified.attribute_id = json_extract(intent.attributes, '$[0]')
                    AND NOT EXISTS (
                        SELECT 1
                        FROM json_each(intent.attributes) AS shared
                        WHERE NOT EXISTS (
                            SELECT 1 FROM clarified AS has
                            WHERE has.point_id = clarified.point_id
                                AND has.attribute_id = shared.value
                        )
                    )
            )
        END
        FROM intent
        WHERE intent.concept_id = concept.id
    ),
    -- In an LCA graph all points with what the one or two points of a generator share.
    (
        SELECT json_group_array(point.id)
        FROM point
        WHERE EXISTS (SELECT 1 FROM mask) AND NOT EXISTS (
            SELECT 1
            FROM mask AS one
            CROSS JOIN mask AS other ON other.block = one.block
                AND other.point_id = json_extract(concept.generator, '$[#-1]')
            LEFT JOIN mask AS has ON has.block = one.block AND has.point_id = point.id
            WHERE one.point_id = json_extract(concept.generator, '$[0]')
                AND one.bits & other.bits & ~coalesce(has.bits, 0)
        )
    )
)) AS point;

-- A point's name as it stands between braces: quoted where it would confuse.
CREATE VIEW label (point_id, name) AS
SELECT
    id,
    CASE
        WHEN name = '' OR name GLOB '*[],{}"\ ' || char(9, 10, 13) || '[]*' THEN json_quote(name)
        ELSE name
    END
FROM point;

-- A cluster as people read it, named by its generating points.
CREATE VIEW cluster (id, concept, size, purity, class, generator) AS
SELECT
    concept.id,
    'c' || concept.id,
    concept.size,
    concept.purity,
    class.name,
    '{' || coalesce((
        SELECT group_concat(name, ',') FROM (
            SELECT label.name
            FROM json_each(concept.generator) AS taken
            JOIN label ON label.point_id = taken.value
            ORDER BY taken.key
        )
    ), '') || '}'
FROM concept
LEFT JOIN class ON class.id = concept.majority_class_id;
