"""The place of the compiled kernel: a folder that belongs to one state of its source, and to no other."""

import shutil
from pathlib import Path

import pytest

from engine.search import jit


@pytest.fixture
def versions(tmp_path: Path) -> tuple[Path, Path]:
    """The sources of the kernel in two versions that differ in one number."""
    older, newer = tmp_path / "older", tmp_path / "newer"
    for folder in (older, newer):
        for name in jit.SOURCES:
            copy = folder / f"{name}.py"
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(jit.__file__).parent / f"{name}.py", copy)
    with (newer / "evaluate.py").open("a", encoding="utf-8") as file:
        file.write("\nONE_MORE = 1\n")
    return older, newer


def test_a_newer_kernel_never_runs_what_an_older_one_has_compiled(
    versions: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernel"))

    def folder_of(version: Path) -> Path:
        monkeypatch.setattr(jit, "__file__", str(version / "jit.py"))
        folder = jit._cache_folder()
        assert folder
        return folder

    older, newer = versions
    (folder_of(older) / "compiled").touch()
    assert list(folder_of(newer).iterdir()) == []
    assert [path.name for path in folder_of(older).iterdir()] == ["compiled"], "and going back finds what was left"


def test_all_that_is_compiled_counts_as_its_source() -> None:
    search = Path(jit.__file__).parent
    compiled = {
        path.relative_to(search).with_suffix("").as_posix()
        for path in search.rglob("*.py")
        if any(line.startswith(("@kernel", "@inlined")) for line in path.read_text(encoding="utf-8").splitlines())
    }
    assert compiled
    assert compiled <= set(jit.SOURCES)
