"""The two largest files of the bundle, memory image and Pyodide's program, packed with zstd; and
the script that unpacks them (static/unzstd.js)."""

import hashlib
import re
import subprocess
from pathlib import Path

from engine.dev._offline import filled
from engine.dev.vendor import VendorError

FOLDER = "dist/packed"
SCRIPT = "unzstd.js"
DECODER = "node_modules/zstddec/dist/zstddec-stream.mjs"
PROGRAM = re.compile(r"AGFzbQ[\w+/]+=*")  # WebAssembly in base64


def squeezed(root: Path, name: str, data: bytes) -> bytes:
    """Return a file packed with zstd; it takes seconds, so the last result of each name is kept.
    Raises VendorError with node's output."""
    folder = root / FOLDER
    packed = folder / f"{name}.{hashlib.sha256(data).hexdigest()[:16]}"
    if packed.is_file():
        return packed.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{name}.*"):
        old.unlink()
    plain, new = folder / f"{name}.plain", folder / f"{name}.new"
    plain.write_bytes(data)
    script, pyodide = Path(__file__).with_name("squeeze.mjs"), root / "node_modules" / "pyodide"
    command = ["node", "--no-warnings", str(script), str(pyodide), str(plain), str(new)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise VendorError(f"{name} could not be packed:\n{done.stdout}{done.stderr}")
    plain.unlink()
    new.rename(packed)
    return packed.read_bytes()


def unzstd(root: Path) -> str:
    """Return the script that unpacks, with the decoder in it. Raises VendorError without one."""
    found = PROGRAM.findall((root / DECODER).read_text("utf-8"))
    if len(found) != 1:
        raise VendorError(f"{DECODER} does not hold one program")
    return filled((root / "static" / SCRIPT).read_text("utf-8"), {"program": found[0]})
