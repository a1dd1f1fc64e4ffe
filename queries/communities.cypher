// title: communities: groups of points that stand apart, then their parts, then joins of groups
// parameter: limit count = 100
// columns: community title size purity class separation level parent
// columns: touching cohesion cluster apart typical
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
// `title` is a caption of a few words, `parent` the next larger community, `separation` that from
// what the community touches most strongly, `touching` the number of its points with a neighbour in
// the rest of the parent, `cluster` the most similar cluster, and `typical` its typical points.
MATCH (m:Community {graph: $graph})
OPTIONAL MATCH (m)-[:PART_OF|JOINED_IN]->(up:Community)
OPTIONAL MATCH (m)-[:MOST_LIKE]->(c:Concept)
RETURN m.name AS community, m.title AS title, m.size AS size, m.purity AS purity,
       m.majorityClass AS class, m.separation AS separation, m.level AS level, up.name AS parent,
       m.touching AS touching, m.cohesion AS cohesion, c.name AS cluster,
       CASE WHEN size(m.apart) > 0
            THEN reduce(told = m.apart[0], one IN tail(m.apart) | told + ', ' + one)
       END AS apart,
       CASE WHEN size(m.typical) > 0
            THEN reduce(told = m.typical[0], one IN tail(m.typical) | told + ', ' + one)
       END AS typical
ORDER BY m.id
LIMIT coalesce($limit, 100);
