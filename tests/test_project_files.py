"""The files around the code: dependencies are pinned, and the files agree with the code."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.settings import Settings

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[^\s;]+)(?: ; [^\\]+?)?(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)


def pins(lock: str) -> dict[str, str]:
    """Name and version of all that is pinned; fails on anything in the file that is not a pin with its hashes."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert PIN.sub("", text) == ""
    return {pin["name"]: pin["version"] for pin in PIN.finditer(text)}


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.lock", [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]),
        ("requirements-dev.lock", [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]),
    ],
)
def test_every_dependency_is_pinned_within_its_range(lock: str, wanted: list[str]) -> None:
    pinned = pins(lock)
    for requirement in map(Requirement, wanted):
        name = re.sub(r"[._]", "-", requirement.name.lower())
        assert requirement.specifier.contains(pinned[name]), f"run `make lock`: {requirement} is not {pinned[name]}"


def test_both_locks_agree() -> None:
    run, develop = pins("requirements.lock"), pins("requirements-dev.lock")
    assert run.items() <= develop.items()


def test_the_image_sets_settings_that_exist_and_copies_what_is_let_in() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    named = set(re.findall(r"\b((?:PAPAN|DATABASE|DISCORD|TELEGRAM)_[A-Z_]+)=", dockerfile))
    assert named == {"DATABASE_URL", "PAPAN_HEALTH"}
    assert named <= {name.upper() for name in Settings.model_fields}
    let_in = set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE))
    copied = {
        name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE) for name in line.split()
    }
    assert copied == let_in
