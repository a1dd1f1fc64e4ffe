//! The headers of the queries that the program computes, in the form of a query file's.

/// Name and header of each.
pub(super) const HEADERS: [(&str, &str); 5] = [
    (
        "describe",
        "-- title: a cluster in words: what sets it apart, what is next to it, how stable it is\n\
         -- parameter: concept concept\n\
         -- columns: description\n",
    ),
    (
        "groups",
        "-- title: which of the landmarks hold each point, one row each; a point may be in none\n\
         -- parameter: clusters count = 24\n\
         -- columns: point class concept\n",
    ),
    (
        "landmarks",
        "-- title: clusters that stand for the graph: cohesive, and together holding most points\n\
         -- parameter: limit count = 24\n\
         -- columns: concept size purity class generator cohesion held\n",
    ),
    (
        "modularity",
        "-- title: how far communities stand apart, and the same with every column shuffled\n\
         -- columns: communities clusters modularity crossing null_modularity null_crossing\n",
    ),
    (
        "null",
        "-- title: landmarks, and the highest cohesion of their size with every column shuffled\n\
         -- parameter: limit count = 24\n\
         -- columns: concept size purity class generator cohesion null\n",
    ),
];
