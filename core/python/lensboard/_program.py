"""The program that shows runs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from ._types import StrPath


def program() -> str:
    """The path of the program: what LENSBOARD_PROGRAM names, or ``lensboard`` beside this package or on PATH.

    Raises FileNotFoundError if there is none.
    """
    named = os.environ.get("LENSBOARD_PROGRAM")
    if named:
        return named
    beside = Path(__file__).parents[2] / "bin" / "lensboard"  # in a folder that it was built in
    found = str(beside) if beside.is_file() else shutil.which("lensboard")
    if not found:
        raise FileNotFoundError("the program lensboard is not on PATH; install it, or set LENSBOARD_PROGRAM to its path")
    return found


def show(path: StrPath) -> subprocess.Popen[bytes]:
    """Opens the program on a run, and returns its process."""
    return subprocess.Popen([program(), os.fspath(path)], start_new_session=True)


def picture(path: StrPath) -> bytes:
    """The plots of a run as a PNG, bytes."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run.png"
        done = subprocess.run(
            [program(), "export", os.fspath(path), "--png", str(out)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(done.stderr.strip() or f"lensboard export ended with {done.returncode}")
        return out.read_bytes()
