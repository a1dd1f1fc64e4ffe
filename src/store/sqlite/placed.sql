-- New rows that were placed among the points, and are no points: the graph is as it was. A file has
-- these tables from its first update on.
CREATE TABLE placed (
    id           INTEGER PRIMARY KEY,     -- in the order they came
    "row"        INTEGER NOT NULL UNIQUE, -- of the input, going on behind the last point
    name         TEXT NOT NULL UNIQUE,    -- as no point is called
    class        TEXT,                    -- NULL where it was not given
    concept_id   INTEGER REFERENCES concept, -- smallest concept that holds it
    community_id INTEGER REFERENCES community, -- the group with its largest share; NULL in none
    share        REAL,                    -- that share
    distance     REAL NOT NULL,           -- from the nearest point
    far          INTEGER NOT NULL,        -- 1 where no point is that far from its nearest one
    CHECK ("row" > 0 AND distance >= 0 AND share BETWEEN 0 AND 1 AND far IN (0, 1))
) STRICT;

-- Groups and parts that it belongs to, as in belongs.
CREATE TABLE placed_belongs (
    placed_id    INTEGER NOT NULL REFERENCES placed,
    community_id INTEGER NOT NULL REFERENCES community,
    share        REAL NOT NULL,
    PRIMARY KEY (placed_id, community_id),
    CHECK (share > 0 AND share <= 1)
) STRICT, WITHOUT ROWID;

-- Its features, as in measurement.
CREATE TABLE placed_measurement (
    placed_id  INTEGER NOT NULL REFERENCES placed,
    feature_id INTEGER NOT NULL REFERENCES feature,
    value      REAL NOT NULL,
    PRIMARY KEY (placed_id, feature_id)
) STRICT, WITHOUT ROWID;

-- Its cells that are only shown, as in kept.
CREATE TABLE placed_kept (
    placed_id      INTEGER NOT NULL REFERENCES placed,
    kept_column_id INTEGER NOT NULL REFERENCES kept_column,
    value          TEXT NOT NULL,
    PRIMARY KEY (placed_id, kept_column_id)
) STRICT, WITHOUT ROWID;
