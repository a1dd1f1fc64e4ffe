-- One concept graph in one SQLite file. Ids count from 1: point 1 is the first row (d1), concept 1
-- the smallest cluster (c1), the last concept the top; every cover leads from a lower id to a higher.

PRAGMA application_id = 1668772712; -- "cgrh"
PRAGMA user_version = 4;

-- What the graph is: name, kind (full, iceberg, lca or largest), points, k, concepts and so on; and
-- the seal, by which a file that was changed since it was built is noticed.
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
    dendrogram_purity REAL                 -- over its pairs of points; NULL for one point or too many
) STRICT;

CREATE TABLE point (
    id          INTEGER PRIMARY KEY, -- row of the input
    name        TEXT NOT NULL UNIQUE,
    class_id    INTEGER REFERENCES class,
    key         INTEGER NOT NULL, -- random; a concept's key is the sum of its members'
    boundary_id INTEGER REFERENCES concept -- smallest concept where it meets another class
) STRICT;

CREATE TABLE feature (
    id        INTEGER PRIMARY KEY, -- column of the input
    name      TEXT NOT NULL UNIQUE,
    mean      REAL NOT NULL, -- over all points
    deviation REAL NOT NULL  -- standard deviation over all points
) STRICT;

CREATE TABLE measurement (
    point_id   INTEGER NOT NULL REFERENCES point,
    feature_id INTEGER NOT NULL REFERENCES feature,
    value      REAL NOT NULL, -- as in the input, unscaled
    PRIMARY KEY (point_id, feature_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE attribute (
    id   INTEGER PRIMARY KEY, -- of a table's graph: the point of that id
    name TEXT NOT NULL
) STRICT;

-- The formal context: which point has which attribute.
CREATE TABLE incidence (
    point_id     INTEGER NOT NULL REFERENCES point,
    attribute_id INTEGER NOT NULL REFERENCES attribute,
    PRIMARY KEY (point_id, attribute_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE concept (
    id                INTEGER PRIMARY KEY, -- canonical order: by size, then by members
    size              INTEGER NOT NULL,    -- points
    intent_size       INTEGER NOT NULL,    -- attributes they share
    majority_class_id INTEGER REFERENCES class,
    purity            REAL,                -- share of the majority; NULL when empty or without classes
    key               INTEGER NOT NULL,    -- sum of the members' keys, unique in the graph
    delta             INTEGER NOT NULL,    -- its size less that of its largest child in the full lattice
    gap               INTEGER,             -- the size of its smallest parent less its own; NULL for the top
    generator         TEXT NOT NULL        -- JSON array of a few point ids whose closure it is
) STRICT;

CREATE TABLE concept_class (
    concept_id INTEGER NOT NULL REFERENCES concept,
    class_id   INTEGER NOT NULL REFERENCES class,
    count      INTEGER NOT NULL, -- points of that class in it, at least 1
    PRIMARY KEY (concept_id, class_id)
) STRICT, WITHOUT ROWID;

-- The Hasse diagram: for each concept the ids of those next above it, rising, in pieces of at most
-- 1,000. After the first id of a piece each character is a step to the next: its code point, less
-- 10,240 where that is above 65,535. A cover takes two to five bytes so, and the views below read it.
CREATE TABLE upper_covers (
    concept_id INTEGER NOT NULL REFERENCES concept,
    first_id   INTEGER NOT NULL REFERENCES concept,
    steps      TEXT NOT NULL,
    PRIMARY KEY (concept_id, first_id)
) STRICT, WITHOUT ROWID;

-- The same from above: those next below each concept, rising too.
CREATE TABLE lower_covers (
    concept_id INTEGER NOT NULL REFERENCES concept,
    first_id   INTEGER NOT NULL REFERENCES concept,
    steps      TEXT NOT NULL,
    PRIMARY KEY (concept_id, first_id)
) STRICT, WITHOUT ROWID;

-- The smallest concepts that hold each point: one in a full lattice, its object concept.
CREATE TABLE introduced (
    point_id   INTEGER NOT NULL REFERENCES point,
    concept_id INTEGER NOT NULL REFERENCES concept,
    PRIMARY KEY (point_id, concept_id)
) STRICT, WITHOUT ROWID;

-- The members of a concept. An LCA graph has only those that do not follow from its generator: of
-- the others one or two points are the generator, and who has what these share is a member.
CREATE TABLE extent (
    concept_id INTEGER PRIMARY KEY REFERENCES concept,
    points     TEXT NOT NULL -- JSON array of the members' ids, ascending
) STRICT;

-- The context of an LCA graph once more, 62 attributes to a number: bit i of block b is attribute
-- 62 b + i + 1. Other graphs have no rows here.
CREATE TABLE mask (
    point_id INTEGER NOT NULL REFERENCES point,
    block    INTEGER NOT NULL,
    bits     INTEGER NOT NULL, -- not 0
    PRIMARY KEY (point_id, block)
) STRICT, WITHOUT ROWID;

-- Who is in which concept; ask for one concept at a time.
CREATE VIEW member (concept_id, point_id) AS
SELECT extent.concept_id, point.value
FROM extent, json_each(extent.points) AS point
UNION ALL
SELECT concept.id, point.id
FROM concept
CROSS JOIN point
WHERE EXISTS (SELECT 1 FROM mask)
    AND NOT EXISTS (SELECT 1 FROM extent WHERE extent.concept_id = concept.id)
    AND NOT EXISTS (
        SELECT 1
        FROM mask AS one
        CROSS JOIN mask AS other ON other.block = one.block
            AND other.point_id = json_extract(concept.generator, '$[#-1]')
        LEFT JOIN mask AS has ON has.block = one.block AND has.point_id = point.id
        WHERE one.point_id = json_extract(concept.generator, '$[0]')
            AND one.bits & other.bits & ~coalesce(has.bits, 0)
    );

-- Lower is contained in upper with nothing between. Ask `cover` by its lower concept, and `covered`,
-- which has the same rows, by its upper one: each reads the lists of one side.
CREATE VIEW cover (lower_id, upper_id) AS
SELECT upper_covers.concept_id, upper.value
FROM upper_covers, json_each((
    WITH RECURSIVE list (id, rest) AS (
        SELECT upper_covers.first_id, substr(upper_covers.steps, 1, 999)
        UNION ALL
        SELECT id + unicode(rest) - 10240 * (unicode(rest) > 65535), substr(rest, 2)
        FROM list
        WHERE rest <> ''
    )
    SELECT json_group_array(id) FROM list
)) AS upper;

CREATE VIEW covered (upper_id, lower_id) AS
SELECT lower_covers.concept_id, lower.value
FROM lower_covers, json_each((
    WITH RECURSIVE list (id, rest) AS (
        SELECT lower_covers.first_id, substr(lower_covers.steps, 1, 999)
        UNION ALL
        SELECT id + unicode(rest) - 10240 * (unicode(rest) > 65535), substr(rest, 2)
        FROM list
        WHERE rest <> ''
    )
    SELECT json_group_array(id) FROM list
)) AS lower;

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
