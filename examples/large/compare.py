#!/usr/bin/env python3
"""Planted groups in large tables: what conceptgraph finds by default, beside HDBSCAN and k-means.

    pip install numpy scikit-learn 'fast_hdbscan[nndescent]'
    python compare.py path/to/conceptgraph [ROWS]

Each table has normally spread groups of unequal sizes and spreads; k-means is given their number K. A
group counts as found where a cluster at least 95 % pure holds a third of it. ARI is the adjusted Rand index
of each point's main group (the community with its largest share); noise of HDBSCAN is one group.
"""

import csv
import io
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from sklearn import cluster, datasets, metrics

PLANS = [(2, 3, 11), (3, 8, 12), (5, 12, 13), (10, 5, 14), (20, 7, 15), (50, 12, 16)]


def planted(n, d, groups, seed):
    """Groups of unequal size and spread, far enough from one another to be told apart."""
    random = np.random.default_rng(seed)
    sizes = np.maximum(random.dirichlet(np.full(groups, 3.0)) * n, n / 50).astype(int)
    sizes[0] += n - sizes.sum()
    centres = []
    while len(centres) < groups:
        # The more dimensions, the farther apart points of one group are.
        centre = random.uniform(-1, 1, d) * (10 + groups)
        if all(np.linalg.norm(centre - other) > 7 for other in centres):
            centres.append(centre)
    spreads = random.uniform(0.5, 1.3, groups)
    parts = [c + s * random.normal(size=(m, d)) for c, s, m in zip(centres, spreads, sizes)]
    order = random.permutation(n)
    return np.vstack(parts)[order], np.repeat(np.arange(groups), sizes)[order]


def rings(n):
    """Three rings, one within another."""
    random = np.random.default_rng(5)
    which = random.integers(0, 3, n)
    angle = random.uniform(0, 2 * np.pi, n)
    radius = 1.0 + 2.0 * which + random.normal(0, 0.12, n)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), which


class Program:
    """The program on a table in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *words):
        ran = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True)
        if ran.returncode:
            sys.exit(ran.stderr)
        return ran.stdout

    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(self.run("query", "t.db", *words, "--format", "csv"))))

    def build(self, x, y):
        with open(self.folder / "t.csv", "w", encoding="utf-8") as file:
            file.write(",".join(f"x{j}" for j in range(x.shape[1])) + ",group\n")
            for row, group in zip(x, y):
                file.write(",".join(f"{value:.6g}" for value in row) + f",{group}\n")
        began = time.monotonic()
        self.run("build", "t.csv", "--label", "group", "--force", "-q")
        return time.monotonic() - began

    def main_communities(self, n):
        best = np.full(n, -1)
        shares = np.zeros(n)
        for row in self.rows("membership", "-n", "100000000"):
            point, share = int(row["point"][1:]) - 1, float(row["share"] or 0)
            if share > shares[point]:
                shares[point], best[point] = share, int(row["community"][1:])
        return best


def ours(program, x, y):
    seconds = program.build(x, y)
    landmarks = program.rows("landmarks", "24")
    sizes = np.bincount(y)
    found = {
        int(row["class"])
        for row in landmarks
        if float(row["purity"]) >= 0.95 and int(row["size"]) >= sizes[int(row["class"])] / 3
    }
    held = int(landmarks[-1]["held"]) / len(y)
    labels = program.main_communities(len(y))
    return found, held, len(set(labels) - {-1}), metrics.adjusted_rand_score(y, labels), seconds


def others(x, y):
    def timed(name, fit):
        began = time.monotonic()
        labels = fit()
        seconds = time.monotonic() - began
        return name, len(set(labels) - {-1}), metrics.adjusted_rand_score(y, labels), seconds

    import fast_hdbscan

    size = max(15, len(y) // 500)
    # Compiled at the first call.
    fast_hdbscan.HDBSCAN(min_cluster_size=15).fit_predict(x[:2000])
    yield timed("fast_hdbscan", lambda: fast_hdbscan.HDBSCAN(min_cluster_size=size).fit_predict(x))
    if x.shape[1] <= 3 and len(y) <= 50_000:
        yield timed("HDBSCAN", lambda: cluster.HDBSCAN(min_cluster_size=size).fit_predict(x))
    k = len(set(y))
    means = cluster.KMeans(k, n_init=3, random_state=0)
    yield timed("k-means, given K", lambda: means.fit_predict(x))


def main():
    path, n = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    tables = [(f"{g} groups, {d} columns", *planted(n, d, g, seed)) for d, g, seed in PLANS]
    tables.append(("two moons", *datasets.make_moons(2 * n, noise=0.06, random_state=1)))
    tables.append(("three rings", *rings(2 * n)))
    print("| Table | Way | Groups found | Held by 24 landmarks | Communities or clusters | ARI | s |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        program = Program(str(path), Path(folder))
        for name, x, y in tables:
            found, held, count, ari, seconds = ours(program, x, y)
            all_of = f"{len(found)} of {len(set(y))}"
            row = f"{all_of} | {100 * held:.0f} % | {count} | {ari:.2f} | {seconds:.1f}"
            print(f"| {name} | conceptgraph | {row} |", flush=True)
            for way, count, ari, seconds in others(x, y):
                print(f"| | {way} | | | {count} | {ari:.2f} | {seconds:.1f} |", flush=True)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nMost memory of conceptgraph: {most:.0f} MiB")


if __name__ == "__main__":
    main()
