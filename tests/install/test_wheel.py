"""Tests an installed wheel of lensboard, in addition to tests/python. packaging/test --wheel runs it with the wheel's Python.

The environment variable WHEEL is the path of the wheel.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy
import pytest

TOP = Path(__file__).parents[2]
COMMAND = str(Path(sys.executable).parent / "lensboard")
VERSION = importlib.metadata.version("lensboard")
(PACKAGE,) = map(Path, importlib.util.find_spec("lensboard").submodule_search_locations)
RECORDED = next((TOP / "tests" / "data" / "tensorboard").iterdir())
SCREEN = (1280, 800)
PATIENCE_S = 60


needs_torch = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="torch is not installed")
needs_screen = pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed")


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment}, timeout=300)


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-c", code, **environment)


def wait_for(what: Callable[[], bool], message: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, f"{message} within {PATIENCE_S} s"
        time.sleep(0.1)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with a copy of the package."""
    shutil.copytree(PACKAGE, tmp_path / "lensboard", symlinks=True)
    return tmp_path


class Screen:
    """A virtual screen with its pixels in a file."""

    def __init__(self, display: str, file: Path) -> None:
        self.display = display
        self._file = file

    def pixels(self) -> numpy.ndarray:
        """Parses X's window dump: a header with its own length, colours of 12 bytes each, and four bytes per pixel."""
        data = self._file.read_bytes()
        header = numpy.frombuffer(data, ">u4", 25)
        pixels = numpy.frombuffer(data, "<u4", SCREEN[0] * SCREEN[1], int(header[0] + 12 * header[19]))
        return pixels.reshape(SCREEN[1], SCREEN[0]) & 0xFFFFFF


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    server_end, our_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(our_end), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp", "-fbdir", str(tmp_path)],
        pass_fds=[our_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(our_end)
    with os.fdopen(server_end) as answer:
        display = answer.readline().strip()
    yield Screen(f":{display}", tmp_path / "Xvfb_screen0")
    server.terminate()  # also ends the programs on it
    server.wait()


def on_screen(screen: Screen, home: Path) -> dict[str, str]:
    environment = {**os.environ, "DISPLAY": screen.display, "HOME": str(home), "QT_QPA_PLATFORM_PLUGIN_PATH": "/nowhere"}
    environment.pop("QT_QPA_PLATFORM", None)
    return environment


@needs_torch
@needs_screen
def test_lines_of_the_readme_open_a_live_plot(screen: Screen, tmp_path: Path) -> None:
    (lines,) = re.findall(r"```python\n(.*?)```", (TOP / "README.md").read_text(), re.DOTALL)
    begun = time.monotonic()
    training = subprocess.Popen([sys.executable, "-c", lines], cwd=tmp_path, env=on_screen(screen, tmp_path))
    try:
        wait_for(lambda: len(numpy.unique(screen.pixels())) > 100, "no window")
        window_s = time.monotonic() - begun
        for _ in range(3):
            before = screen.pixels()
            time.sleep(1)
            wait_for(lambda: (screen.pixels() != before).mean() > 0.0005, "the plots did not change")  # noqa: B023
        print(f"\nthe window was there after {window_s:.1f} s")
        assert training.poll() is None, "the training ended before its window was live"
    finally:
        training.terminate()
        training.wait()


@pytest.fixture
def no_torch(tmp_path: Path) -> str:
    """A value of PYTHONPATH that hides torch."""
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError(name='torch')")
    return str(tmp_path)


@needs_screen
def test_the_window_opens_a_run_without_torch(screen: Screen, tmp_path: Path, no_torch: str) -> None:
    window = subprocess.Popen([COMMAND, str(RECORDED)], env={**on_screen(screen, tmp_path), "PYTHONPATH": no_torch})
    try:
        wait_for(lambda: len(numpy.unique(screen.pixels())) > 100, "no window")
        assert window.poll() is None
    finally:
        window.terminate()
        window.wait()


def test_the_command_starts_without_torch(no_torch: str) -> None:
    begun = time.monotonic()
    done = run(COMMAND, "--version", PYTHONPATH=no_torch)
    assert done.returncode == 0 and done.stdout == f"lensboard {VERSION}\n", done
    print(f"\nlensboard --version took {time.monotonic() - begun:.2f} s")


def test_the_command_draws_without_a_display(tmp_path: Path) -> None:
    """Also with the wheel's own fonts."""
    picture = tmp_path / "run.png"
    for fonts in ({}, {"FONTCONFIG_FILE": str(PACKAGE / "program" / "fonts.conf")}):
        done = run(COMMAND, "export", str(RECORDED), "--png", str(picture), **fonts)
        assert done.returncode == 0 and picture.read_bytes().startswith(b"\x89PNG"), done.stderr
        assert "ontconfig" not in done.stderr, done.stderr


def test_no_display() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    done = subprocess.run([COMMAND], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "there is no display" in done.stderr, done


def test_no_training_of_experiments(tmp_path: Path) -> None:
    done = run(COMMAND, "train", str(TOP / "resources" / "experiments" / "spirals-mlp.json"), "--out", str(tmp_path / "run.lbrun"))
    assert done.returncode != 0 and "LibTorch" in done.stderr and "packaging/run" in done.stderr, done


@needs_torch
def test_time_to_import() -> None:
    """Prints how long the import takes after torch's, the shortest of five."""
    code = "import time, torch; begun = time.perf_counter(); import lensboard; print(time.perf_counter() - begun)"
    print(f"\nimport lensboard takes {min(float(python(code).stdout) for _ in range(5)):.3f} s after import torch")


@pytest.mark.parametrize(
    ("torch", "message"),
    [
        ("raise ModuleNotFoundError(name='torch')", "lensboard needs torch 1.13 or newer, which is not installed here"),
        ("__version__ = '1.12.1+cu116'", "lensboard needs torch 1.13 or newer; this is torch 1.12.1"),
    ],
)
def test_torch_is_missing_or_too_old(tmp_path: Path, torch: str, message: str) -> None:
    (tmp_path / "torch.py").write_text(torch)
    done = python(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import lensboard")
    assert done.returncode == 1 and message in done.stderr, done.stderr


@needs_torch
def test_extension_of_another_python(package: Path) -> None:
    (extension,) = package.glob("lensboard/_lensboard.*.so")
    extension.rename(extension.with_name("_lensboard.cpython-309-x86_64-linux-gnu.so"))
    done = python("import lensboard", PYTHONPATH=str(package))
    assert "it was installed for cpython-309-x86_64-linux-gnu, and this is" in done.stderr, done.stderr


@needs_torch
def test_glibc_is_too_old(package: Path) -> None:
    """The extension requires a future version of glibc."""
    (extension,) = package.glob("lensboard/_lensboard.*.so")
    contents = extension.read_bytes()
    version = max(re.findall(rb"GLIBC_2\.\d\d", contents))
    extension.write_bytes(contents.replace(version, b"GLIBC_2.99"))
    done = python("import lensboard", PYTHONPATH=str(package))
    assert "need glibc 2." in done.stderr, done.stderr


def refusal_of(wheel: Path, name: str, *options: str) -> str:
    """Returns pip's output for a copy of the wheel under another name."""
    copy = wheel.with_name(name)
    shutil.copyfile(wheel, copy)
    try:
        done = run(sys.executable, "-m", "pip", "install", "--no-deps", "--dry-run", "--no-index", *options, str(copy))
    finally:
        copy.unlink()
    assert done.returncode != 0
    return done.stderr


def test_pip_refuses_wheels_for_other_machines(tmp_path: Path) -> None:
    wheel = Path(shutil.copy(os.environ["WHEEL"], tmp_path))
    for tag in ("manylinux_2_99_x86_64", "manylinux_2_36_aarch64", "win_amd64"):
        name = re.sub(r"manylinux\w+", tag, wheel.name)
        assert f"{name} is not a supported wheel on this platform" in refusal_of(wheel, name)
    other_python = re.sub(r"cp3\d+-cp3\d+", "cp39-cp39", wheel.name)
    assert f"{other_python} is not a supported wheel on this platform" in refusal_of(wheel, other_python)
