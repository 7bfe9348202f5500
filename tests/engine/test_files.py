"""What a page served from its sources needs beside them (`python -m engine files`)."""

from __future__ import annotations

import io
import shutil
import urllib.request
import zipfile
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.dev import files
from engine.games import REGISTRY
from tests.e2e.harness import serving

ROOT = Path(__file__).resolve().parents[2]
FILE = "ui/locale/main.en.json"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, without the folder that is made from them."""
    root = tmp_path_factory.mktemp("sources")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("engine", "ui"):
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    return root


def fetched(port: int, name: str) -> bytes:
    with urllib.request.urlopen(f"http://localhost:{port}/{files.MADE}{name}") as answer:
        data: bytes = answer.read()
        return data


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_server_makes_what_is_absent_and_again_after_a_change(copy: Path) -> None:
    with serving(copy) as port:
        sources = unpacked(fetched(port, files.SOURCES))
        assert list(sources) == list(files.runtime_files(copy))
        assert sources[FILE] == (copy / FILE).read_bytes()
        text = (copy / FILE).read_text("utf-8")
        (copy / FILE).write_text(text.replace('"home.headline": "', '"home.headline": "Changed '))
        assert unpacked(fetched(port, files.SOURCES))[FILE] == (copy / FILE).read_bytes()
        assert b"Changed " in fetched(port, files.SCRIPT)


def test_check_names_what_is_stale_and_write_makes_it_anew(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(copy / files.MADE, ignore_errors=True)
    command = ["files", "--root", str(copy)]
    assert main([*command, "--check"]) == 0  # nothing is there that could be stale
    assert main([*command, "--write"]) == 0 and main([*command, "--check"]) == 0
    (copy / "ui/new.py").write_text("")
    assert main([*command, "--check"]) == 1
    told = capsys.readouterr().err
    assert files.SOURCES in told and files.COLOURS not in told
    assert main([*command, "--write"]) == 0 and main([*command, "--check"]) == 0


def test_a_page_that_cannot_be_drawn_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ui/dev").mkdir(parents=True)
    (tmp_path / "ui/dev/prerender.py").write_text("1 / 0")
    (tmp_path / "engine/dev").mkdir(parents=True)
    (tmp_path / "engine/dev/files.py").touch()
    assert main(["files", "--root", str(tmp_path), "--write"]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_parts_of_the_first_page_show_every_game() -> None:
    parts = files.drawn(ROOT)
    for game in REGISTRY:
        assert f'data-target="act:ways:{game}"' in parts[files.HOME]
        assert f'<template data-board="{game}"' in parts[files.HOME]
        assert f'id="cover-{game}"' in parts[files.COVERS]
    assert "{ --side0: #f6efdf;" in parts[files.COLOURS]


def test_committed_files_name_what_is_made_and_hold_none_of_it() -> None:
    page, settings = ((ROOT / name).read_text("utf-8") for name in ("index.html", "pyscript.toml"))
    assert f"./{files.MADE}{files.SCRIPT}" in page and f"./{files.MADE}{files.COLOURS}" in page
    assert f'"./{files.MADE}{files.SOURCES}" = "./*"' in settings
    assert not any(game in page or game in settings for game in REGISTRY)
