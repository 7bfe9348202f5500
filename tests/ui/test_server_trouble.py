"""What static/trouble.js says about a server, run by Node with stand-ins for the browser."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = "https://host.example/asedio/"
SCRIPT, PROGRAM = f"{PAGE}core.js", f"{PAGE}pyodide.asm.wasm"
GOOD = {
    SCRIPT: {"status": 200, "type": "text/javascript", "length": 9},
    PROGRAM: {"status": 200, "type": "application/wasm", "length": 9},
}
# Answers: address → status, type and length, or `cut`; `spoilt` if its hash does not fit.
STAND_IN = """
const [, , source, answers] = process.argv;
const told = JSON.parse(answers), given = {};
globalThis.window = globalThis;
globalThis.location = { href: "PAGE" };
globalThis.document = {
  addEventListener: () => {},
  querySelector: () => null,
  querySelectorAll: () => [{ src: "SCRIPT", integrity: "sha256-x" }],
};
performance.getEntriesByType = () => Object.keys(told).map((name) => ({ name }));
globalThis.fetch = async (url, { integrity } = {}) => {
  const { status, type, length, cut, spoilt } = told[url];
  if (cut || (integrity && spoilt)) throw new TypeError("failed");
  return {
    status, ok: status < 400, body: null, headers: { get: () => type },
    arrayBuffer: async () => ({ byteLength: length }),
  };
};
require(source);
Promise.all(["es", "en"].map(window.asedioTrouble)).then((all) => console.log(JSON.stringify(all)));
""".replace("PAGE", PAGE).replace("SCRIPT", SCRIPT)


def trouble(tmp_path: Path, **changed: dict[str, Any]) -> list[str]:
    """Return what is said, in both languages, if these files come otherwise than they should."""
    answers = {
        address: {**good, **changed.get(name, {})}
        for name, (address, good) in zip(("script", "program"), GOOD.items(), strict=True)
    }
    script = tmp_path / "stand_in.cjs"
    script.write_text(STAND_IN, "utf-8")
    source = tmp_path / "trouble.cjs"
    source.write_bytes((ROOT / "static/trouble.js").read_bytes())
    told = subprocess.run(
        ["node", str(script), str(source), json.dumps(answers)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: list[str] = json.loads(told.stdout)
    return found


CASES: dict[str, tuple[dict[str, dict[str, Any]], str, str]] = {
    "type": ({"script": {"type": "text/plain"}}, "core.js", "text/plain"),
    "untyped": ({"script": {"type": ""}}, "core.js", "text/javascript"),
    "page": ({"program": {"type": "text/html; charset=utf-8"}}, "pyodide.asm.wasm", ""),
    "missing": ({"program": {"status": 404}}, "pyodide.asm.wasm", "404"),
    "refused": ({"program": {"status": 403}}, "pyodide.asm.wasm", "403"),
    "broken": ({"script": {"status": 503}}, "core.js", "503"),
    "changed": ({"script": {"spoilt": True}}, "core.js", ""),
    "empty": ({"program": {"length": 0}}, "pyodide.asm.wasm", ""),
    "cut": ({"program": {"cut": True}}, "pyodide.asm.wasm", ""),
}


@pytest.mark.parametrize("case", CASES)
def test_the_file_and_what_is_wrong_with_it_are_named(case: str, tmp_path: Path) -> None:
    changed, file, found = CASES[case]
    said = trouble(tmp_path, **changed)
    assert said[0] != said[1]
    for one in said:
        assert file in one and found in one


def test_every_fault_of_a_server_has_its_own_sentence(tmp_path: Path) -> None:
    said = {case: trouble(tmp_path, **changed)[1] for case, (changed, _, _) in CASES.items()}
    assert said.pop("empty") == said["changed"].replace("core.js", "pyodide.asm.wasm")
    plain = {re.sub(r"[\w.]+\.(js|wasm)|\d+", "", one) for one in said.values()}
    assert len(plain) == len(said)


def test_a_server_without_faults_is_blamed_for_nothing(tmp_path: Path) -> None:
    assert trouble(tmp_path) == ["", ""]


def test_the_connection_is_blamed_only_if_no_file_comes(tmp_path: Path) -> None:
    cut = {"cut": True}
    none, one = trouble(tmp_path, script=cut, program=cut), trouble(tmp_path, script=cut)
    assert "core.js" in one[1] and "core.js" not in none[1] and "wasm" not in none[1]
    assert none[1] and none[0] != none[1]
