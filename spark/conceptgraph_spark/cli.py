"""The command `conceptgraph-spark`."""

from __future__ import annotations

import argparse
import re
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from .errors import Refused


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command, and returns its exit code: 0 done, 1 failed, 2 wrong usage."""
    words = list(sys.argv[1:] if words is None else words)
    run = ask if words[:1] == ["ask"] else build
    # SIGTERM raises an exception, so that the cleanup of a run is executed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return run(words)
    except Refused as refused:
        return fail(str(refused))
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        # The error of a task is deep within the message of Spark.
        told = re.search(r"MiningFailed: (.+)", str(error))
        return fail(told.group(1) if told else first_line(error))


def fail(line: str) -> int:
    """Prints the reason of a failure."""
    print(f"conceptgraph-spark: {line}", file=sys.stderr)
    return 1


def first_line(error: Exception) -> str:
    """Returns the first line of an error that is not blank."""
    return next((line for line in str(error).splitlines() if line.strip()), repr(error))


def common(parser: argparse.ArgumentParser) -> None:
    """Adds the options that both commands have."""
    parser.add_argument(
        "--master",
        metavar="URL",
        help="where Spark runs; without it, as spark-submit says, or local[*], which never repeats "
        "a task that failed",
    )
    parser.add_argument(
        "--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting of Spark"
    )


def settings(conf: Sequence[str]) -> dict[str, str]:
    """Returns the settings of Spark from the command line."""
    for pair in conf:
        if "=" not in pair:
            raise Refused(f"--conf {pair}: write KEY=VALUE")
    return dict(pair.split("=", 1) for pair in conf)


def build(words: list[str]) -> int:
    """Runs the command that builds the graph of a table or context."""
    parser = argparse.ArgumentParser(
        prog="conceptgraph-spark",
        usage="%(prog)s INPUT --to FOLDER [OPTIONS] [OPTIONS OF conceptgraph-part plan]\n"
        "       %(prog)s ask FOLDER QUERY [ARGUMENT...]",
        description="Make the concept graph of a table on Apache Spark, as Parquet tables.",
        allow_abbrev=False,
    )
    parser.add_argument("input", metavar="INPUT", help="table or context, on this machine")
    parser.add_argument("--to", required=True, metavar="FOLDER", help="new folder to publish")
    common(parser)
    parser.add_argument("--units", type=count, default=64, metavar="N", help="units to begin with")
    parser.add_argument(
        "--budget", type=count, metavar="N", help="clusters that a round searches of a unit; 0: all"
    )
    parser.add_argument(
        "--threads", type=count, default=1, metavar="N", help="threads a task (spark.task.cpus)"
    )
    parser.add_argument("--csv", metavar="FOLDER", help="also the files for neo4j-admin, here")
    parser.add_argument(
        "--program",
        default="conceptgraph-part",
        metavar="PATH",
        help="conceptgraph-part, for the executors",
    )
    if words and words[0].startswith("-") and words[0] not in ("-h", "--help"):
        parser.error("INPUT comes first, before all options")
    given, options = parser.parse_known_args(words)
    source = Path(given.input)
    if not source.is_file():
        raise Refused(f"{source}: there is no such file")

    from . import graph
    from .start import session

    budget = graph.BUDGET if given.budget is None else given.budget
    limits = graph.Limits(units=given.units, budget=budget, threads=given.threads)
    spark = session(given.master, settings(given.conf))
    start = time.monotonic()
    try:
        totals = graph.build(
            spark, given.input, given.to, options, limits=limits, program=given.program,
            csv=given.csv,
            say=lambda line: print(f"{time.monotonic() - start:8.1f} s  {line}", file=sys.stderr),
        )  # fmt: skip
    finally:
        spark.stop()
    print(f"{totals.clusters:,} clusters, {totals.covers:,} covers")
    print(f"{given.to}, made in {time.monotonic() - start:.1f} s")
    return 0


def ask(words: list[str]) -> int:
    """Runs the command that answers a query over a published graph."""
    from .queries import ask as answer
    from .queries import catalogue
    from .start import session

    known = catalogue()
    listed = "\n".join(
        f"  {' '.join([name, *(p.upper() for p in query.parameters)]):24} {query.title}"
        for name, query in known.items()
    )
    parser = argparse.ArgumentParser(
        prog="conceptgraph-spark ask",
        description=f"Ask a published graph. Queries:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT")
    parser.add_argument("--format", choices=["table", "csv", "json"], default="table")
    common(parser)
    given = parser.parse_args(words[1:])
    if given.query not in known:
        raise Refused(f"{given.query}: there is no such query; there are {', '.join(known)}")
    parameters = named(known[given.query].parameters, given.query, given.arguments)
    spark = session(given.master, settings(given.conf))
    try:
        rows = answer(spark, given.folder, given.query, **parameters).toPandas()
    finally:
        spark.stop()
    if given.format == "csv":
        rows.to_csv(sys.stdout, index=False)
    elif given.format == "json":
        rows.to_json(sys.stdout, orient="records", force_ascii=False)
        print()
    else:
        print(rows.to_string(index=False, na_rep="") if len(rows) else " ".join(rows.columns))
    return 0


def named(
    known: dict[str, tuple[str, str | None]], query: str, arguments: Sequence[str]
) -> dict[str, str | list[str]]:
    """Returns arguments by parameter name; a list of points takes all that remain."""
    left, given = list(arguments), {}
    for name, (kind, _) in known.items():
        if kind == "points" and left:
            given[name], left = left, []
        elif left:
            given[name] = left.pop(0)
    if left:
        raise Refused(f"{query} takes no more than {len(known)}: {' '.join(left)}")
    return given


def count(text: str) -> int:
    """Parses a whole number that is not negative."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


if __name__ == "__main__":
    sys.exit(main())
