"""Run jobs on an existing Dask cluster, through the executor interface of the standard library.

The workers need the same versions of Asedio and Python. `pip install '.[cluster]'` in the project's
folder installs Asedio with Dask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.dev._version import version

SECONDS = "15s"  # time to wait for a scheduler
EXTRA = "pip install '.[cluster]' in the project's folder"
# Evaluated by scheduler and workers before the first job: a worker that cannot import the function
# of a job gives no answer, and the job would be waited for without an end.
ASKED = "__import__('engine.dev._version', fromlist=['version']).version()"


class NoCluster(AsedioError):
    """The scheduler cannot be reached, or Dask is not installed."""

    default_code = "no_cluster"


def _refused(address: str, why: object) -> NoCluster:
    return NoCluster(Message("error.text", text=f"no cluster at {address}: {why}"))


def _asked(client: Any) -> dict[str, object]:
    """Return what scheduler and workers answer to ASKED; the scheduler reads jobs, too."""
    try:
        found: object = client.run_on_scheduler(eval, ASKED)
    except Exception as why:  # whatever it met there is raised here
        found = why
    return {"the scheduler": found, **client.run(eval, ASKED, on_error="return")}


def _same_version(address: str, told: Mapping[str, object]) -> None:
    """Raise NoCluster if one of the machines has no Asedio or another version. `told`: what each
    answered to ASKED, or the error it met."""
    others = {worker: found for worker, found in told.items() if found != version()}
    if not others:
        return
    name, found = next(iter(others.items()))
    has = f"Asedio {found}" if isinstance(found, str) else f"no Asedio ({found})"
    why = f"{name} has {has}; scheduler and workers need Asedio {version()}"
    raise _refused(address, f"{why}: {EXTRA} on each machine")


@contextmanager
def connect(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of the scheduler at `address` and its current number of worker threads.

    Raises NoCluster.
    """
    try:
        from distributed import Client
    except ImportError as why:
        raise _refused(address, f"Dask is not installed here ({why}); {EXTRA} installs it") from why
    try:
        client: Any = Client(address, timeout=SECONDS)
    except (OSError, ValueError) as why:
        raise _refused(address, why) from why
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise _refused(address, "it has no workers")
        _same_version(address, _asked(client))
        # Dask must not merge two jobs that have the same argument.
        yield client.get_executor(pure=False), threads
