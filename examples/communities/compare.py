"""Communities beside other ways to find groups, on tables whose groups are known.

    pip install scikit-learn networkx palmerpenguins
    python compare.py [PROGRAM]

PROGRAM is `conceptgraph` unless you name another. Everything is random with a fixed seed.
"""

import csv
import io
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import networkx
import numpy as np
from palmerpenguins import load_penguins
from sklearn import cluster, datasets, metrics, mixture, neighbors, preprocessing

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "conceptgraph"
#: Whoever has at least this share in a group is counted as one of it.
LEAST = 0.2
warnings.filterwarnings("ignore")


def programs(points, groups, seed):
    """Points of one group, and a quarter of them between two."""
    random = np.random.default_rng(seed)
    centres = random.normal(0, 4 / np.sqrt(2), (groups, 10))
    table, truth = np.zeros((points, 10)), np.zeros((points, groups), bool)
    for at in range(points):
        one, other = random.choice(groups, 2, replace=False)
        share = random.uniform(0.2, 0.8) if random.random() < 0.25 else 1.0
        table[at] = share * centres[one] + (1 - share) * centres[other]
        truth[at, [one] if share == 1.0 else [one, other]] = True
    return table + random.normal(0, 1.5, table.shape), truth


def tables():
    """Name, values, and who is in which group."""
    for name, load, scale in [
        ("iris", datasets.load_iris, False),
        ("wine, standardised", datasets.load_wine, True),
        ("breast cancer, standardised", datasets.load_breast_cancer, True),
        ("digits", datasets.load_digits, False),
    ]:
        found = load()
        values = preprocessing.scale(found.data) if scale else found.data
        yield name, values, np.eye(found.target.max() + 1, dtype=bool)[found.target]
    penguins = load_penguins().dropna()
    values = preprocessing.scale(penguins.iloc[:, 2:6].to_numpy(float))
    species = np.unique(penguins.species, return_inverse=True)[1]
    yield "penguins, standardised", values, np.eye(3, dtype=bool)[species]
    yield "5 groups, a quarter between", *programs(1500, 5, 1)


def communities(values):
    """Our shares, a column a community."""
    with tempfile.TemporaryDirectory() as folder:
        table, store = Path(folder, "t.csv"), Path(folder, "t.db")
        header = ",".join(f"x{at}" for at in range(values.shape[1]))
        np.savetxt(table, values, delimiter=",", header=header, comments="", fmt="%.17g")
        run = dict(check=True, capture_output=True, text=True)
        subprocess.run([PROGRAM, "build", table, "--to", store, "-q"], **run)
        words = [PROGRAM, "query", store, "membership", "--format", "csv"]
        rows = list(csv.DictReader(io.StringIO(subprocess.run(words, **run).stdout)))
    place = {name: at for at, name in enumerate(dict.fromkeys(row["point"] for row in rows))}
    groups = max(int(row["community"][1:] or 0) for row in rows if row["community"])
    shares = np.zeros((len(values), groups))
    for row in rows:
        if row["community"]:
            shares[place[row["point"]], int(row["community"][1:]) - 1] = float(row["share"])
    return shares


def one_hot(labels):
    """One group a point; none for the label -1."""
    return np.array([labels == group for group in range(max(labels.max() + 1, 1))], float).T


def of_neighbours(values):
    """Louvain on the graph of the 15 nearest neighbours."""
    links = neighbors.kneighbors_graph(values, 15)
    graph = networkx.from_scipy_sparse_array(links.maximum(links.T))
    labels = np.full(len(values), -1)
    for group, points in enumerate(networkx.community.louvain_communities(graph, seed=0)):
        labels[list(points)] = group
    return one_hot(labels)


def methods(truth):
    """Name and function; some are given K, the true number of groups."""
    groups = truth.shape[1]
    yield "communities", communities
    yield "Louvain, 15 neighbours", of_neighbours
    yield "HDBSCAN", lambda x: one_hot(cluster.HDBSCAN(min_cluster_size=15).fit_predict(x))
    yield "Ward, given K", lambda x: one_hot(
        cluster.AgglomerativeClustering(groups).fit_predict(x)
    )
    yield "k-means, given K", lambda x: one_hot(
        cluster.KMeans(groups, n_init=10, random_state=0).fit_predict(x)
    )
    yield "Gaussian mixture, given K", lambda x: mixture.GaussianMixture(
        groups, n_init=5, random_state=0, reg_covar=1e-3
    ).fit(x).predict_proba(x)


def extended_bcubed(truth, found):
    """Amigó and others 2009: precision and recall of pairs, where groups overlap."""
    same, joined = (of.astype(int) @ of.T.astype(int) for of in (truth, found))
    both = np.minimum(same, joined)

    def mean(of):
        known = of > 0
        rows = known.any(axis=1)
        ratios = np.where(known, both / np.maximum(of, 1), 0).sum(axis=1)
        # A point without any group shares with nobody.
        return np.mean(np.where(rows, ratios / np.maximum(known.sum(axis=1), 1), 0.0))

    precision, recall = mean(joined), mean(same)
    return 2 * precision * recall / max(precision + recall, np.finfo(float).tiny)


def in_two(truth, shares):
    """The share of the points in two groups that are found in both, and of the others in several."""
    two = truth.sum(axis=1) == 2
    # Each community stands for the group that most of its points with one group have.
    led = [truth[~two & (of >= 0.5)].sum(axis=0).argmax() for of in shares.T]
    found = np.array([shares[:, np.equal(led, group)].sum(axis=1) for group in range(truth.shape[1])]).T
    found = found >= LEAST
    return ((found & truth).sum(axis=1) == 2)[two].mean(), (found.sum(axis=1) > 1)[~two].mean()


print("| Table | Method | groups | covered | purity | ARI | BCubed F |\n" + "|---" * 7 + "|")
for table, values, truth in tables():
    classes = np.unique(truth, axis=0, return_inverse=True)[1].ravel()
    for method, find in methods(truth):
        shares = find(values)
        held = shares.sum(axis=1) > 0
        labels = np.where(held, shares.argmax(axis=1), -1)
        pure = sum(np.bincount(classes[labels == group]).max() for group in set(labels[held]))
        print(
            f"| {table} | {method} | {len(set(labels[held]))} | {held.mean():.2f} "
            f"| {pure / max(held.sum(), 1):.2f} | {metrics.adjusted_rand_score(classes, labels):.2f} "
            f"| {extended_bcubed(truth, shares >= LEAST):.2f} |",
            flush=True,
        )

print("\n| Table | comes back |\n|---|---|")
for table, values, _ in tables():
    whole = communities(values) > 0
    random, back = np.random.default_rng(0), []
    for _ in range(5):
        kept = np.sort(random.choice(len(values), len(values) * 4 // 5, replace=False))
        one, other = whole[kept].astype(int), (communities(values[kept]) > 0).astype(int)
        shared = one.T @ other
        either = one.sum(axis=0)[:, None] + other.sum(axis=0) - shared
        back.append(((shared / either).max(axis=1) * one.sum(axis=0)).sum() / one.sum())
    print(f"| {table} | {np.mean(back):.2f} |", flush=True)

print("\n| Draw | Method | of two | of one |\n|---|---|---|---|")
for draw, (points, groups, seed) in enumerate([(1500, 5, 1), (1500, 5, 2), (3000, 8, 4)], 1):
    values, truth = programs(points, groups, seed)
    for method, find in methods(truth):
        if method in ("communities", "Gaussian mixture, given K"):
            right, wrong = in_two(truth, find(values))
            print(f"| {draw}: {groups} groups | {method} | {right:.2f} | {wrong:.2f} |", flush=True)
