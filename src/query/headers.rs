//! The headers of the queries that the program computes, in the form of a query file's.

/// Name and header of each.
pub(super) const HEADERS: [(&str, &str); 2] = [
    (
        "describe",
        "-- title: a cluster in words: what sets it apart, what is next to it, how stable it is\n\
         -- parameter: concept concept\n\
         -- columns: description\n",
    ),
    (
        "landmarks",
        "-- title: clusters that stand for the graph: cohesive, and together holding most points\n\
         -- parameter: limit count = 24\n\
         -- columns: concept size purity class generator cohesion held\n",
    ),
];
