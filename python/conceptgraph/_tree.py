"""The tree of communities: the whole, joins of groups, groups, and their parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np


class Tree:
    """A tree of communities.

    Attributes
    ----------
    names : list of str
        The names of the groups by number, then of the parts, then of the joins.
    parents : list of int or None
        The position of each community's parent; None for the root.
    heights : list of float
        The separation at which the children of each community join; 0 without children.

    """

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.names: list[str] = columns["community"]
        self.levels: list[str] = columns["level"]
        self.separations = [np.nan if one is None else one for one in columns["separation"]]
        place = {name: at for at, name in enumerate(self.names)}
        self.parents = [place.get(parent) for parent in columns["parent"]]
        self.children: list[list[int]] = [[] for _ in self.names]
        for at, parent in enumerate(self.parents):
            if parent is not None:
                self.children[parent].append(at)
        self.heights = [0.0] * len(self.names)
        for at in self.upwards():
            below = self.children[at]
            joins = [self.separations[one] for one in below] + [self.heights[one] for one in below]
            self.heights[at] = max(joins, default=0.0)

    @property
    def groups(self) -> list[int]:
        """The positions of the groups."""
        return [at for at, level in enumerate(self.levels) if level == "group"]

    def downwards(self) -> list[int]:
        """Return the positions of all communities, each before its children."""
        pending = [at for at, parent in enumerate(self.parents) if parent is None][::-1]
        order = []
        while pending:
            order.append(pending.pop())
            pending += self.children[order[-1]][::-1]
        return order

    def upwards(self) -> list[int]:
        """Return the positions of all communities, each after its children."""
        return self.downwards()[::-1]

    def first_group(self, at: int) -> int:
        """Return the first group of a join, or any other community itself."""
        while self.levels[at] == "join":
            at = min(self.children[at])
        return at

    def depth(self, at: int) -> int:
        """Return the number of ancestors of a community."""
        parent = self.parents[at]
        return 0 if parent is None else 1 + self.depth(parent)

    def leaves(self) -> list[int]:
        """Return the positions of the leaves, in the order of the tree."""
        return [at for at in self.downwards() if not self.children[at]]

    def in_join_order(self, communities: Iterable[int]) -> list[int]:
        """Sort communities by the separation at which their children join, deeper ones first."""
        return sorted(communities, key=lambda at: (self.heights[at], -self.depth(at)))

    def linkage(self) -> np.ndarray:
        """Return the linkage matrix over the leaves, in the format of scipy."""
        place = {at: leaf for leaf, at in enumerate(self.leaves())}
        sizes = dict.fromkeys(place.values(), 1)
        joins = []
        for at in self.in_join_order(at for at in self.upwards() if self.children[at]):
            one, *others = (place[child] for child in self.children[at])
            for other in others:
                size = sizes[one] + sizes[other]
                joins.append([min(one, other), max(one, other), self.heights[at], size])
                one = len(sizes)
                sizes[one] = size
            place[at] = one
        return np.array(joins, dtype=float).reshape(-1, 4)

    def cuts(self) -> dict[int, list[int]]:
        """Return the cuts of the tree by their number of communities.

        A cut with fewer communities than groups merges joins, the least separated first. A cut with
        more replaces groups by their parts, the first groups that make up the number.
        """
        cut = self.groups
        cuts = {len(cut): cut}
        joins = (at for at, level in enumerate(self.levels) if level == "join")
        for at in self.in_join_order(joins):
            cut = [one for one in cut if one not in self.children[at]] + [at]
            cuts[len(cut)] = sorted(cut)
        finer_cuts = {len(self.groups): self.groups}
        for group in self.groups:
            parts = self.children[group]
            for coarser in list(finer_cuts.values()) if parts else []:
                finer = sorted([one for one in coarser if one != group] + parts)
                finer_cuts.setdefault(len(finer), finer)
        return finer_cuts | cuts

    def cut(self, count: int | None) -> list[int]:
        """Return the positions of `count` communities that cut the tree; by default the groups.

        Raises
        ------
        ValueError
            If the tree cannot be cut into that many.

        """
        if count is None:
            return self.groups
        cuts = self.cuts()
        if count not in cuts:
            possible = ", ".join(map(str, sorted(cuts)))
            raise ValueError(
                f"n_communities = {count} is not possible; the tree of communities can be cut into "
                f"{possible}"
            )
        return cuts[count]

    def ancestor_columns(self, chosen: list[int]) -> np.ndarray:
        """Return the index of the chosen community that each community counts towards, or -1.

        A group counts towards the chosen join above it. A part counts only if it is chosen itself,
        since its group includes its shares.
        """
        columns = np.full(len(self.names), -1, dtype=np.int64)
        place = {at: column for column, at in enumerate(chosen)}
        for at, level in enumerate(self.levels):
            above: int | None = at
            while above is not None and above not in place:
                above = self.parents[above] if level == "group" else None
            if above is not None:
                columns[at] = place[above]
        return columns


def entry_rows(starts: np.ndarray) -> np.ndarray:
    """Return the row of each entry of a matrix in CSR form."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def sum_shares(
    starts: np.ndarray, communities: np.ndarray, shares: np.ndarray, to: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Add up shares by the columns that `to` maps communities to; return them in CSR form."""
    rows = entry_rows(starts)
    columns = to[communities]
    counts = columns >= 0
    cells, which = np.unique(rows[counts] * count + columns[counts], return_inverse=True)
    sums = np.bincount(which, shares[counts], len(cells))
    rows, columns = np.divmod(cells, max(count, 1))
    return np.searchsorted(rows, np.arange(len(starts))), columns, sums


def main_shares(
    starts: np.ndarray, columns: np.ndarray, shares: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the column of the largest share in each row, the first of equal ones, and the share.

    A row without shares has the column -1 and the share 0.
    """
    rows = entry_rows(starts)
    labels = np.full(len(starts) - 1, -1, dtype=np.intp)
    largest = np.zeros(len(starts) - 1)
    # The last assignment to a row wins.
    order = np.lexsort((-columns, shares, rows))
    labels[rows[order]] = columns[order]
    largest[rows[order]] = shares[order]
    return labels, largest
