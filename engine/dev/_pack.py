"""Packs of the release bundle: several files in one, byte for byte reproducible."""

import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path


def packed(
    files: Mapping[str, bytes], build: str, then: Mapping[str, bytes] | None = None
) -> bytes:
    """Return a gzipped pack: length of the index, the index {build, files: [[path, size], …]} as
    JSON, then the files, those of `then` last. Read by static/fast.js, which refuses a pack of
    another build."""
    ordered = [(name, part[name]) for part in (files, then or {}) for name in sorted(part)]
    sizes = [[name, len(data)] for name, data in ordered]
    index = json.dumps({"build": build, "files": sizes}).encode()
    body = b"".join(data for _, data in ordered)
    return gzip.compress(len(index).to_bytes(4, "big") + index + body, 9, mtime=0)


def fingerprint(parts: Iterable[tuple[str, bytes]]) -> str:
    """Return a hash of names and contents in the given order."""
    total = hashlib.sha256()
    for name, data in parts:
        total.update(f"{name}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()


def read_all(root: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of files below `root`, by path."""
    return {name: (root / name).read_bytes() for name in names}


def library_part(library: bytes, wanted: Callable[[str], bool]) -> bytes:
    """Return a zip with the modules of a library zip for which `wanted` is true, without its other
    files. They are stored, not compressed: gzip packs them tighter as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as old, zipfile.ZipFile(made, "w") as new:
        for entry in old.infolist():
            path, _, ending = entry.filename.rpartition(".")
            if ending in ("py", "pyc") and wanted(path.removesuffix("/__init__").replace("/", ".")):
                new.writestr(zipfile.ZipInfo(entry.filename, entry.date_time), old.read(entry))
    return made.getvalue()
