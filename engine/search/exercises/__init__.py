"""Exercises: positions of computer games with exactly one good first step, and their proofs."""
