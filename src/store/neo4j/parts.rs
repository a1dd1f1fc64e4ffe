//! What a graph consists of in a server, for whoever writes statements.

/// What a graph consists of: its nodes with their properties, its relationships with their ends.
pub(super) const PARTS: [(&str, &str, &str); 22] = [
    (
        "Graph",
        "name graph load status schema members attached featureNames featureProperties \
         keptProperties placeProperties",
        "(:Graph): one for each graph, with all that `info` shows; `$graph` is its name",
    ),
    (
        "Point",
        "graph id row name quoted class key ownNeighbor community share part x y load",
        "(:Point): a row of the table, its features and kept columns as properties",
    ),
    ("Class", "graph id name size concepts dendrogramPurity chance load", "(:Class)"),
    (
        "Concept",
        "graph id name size intentSize purity majorityClass key delta cohesion gap community \
         generator generatorNames load",
        "(:Concept): a cluster",
    ),
    (
        "Community",
        "graph id name title level points separation touching cohesion purity majorityClass apart \
         summary load",
        "(:Community): a group of points that stands apart, a part of one, or a join of several",
    ),
    ("Attribute", "graph id name load", "(:Attribute): a column of a ready context"),
    ("COVERED_BY", "", "(:Concept)-[:COVERED_BY]->(:Concept): from the smaller to the larger"),
    ("BOTTOM_OF", "", "(:Concept)-[:BOTTOM_OF]->(:Concept): the same from the empty cluster"),
    ("HAS_CLASS", "count purity purityAbove", "(:Concept)-[:HAS_CLASS]->(:Class)"),
    ("INTRODUCED_IN", "", "(:Point|Attribute)-[:INTRODUCED_IN]->(:Concept)"),
    ("MEMBER_OF", "", "(:Point)-[:MEMBER_OF]->(:Concept): unless these are very many"),
    ("HOME", "", "(:Point)-[:HOME]->(:Concept): the cluster that a point is at home in"),
    ("BOUNDARY", "", "(:Point)-[:BOUNDARY]->(:Concept): where a point meets another class"),
    ("LARGEST_PURE", "", "(:Class)-[:LARGEST_PURE]->(:Concept): the largest pure cluster"),
    ("MOST_LIKE", "", "(:Community)-[:MOST_LIKE]->(:Concept): the cluster most like it"),
    ("OF_CLASS", "", "(:Point)-[:OF_CLASS]->(:Class)"),
    ("STANDS_FOR", "", "(:Point)-[:STANDS_FOR]->(): a node of yours, where a graph is attached"),
    ("NEIGHBOR", "rank distance", "(:Point)-[:NEIGHBOR]->(:Point)"),
    ("BELONGS_TO", "share", "(:Point)-[:BELONGS_TO]->(:Community)"),
    ("PART_OF", "", "(:Community)-[:PART_OF]->(:Community): to what it lies in next"),
    (
        "OVERLAPS",
        "points jaccard separation",
        "(:Community)-[:OVERLAPS]->(:Community): two groups, each pair once",
    ),
    ("HAS", "", "(:Point)-[:HAS]->(:Attribute)"),
];

/// The label of a community as tools for GraphRAG look for it, and its relationships.
pub(super) const RAG_COMMUNITY: &str = "__Community__";
pub(super) const RAG_RELATIONSHIPS: [&str; 2] = ["IN_COMMUNITY", "PARENT_COMMUNITY"];
