"""The tree of communities: the whole, what joins groups, groups, and their parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np


class Tree:
    """Communities and what each lies in.

    Attributes
    ----------
    names : list of str
        Groups by number, then parts, then joins.
    parents : list of int or None
        What each lies in next, by its place; None of the whole.
    heights : list of float
        The separation at which what lies in a community joins, from 0; 0 where nothing does.

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
            joined = [self.separations[one] for one in below] + [self.heights[one] for one in below]
            self.heights[at] = max(joined, default=0.0)

    @property
    def groups(self) -> list[int]:
        """The groups, by their places."""
        return [at for at, level in enumerate(self.levels) if level == "group"]

    def downwards(self) -> list[int]:
        """List all, each before what lies in it."""
        waiting = [at for at, parent in enumerate(self.parents) if parent is None][::-1]
        found = []
        while waiting:
            found.append(waiting.pop())
            waiting += self.children[found[-1]][::-1]
        return found

    def upwards(self) -> list[int]:
        """List all, each after what lies in it."""
        return self.downwards()[::-1]

    def depth(self, at: int) -> int:
        """Count what one lies in."""
        parent = self.parents[at]
        return 0 if parent is None else 1 + self.depth(parent)

    def leaves(self) -> list[int]:
        """List those in which nothing lies, side by side as the tree has them."""
        return [at for at in self.downwards() if not self.children[at]]

    def as_they_join(self, some: Iterable[int]) -> list[int]:
        """Put some in the order in which what lies in them joins, the least apart first."""
        return sorted(some, key=lambda at: (self.heights[at], -self.depth(at)))

    def linkage(self) -> np.ndarray:
        """Make the matrix of scipy's hierarchical clustering over the leaves."""
        place = {at: leaf for leaf, at in enumerate(self.leaves())}
        sizes = dict.fromkeys(place.values(), 1)
        joins = []
        for at in self.as_they_join(at for at in self.upwards() if self.children[at]):
            one, *others = (place[child] for child in self.children[at])
            for other in others:
                size = sizes[one] + sizes[other]
                joins.append([min(one, other), max(one, other), self.heights[at], size])
                one = len(sizes)
                sizes[one] = size
            place[at] = one
        return np.array(joins, dtype=float).reshape(-1, 4)

    def cuts(self) -> dict[int, list[int]]:
        """Find the ways to cut the tree, by how many communities each has.

        Fewer than groups are what these join in, those first that are least apart. More are parts,
        of the first groups that make up the number.
        """
        cut = self.groups
        cuts = {len(cut): cut}
        joins = (at for at, level in enumerate(self.levels) if level == "join")
        for at in self.as_they_join(joins):
            cut = [one for one in cut if one not in self.children[at]] + [at]
            cuts[len(cut)] = sorted(cut)
        more = {len(self.groups): self.groups}
        for group in self.groups:
            parts = self.children[group]
            for known in list(more.values()) if parts else []:
                finer = sorted([one for one in known if one != group] + parts)
                more.setdefault(len(finer), finer)
        return more | cuts

    def cut(self, count: int | None) -> list[int]:
        """Take that many communities, by their places; the groups without a number.

        Raises
        ------
        ValueError
            If the tree cannot be cut into that many.

        """
        if count is None:
            return self.groups
        cuts = self.cuts()
        if count not in cuts:
            known = ", ".join(map(str, sorted(cuts)))
            raise ValueError(
                f"n_communities = {count} is not possible; the tree of communities can be cut into "
                f"{known}"
            )
        return cuts[count]

    def within(self, chosen: list[int]) -> np.ndarray:
        """Find the place among the chosen ones that each community counts for, or -1.

        Groups count for the join that they lie in; parts only where parts are chosen, since a group
        has what its parts have.
        """
        found = np.full(len(self.names), -1, dtype=np.int64)
        place = {at: column for column, at in enumerate(chosen)}
        for at, level in enumerate(self.levels):
            above: int | None = at
            while above is not None and above not in place:
                above = self.parents[above] if level == "group" else None
            if above is not None:
                found[at] = place[above]
        return found


def rows_of(starts: np.ndarray) -> np.ndarray:
    """Find the row of each entry of a sparse matrix, given where rows begin."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def summed(
    starts: np.ndarray, communities: np.ndarray, shares: np.ndarray, to: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Add up shares by what communities count for: where rows begin, columns ascending, shares."""
    rows = rows_of(starts)
    columns = to[communities]
    counts = columns >= 0
    cells, which = np.unique(rows[counts] * count + columns[counts], return_inverse=True)
    sums = np.bincount(which, shares[counts], len(cells))
    rows, columns = np.divmod(cells, max(count, 1))
    return np.searchsorted(rows, np.arange(len(starts))), columns, sums


def main(
    starts: np.ndarray, columns: np.ndarray, shares: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Find the column with the largest share of each row, of equal ones the first, and that share.

    It is -1, with the share 0, where a row has none.
    """
    rows = rows_of(starts)
    labels = np.full(len(starts) - 1, -1, dtype=np.intp)
    most = np.zeros(len(starts) - 1)
    # The last of a row stays.
    order = np.lexsort((-columns, shares, rows))
    labels[rows[order]] = columns[order]
    most[rows[order]] = shares[order]
    return labels, most
