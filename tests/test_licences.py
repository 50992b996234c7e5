"""The page of licences: every library that the image carries has a row, with the licence that its metadata names."""

import re
import tomllib
from importlib.metadata import PackageMetadata, metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
LIBRARIES = dict(re.findall(r"^\| `([a-z0-9.-]+)` \| [^|]+ \| ([^|]+) \|$", PAGE, re.MULTILINE))
RANGES = dict(re.findall(r"^\| `([a-z0-9.-]+)` \| `([^|]+)` \|", PAGE, re.MULTILINE))

BY_HAND = {
    "aiosqlite": "MIT",
    "aiosignal": "Apache-2.0",
    "babel": "BSD-3-Clause AND Unicode-3.0",
    "discord-py": "MIT",
    "numba": "BSD-2-Clause",
    "segno": "BSD-3-Clause",
    "uvloop": "MIT OR Apache-2.0",
}
"""Read in the licence files of these libraries: their metadata has no SPDX expression."""


def canonical(name: str) -> str:
    return re.sub(r"[._]", "-", name.lower())


def carried() -> set[str]:
    """The packages that the lock pins for the image; the build tool is taken out of it again."""
    build = {canonical(Requirement(text).name) for text in PROJECT["dependency-groups"]["build"]}
    return set(re.findall(r"^([a-z0-9-]+)==", LOCK, re.MULTILINE)) - build


def due_here() -> set[str]:
    """The packages that the lock pins for this version of Python."""
    pinned = [Requirement(text) for text in re.findall(r"^([a-z0-9-]+==[^\\\n]+)", LOCK, re.MULTILINE)]
    return {canonical(each.name) for each in pinned if each.marker is None or each.marker.evaluate()}


def licence(name: str, of: PackageMetadata) -> str:
    return BY_HAND.get(name) or of["License-Expression" if "License-Expression" in of else "License"]


def test_every_library_of_the_image_has_a_row() -> None:
    assert {canonical(name) for name in LIBRARIES} == carried(), "docs/licences.md has a row for each, and no other"


@pytest.mark.parametrize("name", sorted(carried() & due_here()))
def test_the_licence_is_the_one_that_the_library_names(name: str) -> None:
    assert LIBRARIES[name] == licence(name, metadata(name))


def test_the_ranges_are_those_of_the_project() -> None:
    wanted = {canonical(each.name): each.specifier for each in map(Requirement, PROJECT["project"]["dependencies"])}
    assert {name: SpecifierSet(text) for name, text in RANGES.items()} == wanted


def test_the_page_says_what_each_licence_asks() -> None:
    explained = set(re.findall(r"^\| ((?:[A-Z0-9][\w.-]+(?: WITH LLVM-exception)?(?:, )?)+) \| ", PAGE, re.MULTILINE))
    names = {name for row in explained for name in row.split(", ")}
    used = {part for text in LIBRARIES.values() for part in re.split(r" AND | OR ", text)}
    assert used - names == set()
