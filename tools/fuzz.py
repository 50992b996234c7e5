"""Fuzz one target, or each in turn, guided by coverage: ``python -m tools.fuzz [TARGET|all] [SECONDS]``.

It needs Atheris (``uv pip install atheris``), which exists for Linux on x86-64 only, so the tests use Hypothesis.
Prints how many inputs were tried. Inputs that reach new code, and inputs that fail, are kept in the corpus under
``.fuzz/``, where the next run begins.
"""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

CORPUS = Path(".fuzz")
INPUT_BYTES = 4096


def main(target: str = "all", seconds: str = "60") -> int:
    """Run each target in a process of its own, because the engine ends it; the exit status."""
    from tools.fuzz_targets import TARGETS

    if find_spec("atheris") is None:
        print("fuzz: Atheris is not installed; uv pip install atheris", file=sys.stderr)
        return 2
    failed = 0
    for name in TARGETS if target == "all" else (target,):
        command = [sys.executable, "-m", "tools.fuzz", "--here", name, seconds]
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False)
        done = re.search(r"Done (\d+) runs", ran.stdout)
        fine = ran.returncode == 0 and done is not None
        print(f"{name:>10}: {done[1] if done else '?':>9} inputs, {'nothing found' if fine else 'FAILED'}", flush=True)
        if not fine:
            failed += 1
            print(ran.stdout[-8000:], flush=True)
    return 1 if failed else 0


def _here(name: str, seconds: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["engine", "bot"]):
        from tools.fuzz_targets import SEEDS, TARGETS
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[name]):
        (folder / f"seed-{number}").write_bytes(seed)
    limits = (f"-max_total_time={seconds}", f"-max_len={INPUT_BYTES}", "-timeout=60", f"-artifact_prefix={folder}/")
    atheris.Setup([sys.argv[0], *limits, str(folder)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        _here(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(main(*sys.argv[1:]))
