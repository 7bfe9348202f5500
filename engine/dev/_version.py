"""The version of Asedio that runs: of the checkout, or else of the installed package."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
UNKNOWN = "of an unknown version"  # the folder alone, copied from somewhere


def version() -> str:
    """Return the version of the checkout, else of the installed package."""
    if PROJECT.exists():
        return str(tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"])
    try:
        return metadata.version("asedio")
    except metadata.PackageNotFoundError:
        return UNKNOWN
