"""How far points stand from their groups."""

from __future__ import annotations

import numpy as np

from ._tree import rows_of


def of_widths(widths: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Compare the width of each point's neighbourhood with the median of its group's.

    The score is 1 - m / w, at least 0: 0.5 where it is twice as wide. A point in no group is
    compared with all points.
    """
    usual = np.full(len(widths), np.median(widths) if len(widths) else 0.0)
    for label in np.unique(labels[labels >= 0]):
        usual[labels == label] = np.median(widths[labels == label])
    # Where both are 0, or both infinite, there is nothing unusual.
    with np.errstate(divide="ignore", invalid="ignore"):
        scores: np.ndarray = np.nan_to_num(np.clip(1 - usual / widths, 0, 1))
    return scores


def widths_of(
    starts: np.ndarray, attributes: np.ndarray, count: int, are_points: bool
) -> np.ndarray:
    """Take for the width of a point's neighbourhood how few points count it among their own.

    They are those that have it among their neighbours, or an attribute in common with it: the
    in-degree of Hautamäki, Kärkkäinen and Fränti, Outlier Detection Using k-Nearest Neighbour Graph
    (2004). A point that no point counts has an infinite width.
    """
    looks = np.bincount(attributes, minlength=count)
    if not are_points:
        looks = np.bincount(rows_of(starts), looks[attributes], len(starts) - 1)
    with np.errstate(divide="ignore"):
        widths: np.ndarray = 1 / looks
    return widths
