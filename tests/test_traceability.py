"""Traceability: a limit of clauses per test, and a check that every test can fail."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from tests.fixtures.sources import parsed
from tests.test_rulebooks import GAMES, ROOT, book, files_of, in_name, names_of, own_tests

# A clause and the ruling it rests on, or two clauses that can only be shown together. With a third,
# a test hardly has an assertion for each.
MOST = 2


@pytest.mark.parametrize("game", GAMES)
def test_a_test_names_at_most_two_clauses(game: str) -> None:
    clauses = frozenset(book(game, "es").clauses)
    many = [
        f"{path.name}: {name}"
        for path in files_of(game)
        for name in names_of(parsed(path))
        if len(in_name(name, clauses)[0]) > MOST
    ]
    assert not many


# -- every test can fail ---------------------------------------------------------------------

# Methods of Playwright and of states, and golden files, that fail when an expectation is not met.
EXPECTING = {
    "check_invariants", "golden", "raises", "to_be_in_viewport", "to_be_visible", "to_contain_text",
    "to_have_attribute", "to_have_count", "wait_for", "wait_for_function", "wait_for_selector",
}  # fmt: skip


@cache
def called(function: ast.AST) -> frozenset[str] | None:
    """Return the names of the functions that a function calls, or None if it asserts something."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return None
        if isinstance(node, ast.Raise) and node.exc and "AssertionError" in ast.unparse(node.exc):
            return None
        if isinstance(node, ast.Call):
            name = node.func
            if ast.unparse(name).rpartition(".")[2] in EXPECTING:
                return None
            if isinstance(name, ast.Name):
                found.add(name.id)
    return frozenset(found)


def checks(function: ast.AST, helpers: set[str]) -> bool:
    """Say whether a function asserts something, itself or through one of these helpers."""
    names = called(function)
    return names is None or not names.isdisjoint(helpers)


def helpers_among(trees: list[ast.Module]) -> set[str]:
    """Return the names of functions that assert something, directly or through one another."""
    functions = [
        node
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("test_")
    ]
    found: set[str] = set()
    while more := {f.name for f in functions if f.name not in found and checks(f, found)}:
        found |= more
    return found


def idle(tree: ast.Module, helpers: set[str]) -> list[str]:
    """Return the tests of a module that cannot fail."""
    return [test.name for test in own_tests(tree) if not checks(test, helpers)]


def test_every_test_asserts_something() -> None:
    trees = {path: parsed(path) for path in (ROOT / "tests").rglob("*.py")}
    helpers = helpers_among(list(trees.values()))
    found = {path.name: names for path, tree in trees.items() if (names := idle(tree, helpers))}
    assert not found


def test_idle_finds_a_test_without_a_check() -> None:
    tree = ast.parse("""
def helper(): assert 1
def other(): helper()
def test_a() -> None: assert 1
def test_b() -> None: other()
def test_c() -> None: print(1)
def test_d() -> None:
    with pytest.raises(ValueError): int("x")
""")
    assert idle(tree, helpers_among([tree])) == ["test_c"]


def test_scripts_of_every_start_are_added_in_one_place() -> None:
    """`at_starts` notes them, so that the next test does not get a page with such a script."""
    found = {
        path.name
        for path in (ROOT / "tests" / "e2e").glob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("page.add_init_script")
    }
    assert found == {"harness.py"}
