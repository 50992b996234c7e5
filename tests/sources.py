"""The sources of the program as trees, each read once in a process: several tests look through all of them."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(file: Path) -> ast.Module:
    """The tree of a module; it is shared, so nobody changes it."""
    return ast.parse(file.read_bytes())
