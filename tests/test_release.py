"""`python -m engine release`: a release has one version, a date and an unused tag."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from engine.dev.release import problems, tag_problems, version

ROOT = Path(__file__).resolve().parent.parent
FILES = ("pyproject.toml", "package.json", "package-lock.json", "CHANGELOG.md")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the four files with the version, in the state of a correct release."""
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    log = f"# Changelog\n\n## [Unreleased]\n\n## [{version(ROOT)}] - 2026-11-25\n\n* New.\n"
    (tmp_path / "CHANGELOG.md").write_text(log, "utf-8")
    return tmp_path


def test_version_files_of_the_project_agree() -> None:
    """Between releases, only unreleased changes may be reported."""
    assert [one for one in problems(ROOT) if "unreleased" not in one] == []


def test_a_correct_release_has_no_problems(copy: Path) -> None:
    assert problems(copy) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("package.json", f'"version": "{version(ROOT)}"', '"version": "9.9.9"', "package.json"),
        ("package-lock.json", f'"version": "{version(ROOT)}"', '"version": "9"', "package-lock"),
        ("CHANGELOG.md", "2026-11-25", "soon", "no date"),
        ("CHANGELOG.md", f"[{version(ROOT)}]", "[0.0.1]", "0.0.1"),
        ("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n* More.\n", "unreleased"),
        ("pyproject.toml", f'version = "{version(ROOT)}"', 'version = "next"', "no version"),
    ],
)
def test_a_mismatch_is_reported(copy: Path, file: str, old: str, new: str, said: str) -> None:
    path = copy / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert any(said in line for line in problems(copy))


def git(root: Path, *words: str) -> None:
    me = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *me, *words], cwd=root, check=True, capture_output=True)


def committed(root: Path, name: str, more: str) -> None:
    """Add a line to a file and commit it."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(path.read_text("utf-8") + more if path.exists() else more, "utf-8")
    git(root, "add", ".")
    git(root, "commit", "-m", f"Change {name}")


def test_commits_without_a_line_in_the_change_log_are_counted(copy: Path) -> None:
    git(copy, "init")
    committed(copy, "ui/main.py", "1\n")
    assert tag_problems(copy) == []
    committed(copy, "docs/hosting.md", "1\n")
    committed(copy, "engine/dev/release.py", "1\n")
    assert tag_problems(copy) == []
    for name in ("ui/main.py", "engine/core/grid.py"):
        committed(copy, name, "2\n")
    assert tag_problems(copy) == ["CHANGELOG.md has no line of the 2 newest commits of the page"]
    committed(copy, "CHANGELOG.md", "* Both.\n")
    assert tag_problems(copy) == []


def test_a_release_is_checked_before_it_is_built() -> None:
    steps = (ROOT / "Makefile").read_text("utf-8").partition("\nrelease:")[2].partition("\n\n")[0]
    assert steps.index("-m engine release\n") < steps.index("itch") < steps.index("release --tag")


def test_a_tag_on_another_commit_is_reported(copy: Path) -> None:
    git(copy, "init")
    git(copy, "add", ".")
    assert "uncommitted" in tag_problems(copy)[0]
    git(copy, "commit", "-m", "One")
    assert tag_problems(copy) == []
    git(copy, "tag", f"v{version(copy)}")
    assert tag_problems(copy) == []
    git(copy, "commit", "--allow-empty", "-m", "Two")
    assert tag_problems(copy) == [f"v{version(copy)} is another commit already"]
