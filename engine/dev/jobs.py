"""Spread independent jobs over processors or a cluster, with results in order.

A job is a module-level function of one picklable argument, so that every worker can import it.
Callers seed each job separately, so results do not depend on the number of workers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 3  # jobs queued per worker: none waits, few are wasted when the caller stops


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs` and `--cluster`, the arguments of `spread`."""
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument(
        "--cluster", default="", metavar="ADDRESS", help="use this Dask scheduler instead"
    )


@contextmanager
def executor(jobs: int, cluster: str = "") -> Iterator[tuple[Executor | None, int]]:
    """Yield an executor and its number of workers; None and 1 without parallel jobs. Shuts it down
    at the end."""
    if cluster:
        from engine.dev.cluster import connect

        with connect(cluster) as found:
            yield found
    elif jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            yield pool, jobs
    else:
        yield None, 1


def spread(
    work: Callable[[T], R], items: Sequence[T], jobs: int = 1, cluster: str = "", what: str = ""
) -> Iterator[R]:
    """Yield `work(item)` for each item, in order, as soon as it is known. If the caller stops
    early, jobs that have not started are cancelled. `what` labels the progress bar."""
    with executor(jobs, cluster) as (pool, workers):
        results = _in_order(pool, workers, work, items) if pool else map(work, items)
        yield from shown(results, len(items), what)


def _in_order(
    pool: Executor, workers: int, work: Callable[[T], R], items: Iterable[T]
) -> Iterator[R]:
    left = iter(items)
    waiting = [pool.submit(work, item) for item in islice(left, AHEAD * workers)]
    try:
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(work, item) for item in islice(left, 1)]
    finally:
        for future in waiting:
            future.cancel()


def shown(results: Iterable[R], total: int, what: str) -> Iterator[R]:
    """Yield the results, with a progress bar if stderr is a terminal and tqdm is installed."""
    if not sys.stderr.isatty():
        return iter(results)
    try:
        from tqdm import tqdm
    except ImportError:
        return iter(results)
    bar: Any = tqdm(results, total=total, desc=what or None, unit="", leave=False)
    return iter(bar)
