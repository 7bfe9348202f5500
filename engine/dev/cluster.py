"""Workers of an existing Dask cluster, as an executor of the standard library.

The scheduler's workers need the same engine and Python; `pip install asedio[cluster]` brings Dask.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from engine.core.errors import AsedioError
from engine.core.texts import Message

SECONDS = "15s"  # until a scheduler that does not answer is given up


class NoCluster(AsedioError):
    """A scheduler that cannot be reached, or a machine without Dask."""

    default_code = "no_cluster"


def _refused(address: str, why: object) -> NoCluster:
    return NoCluster(Message("error.text", text=f"no cluster at {address}: {why}"))


@contextmanager
def connect(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of the scheduler at `address` and how many workers it has now. Raises
    NoCluster."""
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
        # Nothing is pure: two pieces of work with the same argument are two pieces.
        yield client.get_executor(pure=False), threads
