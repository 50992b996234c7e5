"""The files around the code: dependencies are pinned, and the files agree with the code."""

import json
import re
import tomllib
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from packaging.requirements import Requirement
from ruamel.yaml import YAML

from bot.bootstrap.environment import BESIDE
from bot.bootstrap.settings import Settings
from bot.foundation import version
from bot.words import LANGUAGES

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


def test_what_comes_from_npm_is_pinned_and_names_no_registry() -> None:
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    packages = {path.removeprefix("node_modules/"): pin for path, pin in lock.items() if path}
    assert wanted == {name: packages[name]["version"] for name in wanted}, "run `make lock`"
    for name, pin in packages.items():
        assert pin["integrity"].startswith("sha512-"), name
        assert "resolved" not in pin, f"{name}: the registry of whoever made the lock is not that of others"


def test_the_image_sets_settings_that_exist_and_copies_what_is_let_in() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    named = set(re.findall(r"\b((?:PAPAN|DATABASE|DISCORD|TELEGRAM)_[A-Z_]+)=", dockerfile))
    assert named == {"DATABASE_URL", "PAPAN_HEALTH", version.COMMIT, version.COMMIT_DATE}
    assert named - BESIDE <= {name.upper() for name in Settings.model_fields}
    let_in = set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE))
    copied = {
        name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE) for name in line.split()
    }
    assert copied == let_in


COMPOSED = ["compose.yaml", "compose.small.yaml"]


def papan_of(file: str) -> dict[str, Any]:
    """The service of a compose file that runs Papan."""
    service: dict[str, Any] = YAML(typ="safe").load(ROOT / file)["services"]["papan"]
    return service


def of_the_image(instruction: str) -> dict[str, str]:
    """The variables that the Dockerfile sets with ENV in the image that is run, or the paths of another instruction."""
    run = (ROOT / "Dockerfile").read_text(encoding="utf-8").rpartition("\nFROM ")[2].replace("\\\n", " ")
    lines = re.findall(rf"^{instruction} (.+)$", run, re.MULTILINE)
    return dict(word.partition("=")[::2] for line in lines for word in line.split())


@pytest.mark.parametrize("file", COMPOSED)
def test_an_upgrade_runs_what_the_newer_image_has_compiled(file: str) -> None:
    """A volume keeps what it held when it was made: over the folder of the kernel, it would hide that of a new image.

    Without one the folder is a part of the container, which an upgrade makes anew. It must be possible to write there:
    on another kind of processor the kernel is compiled again.
    """
    papan, kernel = papan_of(file), PurePosixPath(of_the_image("ENV")["NUMBA_CACHE_DIR"])
    mounted = [*of_the_image("VOLUME"), *papan.get("tmpfs", []), *(each.split(":")[1] for each in papan["volumes"])]
    assert "/data" in mounted
    assert [path for path in map(PurePosixPath, mounted) if path == kernel or path in kernel.parents] == []
    assert not papan.get("read_only", False)


@pytest.mark.parametrize("file", COMPOSED)
def test_a_container_runs_with_no_more_rights_than_it_needs(file: str) -> None:
    papan = papan_of(file)
    assert papan["cap_drop"] == ["ALL"]
    assert papan["security_opt"] == ["no-new-privileges:true"]
    assert "user" not in papan, "the image names one that is not root"
    assert of_the_image("USER") == {"10001:10001": ""}


@pytest.mark.parametrize("file", COMPOSED)
def test_the_settings_of_compose_files_exist(file: str) -> None:
    known = {name.upper() for name in Settings.model_fields}
    assert set(papan_of(file).get("environment", {})) <= known


def test_the_small_compose_file_is_one_process_on_the_file_of_the_image() -> None:
    papan = papan_of("compose.small.yaml")
    assert set(YAML(typ="safe").load(ROOT / "compose.small.yaml")["services"]) == {"papan"}
    assert "deploy" not in papan, "two on one SQLite file would be refused"
    assert "DATABASE_URL" not in papan.get("environment", {})
    assert of_the_image("ENV")["DATABASE_URL"].startswith("sqlite+aiosqlite:////data/")


def test_every_compose_file_is_checked() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert sorted(COMPOSED) == sorted(path.name for path in ROOT.glob("compose*.yaml"))
    assert f"vendor.compose-spec {' '.join(COMPOSED)}\n" in makefile


def test_the_public_checks_are_those_of_ci_run_and_use_only_pinned_actions() -> None:
    workflow = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "ci.yml")
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    assert [step["run"] for step in steps if "run" in step] == [".ci/run"]
    for used in (step["uses"] for step in steps if "uses" in step):
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", used), f"{used} can change"
    assert workflow["permissions"] == {"contents": "read"}


def test_the_image_keeps_the_data_of_the_languages_that_papan_speaks() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (kept,) = re.findall(r"locale-data.*! -regex '\.\*/\\\(([\w\\|]+)\\\)", dockerfile)
    assert set(kept.split("\\|")) == {"root", *LANGUAGES}
