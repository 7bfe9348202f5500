"""Packs of the release bundle: several files as one, the same bytes for the same content."""

import gzip
import hashlib
import json
import zipfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path


def packed(files: Mapping[str, bytes], build: str) -> bytes:
    """Length of a list, the list {build, files: [[path, size], …]} as JSON, the files; all of it
    gzipped. Read by static/fast.mjs, which refuses a pack of another build."""
    sizes = [[name, len(files[name])] for name in sorted(files)]
    index = json.dumps({"build": build, "files": sizes}).encode()
    body = b"".join(files[name] for name in sorted(files))
    return gzip.compress(len(index).to_bytes(4, "big") + index + body, 9, mtime=0)


def fingerprint(parts: Iterable[tuple[str, bytes]]) -> str:
    """A hash over names and contents, in the order given."""
    total = hashlib.sha256()
    for name, data in parts:
        total.update(f"{name}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()


def read_all(root: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Contents of files below `root` under their paths."""
    return {name: (root / name).read_bytes() for name in names}


def library_part(library: Path, target: Path, modules: Collection[str]) -> None:
    """A zip with some modules of another one, unchanged; other files stay with their package."""
    with zipfile.ZipFile(library) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            path = entry.filename
            module = path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
            if path.endswith(".pyc") and module in modules:
                new.writestr(entry, old.read(path), compresslevel=9)
