"""Finds and starts the program that shows runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:  # it imports torch
    from ._types import StrPath

_HERE = Path(__file__).parent
_BUNDLED = _HERE / "program" / "lensboard"  # installed by pip; wheels include Qt


def program() -> str:
    """Returns the path of the program: LENSBOARD_PROGRAM, or ``lensboard`` in or beside this package, or on PATH.

    Raises FileNotFoundError if there is none.
    """
    named = os.environ.get("LENSBOARD_PROGRAM")
    if named:
        return named
    beside = _HERE.parents[1] / "bin" / "lensboard"  # in a build folder
    found = next((str(path) for path in (_BUNDLED, beside) if path.is_file()), None) or shutil.which("lensboard")
    if not found:
        raise FileNotFoundError(
            "this installation has no window, since Qt 6 and QCustomPlot were missing when it was built. Install a wheel of lensboard, "
            "or set LENSBOARD_PROGRAM to the path of the program"
        )
    return found


def _environment(path: str) -> dict[str, str]:
    """Returns the environment for the program at ``path``. Removes paths for Qt plug-ins and fonts set by other packages, such as cv2, so
    that the program uses the wheel's own."""
    environment = dict(os.environ)
    if path != str(_BUNDLED) or not _BUNDLED.with_name("qt.conf").is_file():
        return environment
    for name in ("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR"):
        environment.pop(name, None)
    if not Path("/etc/fonts/fonts.conf").is_file():
        environment.setdefault("FONTCONFIG_FILE", str(_BUNDLED.with_name("fonts.conf")))
    return environment


def main() -> NoReturn:
    """Replaces this process by the program, with the same arguments."""
    try:
        path = program()
        os.execve(path, [path, *sys.argv[1:]], _environment(path))
    except OSError as error:
        sys.exit(f"lensboard: {error}")


def show(path: StrPath) -> subprocess.Popen[bytes]:
    """Opens the program on a run, and returns its process."""
    found = program()
    return subprocess.Popen([found, os.fspath(path)], env=_environment(found), start_new_session=True)


def picture(path: StrPath) -> bytes:
    """Returns the plots of a run as PNG data."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run.png"
        found = program()
        done = subprocess.run(
            [found, "export", os.fspath(path), "--png", str(out)], env=_environment(found), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(done.stderr.strip() or f"lensboard export ended with {done.returncode}")
        return out.read_bytes()
