"""Which clusters are purer in a class than all larger ones around them: for Neo4j's `HAS_CLASS`.

The covers are read from the largest cluster down, and all clusters of one size at once, since none
of these lies in another. The driver keeps 12 bytes a cluster and class.
"""

from __future__ import annotations

import numpy as np

from .parquet import Ordered


class Shares:
    """For each cluster and class: how many points, and the greatest share in any around it."""

    def __init__(self, concept: Ordered, cover: Ordered, classes: int) -> None:
        """Reads all clusters, then all covers from the last to the first."""
        sizes = [batch.column("size").to_numpy() for batch in concept.batches(["size"])]
        counts = [
            batch.column("counts").flatten().to_numpy().reshape(-1, classes)
            for batch in concept.batches(["counts"])
        ]
        self.size = np.concatenate([np.empty(0, np.int32), *sizes])
        self.count = np.concatenate([np.empty((0, classes), np.int32), *counts])
        self.above = np.zeros(self.count.shape)
        for group in cover.groups_down(["lower_id", "upper_id"]):
            lower, upper = (column.to_numpy() - 1 for column in group.columns)
            levels = np.flatnonzero(np.diff(self.size[lower])) + 1
            for low, up in reversed(
                list(zip(np.split(lower, levels), np.split(upper, levels), strict=True))
            ):
                self._climb(low, up)

    def _climb(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Covers whose lower clusters have one size, and whose upper ones are known."""
        if not len(lower):
            return
        starts = np.concatenate([[0], np.flatnonzero(np.diff(lower)) + 1])
        around = np.maximum(self.share(upper), self.above[upper])
        greatest = np.maximum.reduceat(around, starts, axis=0)
        # A cluster's covers may be in two groups of rows.
        self.above[lower[starts]] = np.maximum(self.above[lower[starts]], greatest)

    def share(self, at: np.ndarray | slice) -> np.ndarray:
        """The shares of the classes in these clusters; of an empty cluster 0."""
        return self.count[at] / np.maximum(self.size[at], 1)[:, None]
