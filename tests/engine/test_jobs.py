"""Work spread over processes: the same results in the same order for any number of workers."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.__main__ import main
from engine.dev import tune
from engine.dev._version import version
from engine.dev.cluster import connect
from engine.dev.common import open_game
from engine.dev.jobs import spread

ROOT = Path(__file__).resolve().parents[2]


def slow_first(number: int) -> int:
    time.sleep(0.2 if number == 0 else 0)
    return number * number


def leaves_a_file(path: Path) -> None:
    path.touch()


def fails(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def test_results_are_in_the_order_of_the_items() -> None:
    items = list(range(40))
    assert list(spread(slow_first, items, 2)) == [n * n for n in items]
    assert list(spread(slow_first, items, 1)) == [n * n for n in items]
    assert list(spread(slow_first, [], 2)) == []


def test_an_error_of_a_job_reaches_the_caller() -> None:
    found = []
    with pytest.raises(ValueError, match="three"):
        for one in spread(fails, list(range(10)), 2):
            found.append(one)
    assert found == [0, 1, 2]


def test_stopping_early_cancels_the_remaining_jobs(tmp_path: Path) -> None:
    """Only the jobs queued ahead still start."""
    work = spread(leaves_a_file, [tmp_path / str(number) for number in range(500)], 2)
    next(work)
    assert isinstance(work, Generator)
    work.close()
    assert len(list(tmp_path.iterdir())) < 30


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    assert main(command) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("game", ["andarraya", pytest.param("stratego", marks=pytest.mark.soak)])
def test_match_results_do_not_depend_on_the_number_of_workers(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Except the measured seconds per move."""
    words = ("match", game, "--p0", "ai:1@40", "--p1", "greedy", "--games", "2", "--swap")
    told = [printed(capsys, *words, "--jobs", jobs).split("), ")[0] for jobs in ("1", "2")]
    assert told[0] == told[1] and "p0: " in told[0]


def test_fuzz_plays_the_same_games_with_any_number_of_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def met(jobs: str) -> list[str]:
        lines = printed(capsys, "fuzz", "rilatria", "--games", "6", "--jobs", jobs).splitlines()
        return [lines[0].rpartition(",")[0], *lines[1:]]

    assert met("1") == met("2")


@pytest.mark.soak
def test_tune_samples_the_same_positions_with_any_number_of_workers() -> None:
    options = '{"quiet":10,"rounds":12}'
    hints: Any = open_game("rilatria").hints()
    names = tuple(hints.WEIGHTS)[:2]
    courses = [tune.FitGame("rilatria", options, 10, 1, number, names) for number in range(3)]
    one, two = (list(spread(tune.measured_course, courses, jobs)) for jobs in (1, 2))
    assert any(part is not None for part in one)
    for mine, other in zip(one, two, strict=True):
        assert (mine is None) == (other is None)
        if mine is not None and other is not None:
            assert all((a == b).all() for a, b in zip(mine, other, strict=True))


def test_an_unreachable_cluster_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "andarraya", "--games", "1", "--cluster", "tcp://127.0.0.1:9")
    assert main(words) == 2
    assert "no cluster at tcp://127.0.0.1:9" in "".join(capsys.readouterr())


class Workers:
    """Stand-in of a Dask client whose scheduler and workers answer a question as given."""

    scheduler: object = version()

    def __init__(self, *answers: object) -> None:
        self.answers = {f"tcp://w{number}": one for number, one in enumerate(answers)}
        self.asked: list[object] = []

    def __call__(self, address: str, timeout: str) -> Workers:
        return self

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.answers, 2)

    def run(self, function: Callable[..., object], *words: object, on_error: str) -> object:
        self.asked.append(function(*words))
        return self.answers

    def run_on_scheduler(self, function: Callable[..., object], *words: object) -> object:
        if isinstance(self.scheduler, Exception):
            raise self.scheduler
        return self.scheduler

    def get_executor(self, pure: bool) -> str:
        return "executor"


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Workers]:
    """Return a function that installs a client with such workers."""

    def install(*answers: object) -> Workers:
        made = Workers(*answers)
        monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=made))
        return made

    return install


def test_workers_of_a_cluster_are_asked_for_the_version(dask: Callable[..., Workers]) -> None:
    workers = dask(version(), version())
    with connect("tcp://here") as (pool, threads):
        assert str(pool) == "executor" and threads == 4
    assert workers.asked == [version()]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ModuleNotFoundError("No module named 'engine'"), "no Asedio (No module named 'engine')"),
        ("0.0.1", "Asedio 0.0.1"),
    ],
)
def test_a_worker_without_this_version_is_named(
    dask: Callable[..., Workers], capsys: pytest.CaptureFixture[str], answer: object, said: str
) -> None:
    dask(version(), answer)
    assert main(["match", "andarraya", "--games", "1", "--cluster", "tcp://here"]) == 2
    told = capsys.readouterr().out
    assert f"tcp://w1 has {said}; scheduler and workers need Asedio {version()}" in told
    assert "'.[cluster]'" in told


def test_a_scheduler_without_asedio_is_named(
    dask: Callable[..., Workers], capsys: pytest.CaptureFixture[str]
) -> None:
    dask(version()).scheduler = ModuleNotFoundError("No module named 'engine'")
    assert main(["match", "andarraya", "--games", "1", "--cluster", "tcp://here"]) == 2
    assert "the scheduler has no Asedio (No module" in capsys.readouterr().out


def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["fuzz", "andarraya", "--games", "1", "--cluster", "tcp://here"]) == 2
    assert "pip install '.[cluster]'" in "".join(capsys.readouterr())


@contextlib.contextmanager
def started(*command: str, cwd: Path = ROOT) -> Iterator[None]:
    process = subprocess.Popen(command, cwd=cwd)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.soak
def test_a_cluster_of_two_workers_plays_the_same_match(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("distributed", reason="the optional extra `cluster`; make soak installs it")
    port, python = "18786", sys.executable
    address = f"tcp://127.0.0.1:{port}"
    words = ("match", "andarraya", "--p0", "ai:1@40", "--p1", "greedy", "--games", "6", "--swap")
    local = ("--host", "127.0.0.1", "--port", port, "--no-dashboard")
    scheduler = (python, "-m", "distributed.cli.dask_scheduler", *local)
    worker = (python, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1")
    with (
        started(*scheduler),
        started(*worker, "--no-dashboard"),
        started(*worker, "--no-dashboard"),
    ):
        deadline = time.monotonic() + 90
        while (code := main([*words, "--cluster", address])) and time.monotonic() < deadline:
            time.sleep(2)
    assert code == 0
    far = capsys.readouterr().out.splitlines()[-1].split("), ")[0]
    assert far == printed(capsys, *words).splitlines()[-1].split("), ")[0]


@pytest.mark.soak
def test_a_worker_that_lacks_asedio_ends_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Its jobs would be waited for without an end."""
    pytest.importorskip("distributed", reason="the optional extra `cluster`; make soak installs it")
    port, program = "18787", (sys.executable, "-I", "-m")
    address = f"tcp://127.0.0.1:{port}"
    local = ("--host", "127.0.0.1", "--port", port, "--no-dashboard")
    scheduler = (sys.executable, "-m", "distributed.cli.dask_scheduler", *local)
    worker = (*program, "distributed.cli.dask_worker", address, "--nthreads", "1")
    words = ("match", "andarraya", "--games", "1", "--cluster", address)
    with started(*scheduler), started(*worker, "--no-dashboard", cwd=tmp_path):
        deadline, told = time.monotonic() + 90, ""
        while "127.0.0.1:" not in told.partition(address)[2] and time.monotonic() < deadline:
            assert main(words) == 2
            told = capsys.readouterr().out
            time.sleep(2)
    assert "has no Asedio" in told
