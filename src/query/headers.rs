//! The headers of the queries that the program computes, in the form of a query file's.

/// Name and header of each.
pub(super) const HEADERS: [(&str, &str); 4] = [
    (
        "contrast",
        "-- title: what sets two communities or clusters apart, column by column\n\
         -- parameter: one concept\n\
         -- parameter: other concept\n\
         -- parameter: limit count = 20\n\
         -- columns: column value one other difference\n",
    ),
    (
        "describe",
        "-- title: a cluster or community in words: what sets it apart, what is next to it\n\
         -- parameter: concept concept\n\
         -- columns: description\n",
    ),
    (
        "landmarks",
        "-- title: clusters that stand for the graph: cohesive, and together joining most pairs\n\
         -- parameter: count count = 24\n\
         -- columns: concept size purity class centre cohesion held\n",
    ),
    (
        "why",
        "-- title: what two points have in common, or what separates them, in words\n\
         -- parameter: point point\n\
         -- parameter: other point\n\
         -- columns: description\n",
    ),
];
