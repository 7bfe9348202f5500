"""Run jobs on an existing Dask cluster, through the executor interface of the standard library.

The workers need the same versions of engine and Python. `pip install asedio[cluster]` installs
Dask.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from engine.core.errors import AsedioError
from engine.core.texts import Message

SECONDS = "15s"  # time to wait for a scheduler


class NoCluster(AsedioError):
    """The scheduler cannot be reached, or Dask is not installed."""

    default_code = "no_cluster"


def _refused(address: str, why: object) -> NoCluster:
    return NoCluster(Message("error.text", text=f"no cluster at {address}: {why}"))


@contextmanager
def connect(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of the scheduler at `address` and its current number of worker threads.

    Raises NoCluster.
    """
    try:
        from distributed import Client
    except ImportError as why:
        raise _refused(address, why) from why
    try:
        client: Any = Client(address, timeout=SECONDS)
    except (OSError, ValueError) as why:
        raise _refused(address, why) from why
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise _refused(address, "it has no workers")
        # Dask must not merge two jobs that have the same argument.
        yield client.get_executor(pure=False), threads
