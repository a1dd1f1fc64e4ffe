"""Communities on tables of kinds of trouble and of noise, beside other ways to find groups.

    pip install pandas scikit-learn leidenalg igraph fast_hdbscan tabulate
    cargo build --release
    python examples/communities/kinds.py [SEED]

The tables have known groups: overlapping, small, of unequal density, thin, with heavy tails, amid
noise, of counts, answers and so on; and 150 tables have none. It prints the adjusted Rand index by kind,
the share of tables of noise with one group by kind and by the number of columns, how often groups
of each separation are wrong, and how little the order of the rows, a few more rows of noise and a
few rows less change. The program is target/release/conceptgraph, or what the variable CONCEPTGRAPH
names. Everything is random with a fixed seed.
"""

import os
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import fast_hdbscan
import igraph
import leidenalg
import numpy as np
import pandas as pd
from sklearn import cluster, datasets, metrics, neighbors
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import normalize

BUILT = Path(__file__).resolve().parents[2] / "target/release/conceptgraph"
PROGRAM = os.environ.get("CONCEPTGRAPH", BUILT)
SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1001
TABLES = 6  # of each kind
warnings.filterwarnings("ignore")
draw = np.random.default_rng(SEED)


def whole(low, high):
    """A whole number from low to high."""
    return int(draw.integers(low, high + 1))


def one_of(*all):
    """One of several values."""
    return all[whole(0, len(all) - 1)]


def centres(groups, columns, apart, spread):
    """Places of groups, of which the nearest two are `apart` deviations apart."""
    places = draw.normal(size=(groups, columns))
    far = np.linalg.norm(places[:, None] - places, axis=2) / (spread[:, None] + spread) * 2
    return places * apart / far[np.triu_indices(groups, 1)].min()


def blobs(rows, columns, groups, apart, spread=None, shares=None):
    """Round groups, and the group of each row."""
    spread = np.ones(groups) if spread is None else spread
    group = draw.choice(groups, rows, p=shares)
    noise = draw.normal(size=(rows, columns)) * spread[group][:, None]
    return centres(groups, columns, apart, spread)[group] + noise, group


def one_column():
    groups, rows = whole(2, 6), one_of(60, 150, 400, 1000)
    group, gap = draw.integers(0, groups, rows), draw.uniform(6, 12)
    at, spread = np.cumsum(draw.uniform(1, 1.6, groups)) * gap, draw.uniform(0.6, 1.5, groups)
    return (at[group] + draw.normal(size=rows) * spread[group])[:, None], group


def overlapping():
    return blobs(one_of(300, 800, 1500), one_of(2, 3, 5, 10), whole(2, 6), draw.uniform(2.8, 4))


def many_small():
    groups, size = one_of((40, 12), (100, 10), (200, 20), (60, 25), (25, 15), (80, 40))
    group, columns = np.repeat(np.arange(groups), size), one_of(3, 5, 10, 20)
    places = centres(groups, columns, draw.uniform(6, 9), np.ones(groups))
    return places[group] + draw.normal(size=(groups * size, columns)), group


def few_rows():
    return blobs(whole(30, 80), one_of(1, 2, 3, 5, 10), whole(2, 4), draw.uniform(5, 9))


def amid(values, group, rows):
    """Add rows of uniform noise, which are in no group."""
    noise = draw.uniform(values.min(0), values.max(0), (rows, values.shape[1]))
    return np.r_[values, noise], np.r_[group, np.full(rows, -1)]


def uniform_noise():
    rows = one_of(300, 700, 1500)
    found = blobs(rows, one_of(2, 3, 5, 8), whole(2, 6), draw.uniform(7, 10))
    return amid(*found, int(rows * one_of(0.02, 0.05, 0.1, 0.2, 0.3)))


def a_few_stray_rows():
    shape = one_of((10, 20, 1500), (30, 50, 3000), (8, 5, 1000), (6, 10, 800))
    return amid(*blobs(shape[2], shape[1], shape[0], draw.uniform(7, 9)), one_of(10, 15, 25))


def curves():
    rows, state, kind = one_of(300, 600, 1200), whole(0, 999), whole(0, 5)
    if kind == 0:
        return datasets.make_moons(rows, noise=draw.uniform(0.03, 0.09), random_state=state)
    if kind == 1:
        inner, noise = draw.uniform(0.3, 0.6), draw.uniform(0.02, 0.06)
        return datasets.make_circles(rows, noise=noise, factor=inner, random_state=state)
    at, group = draw.uniform(0, 1, rows), draw.integers(0, 3 if kind in (3, 4) else 2, rows)
    turn = 6.2832 * at
    if kind == 2:  # spirals
        turn = 1 + 8 * at
        values = np.c_[turn * np.cos(turn + np.pi * group), turn * np.sin(turn + np.pi * group)]
    elif kind == 3:  # parallel lines
        values = np.c_[at * 10, group * draw.uniform(0.8, 1.5)]
    elif kind == 4:  # circles within one another
        values = np.c_[(group + 1) * np.cos(turn), (group + 1) * np.sin(turn)] * 2
    else:  # two rings of a chain
        one = np.c_[np.cos(turn), np.sin(turn), 0 * at]
        other = np.c_[1 + np.cos(turn), 0 * at, np.sin(turn)]
        return np.where(group[:, None] == 0, one, other) + draw.normal(0, 0.06, (rows, 3)), group
    return values + draw.normal(0, 0.15 if kind != 3 else 0.1, (rows, 2)), group


def dominating_column():
    values, group = blobs(one_of(300, 900), one_of(3, 5), whole(2, 5), draw.uniform(6, 9))
    return np.c_[values, draw.normal(size=len(values)) * draw.uniform(8, 60)], group


def whole_numbers():
    if draw.random() < 0.5:
        values, group = blobs(one_of(300, 900), one_of(2, 3, 5), whole(2, 5), draw.uniform(6, 9))
        return np.round(values * one_of(0.7, 1.0, 2.0)), group
    groups, columns, rows = whole(2, 4), one_of(4, 6, 10), one_of(200, 600)  # answers from 1 to 5
    group = draw.integers(0, groups, rows)
    values = draw.integers(1, 6, (groups, columns))[group] + draw.normal(0, 0.7, (rows, columns))
    return np.clip(np.round(values), 1, 5), group


def yes_or_no():
    groups, columns, rows = whole(2, 5), one_of(8, 12, 20, 40), one_of(200, 600, 1200)
    group = draw.integers(0, groups, rows)
    usual = (draw.uniform(size=(groups, columns)) < 0.5)[group]
    return (usual ^ (draw.uniform(size=(rows, columns)) < draw.uniform(0.04, 0.15))) * 1.0, group


def of_spread(noise, low, high):
    """Groups with noise of their own, and the group of each row."""
    groups, columns, rows = whole(2, 6), one_of(2, 3, 5), one_of(300, 900)
    group = draw.integers(0, groups, rows)
    places = centres(groups, columns, draw.uniform(low, high), np.ones(groups))
    return places[group] + noise(group, groups, columns), group


def heavy_tails():
    return of_spread(lambda group, _, d: draw.standard_t(3, (len(group), d)), 8, 12)


def skewed():
    def noise(group, groups, columns):
        side = draw.choice([-1, 1], (groups, columns))[group]
        return draw.exponential(1.2, (len(group), columns)) * side

    return of_spread(noise, 6, 9)


def elongated():
    def noise(group, groups, columns):
        turn = np.linalg.qr(draw.normal(size=(groups, columns, columns)))[0][group]
        values = draw.normal(size=(len(group), columns))
        values[:, 0] *= draw.uniform(4, 10)
        return np.einsum("nij,nj->ni", turn, values)

    return of_spread(noise, 12, 20)


def columns_of_noise():
    values, group = blobs(one_of(300, 900), one_of(3, 5), whole(3, 6), draw.uniform(6, 10))
    return np.c_[values, draw.normal(size=(len(values), one_of(5, 10, 20, 40)))], group


def counts():
    groups, columns, rows = whole(3, 6), one_of(10, 30, 60), one_of(300, 900)
    usual, group = draw.gamma(1.5, 1, (groups, columns)), draw.integers(0, groups, rows)
    usual = usual[group] * one_of(3, 6, 12) * draw.gamma(6, 1 / 6, rows)[:, None]
    return draw.poisson(usual) * 1.0, group


def compositions():
    groups, columns, rows = whole(3, 6), one_of(4, 8, 15), one_of(300, 900)
    usual = draw.dirichlet(np.ones(columns) * 0.8, groups) * one_of(20, 40, 80) + 0.3
    group = draw.integers(0, groups, rows)
    return np.array([draw.dirichlet(usual[one]) for one in group]), group


def embeddings():
    groups, columns, rows = whole(5, 40), one_of(64, 128, 256), one_of(600, 1500)
    group = draw.integers(0, groups, rows)
    places = normalize(draw.normal(size=(groups, columns))) * draw.uniform(0.9, 1.3)
    return places[group] + draw.normal(size=(rows, columns)) / np.sqrt(columns), group


def bridges():
    values, group = blobs(one_of(400, 800), one_of(2, 3), 2, draw.uniform(9, 14))
    one, other = values[group == 0].mean(0), values[group == 1].mean(0)
    rows = whole(5, 40)
    between = one + draw.uniform(0, 1, rows)[:, None] * (other - one)
    noise = draw.normal(0, 0.3, (rows, values.shape[1]))
    return np.r_[values, between + noise], np.r_[group, np.full(rows, -1)]


def levels():
    columns, families, each, rows = one_of(5, 10, 20), whole(2, 4), whole(2, 4), one_of(600, 1200)
    near = {5: 4.2, 10: 5, 20: 6}[columns]
    places = (normalize(draw.normal(size=(families, columns))) * 16).repeat(each, 0)
    places = places + normalize(draw.normal(size=places.shape)) * near
    group = draw.integers(0, families * each, rows)
    return places[group] + draw.normal(size=(rows, columns)), group, group // each


def unequal_density():
    spread = draw.choice([0.2, 0.5, 1, 3], whole(2, 5))
    rows, columns = one_of(300, 900, 1500), one_of(2, 3, 5)
    return blobs(rows, columns, len(spread), draw.uniform(5, 8), spread)


def unequal_sizes():
    shares = draw.dirichlet(np.ones(whole(3, 6))) * 0.9
    shares += 0.1 / len(shares)
    rows, columns = one_of(500, 1500), one_of(2, 3, 5, 10)
    return blobs(rows, columns, len(shares), draw.uniform(5, 8), None, shares)


def piles():
    columns = one_of(1, 2, 3)
    values, group = blobs(200, columns, 2, 14)
    rows, at = one_of(30, 100, 300), one_of(0.5, 2.0)
    pile = values[group == 0].mean(0) * (1 - at) + values[group == 1].mean(0) * at
    return np.r_[values, np.tile(pile, (rows, 1))], np.r_[group, np.full(rows, 2)]


KINDS = [
    one_column, overlapping, many_small, few_rows, uniform_noise, a_few_stray_rows, curves,
    dominating_column, whole_numbers, yes_or_no, heavy_tails, skewed, elongated, columns_of_noise,
    counts, compositions, embeddings, bridges, levels, unequal_density, unequal_sizes, piles,
]  # fmt: skip


def noise():
    """Yield tables in which nothing stands apart: a kind and the values."""
    for rows in (40, 80, 150, 300, 800, 1500):
        for columns in (1, 2, 3, 5, 10, 30):
            yield "normal", draw.normal(size=(rows, columns))
            yield "uniform", draw.uniform(size=(rows, columns))
    for _ in range(2):
        for columns in (2, 3, 5, 10):
            size = (one_of(200, 500, 1000), columns)
            yield "correlated", draw.normal(size=size) @ draw.normal(size=(columns, columns))
            yield "heavy tails (t3)", draw.standard_t(3, size)
            yield "lognormal", draw.lognormal(0, 1, size)
            yield "exponential", draw.exponential(size=size)
            yield "gamma", draw.gamma(draw.uniform(0.5, 5, columns), 1, size)
            yield "answers from 1 to 5", draw.integers(1, 6, size) * 1.0
            yield "yes or no", (draw.uniform(size=(size[0], columns + 6)) < 0.5) * 1.0
            yield "rounded normal", np.round(draw.normal(size=size) * 3)
        at, curve = draw.uniform(0, 1, 700), "a curve, a ring, a line"
        ring = np.c_[np.cos(6.2832 * at), np.sin(6.2832 * at)]
        yield curve, np.c_[np.cos(4 * at), np.sin(4 * at), at] + draw.normal(0, 0.03, (700, 3))
        yield curve, ring + draw.normal(0, 0.05, (700, 2))
        yield curve, np.c_[at * 10, draw.normal(0, 0.1, 700)]
        yield "others", np.cumsum(draw.normal(size=(700, 2)), 0)  # a walk
        yield "others", np.r_[draw.normal(size=(700, 2)), draw.normal(size=(700, 2)) * 4]
        yield "others", draw.poisson(4, (700, 3)) * 1.0
        yield "others", normalize(draw.normal(size=(700, 3)))


def program(values, _=None):
    """The main group of each row, and the separations of the groups."""
    with tempfile.TemporaryDirectory() as folder:
        table, store = Path(folder, "X.csv"), Path(folder, "s.db")
        pd.DataFrame(values).add_prefix("x").to_csv(table, index=False)
        columns = ",".join(f"x{at}" for at in range(values.shape[1]))
        words = [PROGRAM, "build", table, "--to", store, "-q", "--columns", columns]
        subprocess.run(words, check=True, capture_output=True)
        opened = sqlite3.connect(store)
        groups = dict(
            opened.execute("SELECT name, separation FROM community WHERE level = 'group'")
        )
        labels = [name for (name,) in opened.execute('SELECT community FROM rows ORDER BY "row"')]
        opened.close()
    return np.array([str(name) for name in labels]), groups


def leiden(values, _):
    """Leiden's method by modularity at resolution .3 on the 15 nearest neighbours."""
    near = neighbors.kneighbors_graph(values, min(15, len(values) - 1)).nonzero()
    graph = igraph.Graph(len(values), np.transpose(near)).simplify()
    kind = leidenalg.RBConfigurationVertexPartition
    return leidenalg.find_partition(graph, kind, resolution_parameter=0.3, seed=0).membership


def gaussians(values, _):
    """Gaussian mixtures of up to ten groups, the best by BIC; axes are parallel in many columns."""
    kind = "full" if values.shape[1] <= 20 else "diag"
    made = {"covariance_type": kind, "random_state": 0, "reg_covar": 1e-3}
    fits = [GaussianMixture(k, **made).fit(values) for k in range(1, min(10, len(values) // 3) + 1)]
    return min(fits, key=lambda fit: fit.bic(values)).predict(values)


METHODS = {
    "communities": lambda values, _: program(values)[0],
    "HDBSCAN": lambda values, _: cluster.HDBSCAN(copy=True).fit_predict(values),
    "PLSCAN": lambda values, _: fast_hdbscan.PLSCAN().fit_predict(values),
    "Leiden, r = 0.3": leiden,
    "Gaussians by BIC": gaussians,
    "k-means, K": lambda values, k: cluster.KMeans(k, n_init=5, random_state=0).fit_predict(values),
}


def scaled(values):
    """The values as `build` scales them by default, for the other methods."""
    spread = values.std(0)
    known = np.sort(spread[spread > 0])
    uneven = len(known) > 0 and known[-1] > 10 * known[(len(known) - 1) // 2]
    return (values - values.mean(0)) / np.where(spread > 0, spread, 1) if uneven else values


def found_by(find, values, groups):
    """Labels by a method; one group for all if it fails."""
    try:
        return np.asarray(find(values, groups))
    except ValueError:
        return np.zeros(len(values))


def rand(truths, found):
    """The highest adjusted Rand index of several true groupings; rows of noise do not count."""
    ranks = [metrics.adjusted_rand_score(truth[truth >= 0], found[truth >= 0]) for truth in truths]
    return max(ranks)


def is_right(truth, found):
    """Whether more than half of a found group is one true group, and that more than half in it."""
    inside = truth[found & (truth >= 0)]
    if len(inside) == 0:
        return False
    most = np.bincount(inside).argmax()
    both = (inside == most).sum()
    return bool(2 * both > len(inside) and 2 * both > (truth == most).sum())


def show(title, frame):
    print(f"\n{title}\n\n{frame.to_markdown(floatfmt='.3g')}", flush=True)


tables = []
for kind in KINDS:
    for _ in range(TABLES):
        values, *truths = kind()
        order = draw.permutation(len(values))
        name = kind.__name__.replace("_", " ")
        tables.append((name, values[order], [np.asarray(truth)[order] for truth in truths]))
rows = []
for name, values, truths in tables:
    groups = len(set(truths[0]) - {-1})
    for method, find in METHODS.items():
        given = values if method == "communities" else scaled(values)
        rows.append((name, method, rand(truths, found_by(find, given, groups))))
frame = pd.DataFrame(rows, columns=["Kind", "Method", "ARI"])
show(
    "ARI", frame.pivot_table("ARI", "Kind", "Method", sort=False, margins=True).drop(columns="All")
)

rows, wrong = [], []
for kind, values in noise():
    labels, groups = program(values)
    wrong += [(separation, False) for separation in groups.values() if len(groups) > 1]
    found = {"communities": len(groups) < 2}
    for method, find in list(METHODS.items())[1:5]:
        found[method] = len(set(found_by(find, scaled(values), 1)) - {-1}) < 2
    rows.append({"Kind": kind, "Columns": values.shape[1], "Tables": 1} | found)
frame = pd.DataFrame(rows)
means = {method: "mean" for method in list(METHODS)[:5]}
for by in "Kind", "Columns":
    show("One group", frame.groupby(by, sort=by == "Columns").agg({"Tables": "sum"} | means))
show("One group, all", frame[list(means)].mean().to_frame("all").T)

for _, values, truths in tables:
    labels, groups = program(values)
    for group, separation in groups.items() if len(groups) > 1 else ():
        wrong.append((separation, is_right(truths[0], labels == group)))
frame = pd.DataFrame(wrong, columns=["separation", "right"])
frame["separation"] = pd.cut(frame.separation, [-1, 0.1999, 0.4999, 0.7499, 1])
show(
    "Groups that are right", frame.groupby("separation", observed=True).right.agg(["size", "mean"])
)

rows = []
for _, values, _ in tables:
    before, n = program(values)[0], len(values)
    order = draw.permutation(n)
    more = draw.uniform(values.min(0), values.max(0), (max(1, round(n / 100)), values.shape[1]))
    fewer = np.sort(draw.permutation(n)[: n - max(1, round(n / 20))])
    for change, changed, kept in (
        ("another order", values[order], order),
        ("1 % of noise more", np.r_[values, more], np.arange(n)),
        ("5 % fewer", values[fewer], fewer),
    ):
        after = program(changed)[0][: len(kept)]
        rows.append((change, metrics.adjusted_rand_score(before[kept], after)))
frame = pd.DataFrame(rows, columns=["Change", "ARI"])
show("ARI with the groups before", frame.groupby("Change", sort=False).agg(["mean", "min"]))
