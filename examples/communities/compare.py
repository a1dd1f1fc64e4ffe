"""Communities beside other ways to find groups, on tables whose groups are known.

    pip install pandas scikit-learn igraph fast_hdbscan pynndescent tabulate
    cargo build --release
    python examples/communities/compare.py [SUITE]

The program is target/release/conceptgraph, or what the variable CONCEPTGRAPH names. SUITE is a
folder with github.com/gagolews/clustering-data-v1. Its data is for research only and not kept here;
without it those rows are left out. Everything is random with a fixed seed.
"""

import io
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import fast_hdbscan
import igraph
import numpy as np
import pandas as pd
from sklearn import cluster, datasets, metrics, neighbors, preprocessing
from sklearn.mixture import GaussianMixture

BUILT = Path(__file__).resolve().parents[2] / "target/release/conceptgraph"
PROGRAM = os.environ.get("CONCEPTGRAPH", BUILT)
SEEDS = (4, 5)
LEAST = 0.2  # whoever has at least this share in a group is counted as one of it
warnings.filterwarnings("ignore")

# Tables: a name, values, and the true labellings. Groups count from 1; points with 0 do not count.


def mixtures(seed):
    """Groups of many kinds; twelve groups in three families are two levels."""
    draw, unit = np.random.default_rng(seed), preprocessing.normalize
    for d, groups in ((2, 4), (5, 6), (10, 5), (20, 8), (50, 7)):
        sizes = draw.dirichlet(np.ones(groups) * 1.2) * 0.85 + 0.15 / groups
        group, spread = draw.choice(groups, 1200, p=sizes), draw.uniform(0.6, 2, groups)
        centres = draw.normal(size=(groups, d))
        apart = np.linalg.norm(centres[:, None] - centres, axis=2) / (spread[:, None] + spread) * 2
        centres *= (4 if d == 2 else 5) / apart[apart > 0].min()
        yield "unequal", centres[group] + draw.normal(0, spread[group], (d, 1200)).T, [group + 1]
    for d in (3, 6, 12):
        group, centres = draw.integers(0, 5, 1000), draw.normal(size=(5, d)) * 3.2
        axes, turns = draw.uniform(0.2, 2.5, (5, d)), np.linalg.qr(draw.normal(size=(5, d, d)))[0]
        points = draw.normal(size=(1000, d)) * np.sqrt(axes)[group]
        points = np.einsum("ni,nji->nj", points, turns[group])
        yield "covariances", centres[group] + points, [group + 1]
    for d, near in ((5, 3.4), (10, 4.2), (20, 5.0)):
        families, group = 14 * unit(draw.normal(size=(3, d))), draw.integers(0, 12, 1200)
        centres = families.repeat(4, axis=0) + near * unit(draw.normal(size=(12, d)))
        values = centres[group] + draw.normal(size=(1200, d))
        yield f"families, {d} columns", values, [group + 1, group // 4 + 1]
    centres, group = draw.normal(size=(60, 64)), draw.integers(0, 60, 3000)
    yield "sixty", unit(centres[group] + draw.normal(size=(3000, 64))), [group + 1]


def noise(seed):
    """Tables in which nothing stands apart: all points are one group."""
    draw = np.random.default_rng(seed)
    for d in (1, 2, 3, 5, 10, 30):
        for n in (300, 1500):
            yield "normal" + ", one column" * (d == 1), draw.normal(size=(n, d))
            yield "uniform" + ", one column" * (d == 1), draw.uniform(size=(n, d))
    for d in (2, 5, 10):
        yield "correlated", draw.normal(size=(800, d)) @ draw.normal(size=(d, d))
        yield "heavy tails", draw.standard_t(3, size=(800, d))
    at = draw.uniform(size=900)
    yield "a curve", np.c_[np.cos(4 * at), np.sin(4 * at), at] + draw.normal(0, 0.03, (900, 3))
    yield "a ring", np.c_[np.cos(6.2832 * at), np.sin(6.2832 * at)] + draw.normal(0, 0.05, (900, 2))
    yield "exponential", draw.exponential(size=(800, 4))


def real():
    """Four tables that come with scikit-learn; a class is not always a group."""
    for name in ("iris", "wine", "breast_cancer", "digits"):
        found, scaled = getattr(datasets, f"load_{name}")(), name in ("wine", "breast_cancer")
        values = preprocessing.scale(found.data) if scaled else found.data
        truth = np.eye(found.target.max() + 1, dtype=bool)[found.target]
        yield name.replace("_", " ") + ", standardised" * scaled, values, truth


def suite(folder):
    """The public suite; g2mg and h2mg are pairs of Gaussians that overlap more and more."""
    for file in sorted(folder.glob("*/*.data.gz")):
        values, name = np.loadtxt(file, ndmin=2), f"suite, {file.parent.name}"
        labels = sorted(file.parent.glob(file.name.replace(".data.gz", ".labels*.gz")))
        if labels and 30 <= len(values) <= 20_000 and values.size <= 100_000:
            yield name, values, [np.loadtxt(one, dtype=int) for one in labels]


def overlapping():
    """Points of one group, and a quarter of them between two."""
    for points, groups, seed in ((1500, 5, 1), (1500, 5, 2), (3000, 8, 4)):
        draw = np.random.default_rng(seed)
        centres = draw.normal(0, 4 / np.sqrt(2), (groups, 10))
        values, truth = np.zeros((points, 10)), np.zeros((points, groups), bool)
        for at in range(points):
            one, other = draw.choice(groups, 2, replace=False)
            share = draw.uniform(0.2, 0.8) if draw.random() < 0.25 else 1.0
            values[at] = share * centres[one] + (1 - share) * centres[other]
            truth[at, [one] if share == 1.0 else [one, other]] = True
        yield f"{groups} groups, draw {seed}", values + draw.normal(0, 1.5, values.shape), truth


# Methods: from values to shares, a column a group. Those with K get the true number of groups.
# Leiden is by modularity, on the graph of the 15 nearest neighbours.


def program(values):
    """What the program finds: shares in the groups, and in communities of every level."""
    with tempfile.TemporaryDirectory() as folder:
        table, store = Path(folder, "X.csv"), Path(folder, "s.db")
        pd.DataFrame(values).add_prefix("x").to_csv(table, index=False)
        subprocess.run([PROGRAM, "build", table, "--to", store, "-q", "--force"], check=True)
        opened = sqlite3.connect(store)
        words = ("SELECT * FROM community ORDER BY id", "SELECT * FROM belongs")
        nodes, rows = (pd.read_sql(question, opened) for question in words)
        opened.close()
    shares = pd.DataFrame(0.0, range(1, len(values) + 1), nodes.id)
    shares.update(rows.pivot(index="point_id", columns="community_id", values="share"))
    parent, groups = nodes.set_index("id").parent_id, nodes.id[nodes.level == "group"]
    for group in groups:
        above = group
        while (above := parent[above]) in parent.index:
            shares[above] += shares[group]  # a join has the points of its groups
    return shares[groups].to_numpy(), shares.to_numpy()


def purities(name, values, truth):
    """Dendrogram purity of the graph, its gain beyond chance, and that of Ward's tree."""
    with tempfile.TemporaryDirectory() as folder:
        table, store = Path(folder, "X.csv"), Path(folder, "s.db")
        pd.DataFrame(values).add_prefix("x").assign(truth=truth).to_csv(table, index=False)
        read = [table, "-q", "--label", "truth"]
        subprocess.run([PROGRAM, "build", *read, "--to", store], check=True)
        opened = sqlite3.connect(store)
        graph = dict(opened.execute("SELECT key, value FROM graph"))
        ((members,),) = opened.execute("SELECT count(*) FROM member")
        opened.close()
        words = [PROGRAM, "evaluate", *read, "--scale", "auto", "--k", "2", "--format", "csv"]
        answer = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    ward = pd.read_csv(io.StringIO(answer)).loc[0]
    found = {"Table": name, "k": graph["k"]}
    for what, count in ("clusters", graph["concepts"]), ("members", members):
        found[f"{what} a point"] = count / graph["points"]
    found |= {what: graph[what] for what in ("dendrogram_purity", "chance")}
    found["gain"] = gain(graph["dendrogram_purity"], graph["chance"])
    return found | {"Ward's gain": gain(ward.ward, ward.ward_chance)}


def gain(purity, chance):
    """What a purity is above chance: 0 is what shuffled labels have, and 1 the most."""
    return (purity - chance) / (1 - chance)


def screen(name, values, *options):
    """Print the answer of `build` for a table, without the command that it proposes."""
    with tempfile.TemporaryDirectory() as folder:
        table, store = Path(folder, "X.csv"), Path(folder, "s.db")
        values.to_csv(table, index=False)
        words = [PROGRAM, "build", table, "--to", store, *options]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    print(f"\n{name}:\n\n" + printed.rsplit("\n", 2)[0])


def one_hot(labels):
    """One group a point; none for the label -1."""
    return np.equal.outer(labels, sorted(set(labels) - {-1})).astype(float)


NEAR, GRAPH = neighbors.kneighbors_graph, igraph.Graph
GAUSSIANS = {"n_init": 5, "random_state": 0, "reg_covar": 1e-3}
METHODS = {
    "communities": lambda x, _: program(x)[0],
    "Leiden": lambda x, _: one_hot(
        GRAPH(len(x), np.transpose(NEAR(x, 15).nonzero())).community_leiden("modularity").membership
    ),
    "HDBSCAN": lambda x, _: one_hot(cluster.HDBSCAN().fit_predict(x)),
    "PLSCAN": lambda x, _: one_hot(fast_hdbscan.PLSCAN().fit_predict(x)),
    "Ward, K": lambda x, k: one_hot(cluster.AgglomerativeClustering(k).fit_predict(x)),
    "k-means, K": lambda x, k: one_hot(cluster.KMeans(k, n_init=10, random_state=0).fit_predict(x)),
    "Gaussians, K": lambda x, k: GaussianMixture(k, **GAUSSIANS).fit(x).predict_proba(x),
}


def rand(truth, shares):
    """The adjusted Rand index: a point is in its largest share; points in none are one group."""
    labels = np.c_[shares, shares.sum(axis=1) == 0].argmax(axis=1)
    return metrics.adjusted_rand_score(truth[truth > 0], labels[truth > 0])


def extended_bcubed(truth, found):
    """Amigó and others 2009: precision and recall of pairs, where groups overlap."""
    same, joined = (of.astype(int) @ of.T.astype(int) for of in (truth, found))
    both, means = np.minimum(same, joined), []
    for of in (joined, same):  # a point without a group is in none together with another
        known = np.maximum((of > 0).sum(axis=1), 1)
        means.append(((both / np.maximum(of, 1)).sum(axis=1) / known).mean())
    return 2 * means[0] * means[1] / max(sum(means), 1e-9)


def best_match(truth, shares):
    """The F of the community that fits a true group best, as a mean over the true groups."""
    truth, found = one_hot(truth), (shares >= 0.5).astype(float)
    sizes = truth.sum(axis=0)[:, None] + found.sum(axis=0)
    return (2 * truth.T @ found / sizes).max(axis=1, initial=0).mean()


def in_two(truth, shares):
    """The share of the points in two groups that are found in both, and of others in several."""
    two = truth.sum(axis=1) == 2
    # Each group found stands for the true one that most of its points with one group have.
    led = np.array([truth[~two & (of >= 0.5)].sum(axis=0).argmax() for of in shares.T])
    found = np.array([shares[:, led == at].sum(axis=1) >= LEAST for at in range(len(truth.T))]).T
    return ((found & truth).sum(axis=1) == 2)[two].mean(), (found.sum(axis=1) > 1)[~two].mean()


def show(rows, what):
    """Print means of one measure as Markdown: a row for each kind of table, a column a method."""
    frame = pd.DataFrame(rows).pivot_table(what, "Table", "Method", sort=False, margins=True)
    print(f"\n{what}:\n\n{frame.drop(columns='All').to_markdown(floatfmt='.2f')}", flush=True)


random.seed(0)
tables = [table for seed in SEEDS for table in mixtures(seed)]
tables += [table for folder in sys.argv[1:] for table in suite(Path(folder))]
rows, levels = [], []
for name, values, truths in tables:
    for method, find in METHODS.items():
        row, fits = {"Table": name, "Method": method}, []
        for truth in truths:
            groups = len(set(truth[truth > 0]))
            shares = find(values, groups)
            fits.append({"ARI": rand(truth, shares), "found / true": shares.shape[1] / groups})
            if "families" in name:
                every = program(values)[1] if method == "communities" else shares
                levels.append(row | {"Table": f"{name}: {groups}", "F": best_match(truth, every)})
        rows.append(row | max(fits, key=lambda fit: fit["ARI"]))
show(rows, "ARI")
show(rows, "found / true")
show(levels, "F")

rows = []
for name, values in (table for seed in SEEDS for table in noise(seed)):
    for method, find in list(METHODS.items())[:4]:  # the others are given K
        rows.append({"Table": name, "Method": method, "one group": find(values, 0).shape[1] < 2})
show(rows, "one group")

rows = []
for name, values, truth in [*real(), *overlapping()]:
    classes = np.unique(truth, axis=0, return_inverse=True)[1].ravel() + 1
    for method, find in METHODS.items():
        shares = find(values, truth.shape[1])
        row = {"Table": name, "Method": method, "groups": shares.shape[1]}
        row |= {"covered": shares.any(axis=1).mean(), "ARI": rand(classes, shares)}
        row["BCubed F"] = extended_bcubed(truth, shares >= LEAST)
        if "draw" in name:
            row["two of two"], row["two of one"] = in_two(truth, shares)
        rows.append(row)
for what in list(row)[2:]:
    show(rows, what)

rows = [purities(name, values, truth.argmax(axis=1)) for name, values, truth in real()]
chosen = list(mixtures(4))[::2]
rows += [purities(name, values, truths[0]) for name, values, truths in chosen]
print(f"\npurity:\n\n{pd.DataFrame(rows).to_markdown(index=False, floatfmt='.2f')}")

draw = np.random.default_rng(7)
turn, centres = draw.uniform(0, 6.2832, 1000), draw.normal(0, 6, (5, 4))
screen("iris", datasets.load_iris(as_frame=True).data)
screen("wine, standardised", datasets.load_wine(as_frame=True).data)
screen("digits", datasets.load_digits(as_frame=True).data)
made = {
    "a Gaussian blob": draw.normal(size=(1000, 5)),
    "a ring": np.c_[np.cos(turn), np.sin(turn)] + draw.normal(0, 0.05, (1000, 2)),
    "five blobs": centres[draw.integers(0, 5, 1000)] + draw.normal(size=(1000, 4)),
    "uniform noise": draw.uniform(size=(1000, 3)),
}
for name, values in made.items():
    screen(name, pd.DataFrame(values).add_prefix("x"))
