"""Compile the bundle's byte code inside Pyodide; loaded by `image.mjs`, never by this machine's
Python.

Byte code is specific to a version of Python, so Pyodide's own has to write it.
"""

import ast
import json
import os
import zipfile
from importlib import _bootstrap_external
from importlib.util import source_hash
from pathlib import Path
from types import CodeType

FIXED_DATE = (2020, 1, 1, 0, 0, 0)


def without_docstrings(source: bytes) -> ast.Module:
    """Return the tree of a source without docstrings, which no page reads. Every class has a short
    one instead: a dataclass without any would make its own, from its signature."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        had = ast.get_docstring(node, clean=False) is not None
        if isinstance(node, ast.ClassDef):
            node.body[:had] = [ast.Expr(ast.Constant("."))]
        elif had:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return ast.fix_missing_locations(tree)


def without_lines(code: CodeType) -> CodeType:
    """Return code whose tracebacks have no line numbers."""
    inner = (
        without_lines(const) if isinstance(const, CodeType) else const for const in code.co_consts
    )
    return code.replace(co_consts=tuple(inner), co_linetable=b"")


def byte_code(tree: ast.Module | bytes, source: bytes, shown_as: str, ours: bool) -> bytes:
    """Return the content of a .pyc that Python loads without checking its source. Tracebacks name
    lines of our code only."""
    code = compile(tree, shown_as, "exec", dont_inherit=True, optimize=0 if ours else 2)
    if not ours:
        code = without_lines(code)
    to_pyc = _bootstrap_external._code_to_hash_pyc  # type: ignore[attr-defined]
    return bytes(to_pyc(code, source_hash(source), False))


def mentioned(tree: ast.AST, module: str) -> list[str]:
    """Return all modules that `import` statements of this source name, at any level, sorted."""
    package = module.rpartition(".")[0]
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(filter(None, [package, base]))
            names.add(base)
            names.update(f"{base}.{alias.name}" for alias in node.names)
    return sorted(names)


def compile_library(stock: str, result: str) -> str:
    """Write the library's zip as byte code without docstrings. Return, as JSON, the imports per
    module."""
    library = "/lib/" + Path(result).name
    mentions: dict[str, list[str]] = {}
    with zipfile.ZipFile(stock) as old, zipfile.ZipFile(result, "w") as new:
        for name in sorted(old.namelist()):
            if name.endswith("/"):
                continue
            data = old.read(name)
            if name.endswith(".py"):
                module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
                inside = module + "." if name.endswith("/__init__.py") else module
                mentions[module] = mentioned(ast.parse(data), inside)
                data = byte_code(data, data, f"{library}/{name}", False)
                name += "c"
            entry = zipfile.ZipInfo(name, FIXED_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, data, compresslevel=9)
    return json.dumps(mentions)


def compile_tree(folder: str, cached: bool) -> None:
    """Write byte code beside every source below `folder`; if `cached`, into `__pycache__`
    folders."""
    for path in sorted(Path(folder).rglob("*.py")):
        source = path.read_bytes()
        shown_as = os.path.relpath(path, "/build/app")
        data = byte_code(without_docstrings(source), source, shown_as, True)
        target = path.with_suffix(".pyc")
        if cached:
            target = path.parent / "__pycache__" / f"{path.stem}.cpython-314.pyc"
            target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
