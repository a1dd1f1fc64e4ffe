"""Outlier scores of points with respect to their groups."""

from __future__ import annotations

import numpy as np

from ._tree import entry_rows


def outlier_scores(widths: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the outlier score of each point, from the width of its neighbourhood.

    The score is 1 - m / w, at least 0, where w is the width and m the median width in the group:
    0.5 for a neighbourhood twice as wide. A point in no group is compared with all points.
    """
    medians = np.full(len(widths), np.median(widths) if len(widths) else 0.0)
    for label in np.unique(labels[labels >= 0]):
        medians[labels == label] = np.median(widths[labels == label])
    # If both are 0, or both infinite, the score is 0.
    with np.errstate(divide="ignore", invalid="ignore"):
        scores: np.ndarray = np.nan_to_num(np.clip(1 - medians / widths, 0, 1))
    return scores


def neighborhood_widths(
    starts: np.ndarray, attributes: np.ndarray, count: int, are_points: bool
) -> np.ndarray:
    """Return the width of each point's neighbourhood as the reciprocal of its in-degree.

    The in-degree counts the points that have the point among their neighbours; in a ready context,
    the points with each of its attributes, summed. It is that of Hautamäki, Kärkkäinen and Fränti,
    Outlier Detection Using k-Nearest Neighbour Graph (2004). A point with the in-degree 0 has an
    infinite width.
    """
    in_degrees = np.bincount(attributes, minlength=count)
    if not are_points:
        in_degrees = np.bincount(entry_rows(starts), in_degrees[attributes], len(starts) - 1)
    with np.errstate(divide="ignore"):
        widths: np.ndarray = 1 / in_degrees
    return widths
