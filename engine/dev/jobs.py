"""Spread independent pieces of work over processors or a cluster, with results in order.

Work is a function of one picklable argument at the top level of a module, so that every worker can
import it. Whoever calls seeds each piece by itself: then results do not depend on how many work.
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
AHEAD = 3  # pieces handed out for each worker, so that none waits and few are in vain


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs` and `--cluster`, which `spread` takes."""
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler instead")


@contextmanager
def executor(jobs: int, cluster: str = "") -> Iterator[tuple[Executor | None, int]]:
    """Yield who works and how many they are; None: the caller does. Stops them at the end."""
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
    """Yield `work(item)` for each item, in their order, as soon as it is known. A caller that stops
    listening stops what has not begun. `what`: the word beside the progress bar."""
    with executor(jobs, cluster) as (pool, workers):
        results = _in_turn(pool, workers, work, items) if pool else map(work, items)
        yield from shown(results, len(items), what)


def _in_turn(
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
    """Yield the results under a progress bar, where somebody watches and tqdm is installed."""
    if not sys.stderr.isatty():
        return iter(results)
    try:
        from tqdm import tqdm
    except ImportError:
        return iter(results)
    bar: Any = tqdm(results, total=total, desc=what or None, unit="", leave=False)
    return iter(bar)
