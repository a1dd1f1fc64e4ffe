"""Failures of a cluster: the run makes the same graph, or none and gives the reason in a line."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import IRIS, same_files, same_tables

EXECUTOR = "CoarseGrainedExecutorBackend"

#: A program whose command `mine` fails a number of times, and then works.
FAILING = """#!{python}
import os, signal, sys
from pathlib import Path

if sys.argv[1:2] == ["mine"]:
    for flag in range({times}):
        try:
            Path("{flags}", str(flag)).mkdir()
        except FileExistsError:
            continue
        {failure}
os.execv("{program}", ["{program}", *sys.argv[1:]])
"""
#: A failure that kills the JVM of the Python worker, as if its machine failed, while it reads.
KILLING = f"""
        process = os.getpid()
        while "{EXECUTOR}" not in Path(f"/proc/{{process}}/cmdline").read_text():
            process = int(Path(f"/proc/{{process}}/stat").read_text().rsplit(")")[1].split()[1])
        os.kill(process, signal.SIGKILL)
        break
"""
EXITING = """
        sys.exit("conceptgraph: it does not feel like it")
"""


def failing(program: str, folder: Path, times: int, failure: str) -> tuple[str, Path]:
    """Returns a program that fails at first, and the folder in which it counts its failures."""
    script, flags = folder / "failing", folder / "flags"
    flags.mkdir()
    text = FAILING.format(
        python=sys.executable, times=times, flags=flags, failure=failure.strip(), program=program
    )
    script.write_text(text)
    script.chmod(0o755)
    return str(script), flags


@pytest.mark.parametrize(("times", "failure"), [(1, KILLING), (2, EXITING)], ids=["jvm", "exit"])
def test_mining_that_fails(
    spark, program, reference, tmp_path: Path, times: int, failure: str
) -> None:
    from conceptgraph_spark import Limits, build

    other, flags = failing(program, tmp_path, times, failure)
    graph, files = tmp_path / "graph", tmp_path / "files"
    limits = Limits(units=7, budget=2_000)
    build(spark, IRIS[0], str(graph), IRIS[1:], limits=limits, program=other, csv=files)
    assert len(list(flags.iterdir())) == times
    same_tables(graph, reference(IRIS))
    same_files(files, reference(IRIS))


def executors(of: int) -> list[int]:
    """Returns the processes of the executors of this driver."""
    parents = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal():
                stat = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                parents[int(entry.name)] = (int(stat[1]), (entry / "cmdline").read_text())
        except (FileNotFoundError, ProcessLookupError):
            continue

    def below(process: int) -> bool:
        while process in parents and process != of:
            process = parents[process][0]
        return process == of

    return [id_ for id_, (_, words) in parents.items() if EXECUTOR in words and below(id_)]


@pytest.mark.full
def test_an_executor_killed_while_it_joins(spark, program, reference, tmp_path: Path) -> None:
    from conceptgraph_spark import build

    said, killed = [], []
    tracker = spark.sparkContext.statusTracker()

    def kill() -> None:
        """Kills an executor in the second stage of the join: it loses the shuffled files."""
        while "covers resolved" not in said and not killed:
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if any(stage and stage.numActiveTasks for stage in stages):
                victim = executors(os.getpid())[0]
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)
            time.sleep(0.001)

    def say(line: str) -> None:
        said.append(line)
        if line == "ranked":
            threading.Thread(target=kill).start()

    # The join may end before the test sees it; then the run is repeated.
    for attempt in range(10):
        said.clear()
        graph = tmp_path / f"graph{attempt}"
        build(spark, IRIS[0], str(graph), IRIS[1:], program=program, say=say)
        if killed:
            break
    assert killed and said[-1] == "tables written"
    same_tables(graph, reference(IRIS))


@pytest.mark.full
def test_mining_that_always_fails_says_why(spark, program, tmp_path: Path) -> None:
    from conceptgraph_spark import build

    other, _ = failing(program, tmp_path, 100, EXITING)
    with pytest.raises(Exception, match="MiningFailed: conceptgraph: it does not feel like it"):
        build(spark, IRIS[0], str(tmp_path / "graph"), IRIS[1:], program=other)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["failing", "flags"]


@pytest.fixture
def mined(spark, program, tmp_path: Path):
    """The units, and the rows mined from them, before the audit."""
    from conceptgraph_spark import rounds
    from conceptgraph_spark.local import frame
    from conceptgraph_spark.plan import plan
    from conceptgraph_spark.schema import UNIT

    planned = plan(program, IRIS[0], tmp_path / "run", IRIS[1:], 7)
    units = frame(spark, planned.units(), UNIT)
    rounds.mine(planned, units, str(tmp_path / "mined"), 1_000)
    folders = sorted((tmp_path / "mined").iterdir(), key=lambda folder: int(folder.name))

    def again():
        return rounds.gather(spark, [str(folder) for folder in folders])

    return units, folders, again


@pytest.mark.full
def test_a_part_file_that_is_written_twice(mined) -> None:
    from conceptgraph_spark import Refused
    from conceptgraph_spark.audit import audit

    units, folders, again = mined
    assert audit(units, again()).clusters > 1_000
    # The checksum file beside the part file does not matter.
    part = max(folders[0].glob("*.parquet"), key=lambda file: file.stat().st_size)
    shutil.copy(part, part.with_name(f"again-{part.name}"))
    with pytest.raises(Refused, match="unit .* was asked for .* and done twice"):
        audit(units, again())


@pytest.mark.full
def test_a_part_file_that_is_lost(mined) -> None:
    from conceptgraph_spark import Refused
    from conceptgraph_spark.audit import audit

    units, folders, again = mined
    max(folders[0].glob("*.parquet"), key=lambda file: file.stat().st_size).unlink()
    with pytest.raises(Refused, match="unit .* was asked for .* and done"):
        audit(units, again())


@pytest.mark.full
def test_clusters_that_are_lost_or_twice(spark, mined) -> None:
    from pyspark.sql import functions as F

    from conceptgraph_spark import Collision, Refused
    from conceptgraph_spark.audit import audit, named_alone
    from conceptgraph_spark.rounds import clusters

    units, _, again = mined
    whole = again()
    with pytest.raises(Refused, match="clusters and .* covers are there, but the units found"):
        audit(units, whole.where("size IS NULL OR size <> 5"))
    found = clusters(whole)
    with pytest.raises(Refused, match="a cluster of .* points was found twice"):
        named_alone(found.union(found.where("size = 5")))
    with pytest.raises(Collision, match="have the same two keys"):
        named_alone(found.withColumns({"key": F.lit(0), "second": F.lit(0)}))


@pytest.mark.full
def test_a_lower_cover_that_is_not_there(spark, mined, tmp_path: Path) -> None:
    from conceptgraph_spark import Refused
    from conceptgraph_spark.covers import resolve
    from conceptgraph_spark.rank import rank
    from conceptgraph_spark.rounds import clusters

    _, _, again = mined
    ranked = rank(clusters(again()).where("size <> 5"), 2, str(tmp_path / "ranked"))
    with pytest.raises(Refused, match="a lower cover of cluster c.* is not among the clusters"):
        resolve(ranked, str(tmp_path / "edges"))


@pytest.mark.full
def test_keys_that_collide(spark, program, tmp_path: Path) -> None:
    from conceptgraph_spark import Collision, build

    # Two sums of 2 bits per point are too few for 6,106 clusters.
    words = [*IRIS[1:], "--key-bits", "2"]
    with pytest.raises(Collision, match="have the same two keys"):
        build(spark, IRIS[0], str(tmp_path / "graph"), words, program=program)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_a_target_that_is_there_or_on_its_way(spark, program, tmp_path: Path) -> None:
    from conceptgraph_spark import Refused, build

    graph, beside = tmp_path / "graph", tmp_path / ".graph.partial"
    for place, why in [(graph, "this exists already"), (beside, "another run writes here")]:
        place.mkdir()
        (place / "kept").touch()
        with pytest.raises(Refused, match=why):
            build(spark, IRIS[0], str(graph), IRIS[1:], program=program)
        assert [path.name for path in place.iterdir()] == ["kept"]
        shutil.rmtree(place)
