#!/usr/bin/env python3
"""Adds the libraries that a wheel of lensboard needs, Qt and its plug-ins, and their licences: bundle.py WHEEL FOLDER

Called by packaging/wheel. Needs patchelf and Debian's dpkg.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Libraries present in a compatible version on every system with the wheel's glibc.
SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s))\.so(\.\d+)*")
PLUGINS = [
    "iconengines/libqsvgicon.so",
    "imageformats/libqsvg.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "platforms/libqoffscreen.so",
    "platforms/libqwayland-generic.so",
    "platforms/libqxcb.so",
    "wayland-decoration-client/libbradient.so",
    "wayland-shell-integration/libxdg-shell.so",
]
TRANSLATIONS = ["qtbase_de.qm"]
# Fonts for pictures of runs on machines without fonts.
FONTS = [f"/usr/share/fonts/truetype/dejavu/DejaVuSans{style}.ttf" for style in ("", "-Bold", "Mono")]
HEADERS = ["nlohmann-json3-dev", "libcli11-dev"]  # compiled into the program or the extension

QT_CONF = "[Paths]\nPrefix = .\nPlugins = plugins\nTranslations = translations\n"
FONTS_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def output_of(*command: str | Path) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def patch(*arguments: str | Path) -> None:
    subprocess.run(["patchelf", *arguments], check=True)


def libraries_of(files: list[Path]) -> dict[str, Path]:
    """Returns the libraries loaded by ``files``, by soname, without SYSTEM libraries."""
    found: dict[str, Path] = {}
    for file in files:
        for line in output_of("ldd", file).splitlines():
            soname, _, path = line.strip().partition(" => ")
            soname = Path(soname.split()[0]).name
            if SYSTEM.fullmatch(soname):
                continue
            if path.startswith("not found"):
                raise SystemExit(f"packaging: {file} needs {soname}, which is not installed")
            found[soname] = Path(path.rsplit(" (", 1)[0])
    return found


def needed_by(file: Path) -> list[str]:
    return output_of("patchelf", "--print-needed", file).split()


def debian_packages(files: list[Path]) -> set[str]:
    """Returns the Debian packages that ``files`` belong to."""
    # dpkg knows a library by the path in its package: resolved, and on Debian 12 some without /usr.
    names = {file: {str(file.resolve()), str(file.resolve()).removeprefix("/usr")} for file in files}
    search = ["dpkg-query", "--search", *set().union(*names.values())]
    lines = subprocess.run(search, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout.splitlines()
    owners = {path: owner.split(":")[0] for owner, path in (line.rsplit(": ", 1) for line in lines)}
    if strangers := [str(file) for file in files if not names[file] & owners.keys()]:
        raise SystemExit(f"packaging: no Debian package has {', '.join(strangers)}; the licence is unknown")
    return set(owners.values())


class Bundle:
    """The unpacked wheel."""

    def __init__(self, wheel: Path, place: Path) -> None:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", "--dest", place, wheel], check=True, stdout=subprocess.DEVNULL)
        (self.root,) = place.iterdir()
        self.package = self.root / "lensboard"
        self.program = self.package / "program"
        (self.extension,) = self.package.glob("_lensboard.*.so")
        if not (self.program / "lensboard").is_file():
            raise SystemExit(f"packaging: {wheel} has no program; were Qt 6 and QCustomPlot found?")
        self.taken: list[Path] = []  # files copied from the system

    def take(self, source: Path, place: Path) -> Path:
        place.parent.mkdir(parents=True, exist_ok=True)
        self.taken.append(source)
        return Path(shutil.copyfile(source, place))

    def add_libraries(self) -> None:
        """Copies all libraries into program/lib. Libraries loaded by the extension get unique names, because the Python process may have
        other versions of them."""
        qt = Path(output_of("qtpaths6", "--query", "QT_INSTALL_PLUGINS").strip())
        for plugin in PLUGINS:
            self.take(qt / plugin, self.program / "plugins" / plugin)
        plugins = [self.program / "plugins" / plugin for plugin in PLUGINS]
        own = libraries_of([self.extension])
        if strange := [soname for soname in own if "torch" in soname or "c10" in soname]:
            raise SystemExit(f"packaging: the extension must load into every torch, and it needs {', '.join(strange)}")
        names = {soname: soname.replace(".so", "-lensboard.so", 1) for soname in own}
        libraries = []
        for soname, path in sorted((own | libraries_of([self.program / "lensboard", *plugins])).items()):
            library = self.take(path, self.program / "lib" / names.get(soname, soname))
            patch("--set-soname", library.name, library)
            libraries.append(library)
        for file in [self.extension, self.program / "lensboard", *plugins, *libraries]:
            renamed = [argument for soname in needed_by(file) if soname in names for argument in ("--replace-needed", soname, names[soname])]
            # An RPATH, unlike a RUNPATH, has priority over LD_LIBRARY_PATH with its possibly different Qt.
            to_libraries = os.path.relpath(self.program / "lib", file.parent)
            patch(*renamed, "--force-rpath", "--set-rpath", f"$ORIGIN/{to_libraries}", file)

    def add_data(self) -> None:
        translations = Path(output_of("qtpaths6", "--query", "QT_INSTALL_TRANSLATIONS").strip())
        for name in TRANSLATIONS:
            self.take(translations / name, self.program / "translations" / name)
        for font in map(Path, FONTS):
            self.take(font, self.program / "fonts" / font.name)
        (self.program / "qt.conf").write_text(QT_CONF)
        (self.program / "fonts.conf").write_text(FONTS_CONF)

    def add_licences(self) -> None:
        folder = self.program / "licences"
        folder.mkdir()
        common = set()
        for package in sorted(debian_packages(self.taken) | set(HEADERS)):
            text = Path("/usr/share/doc", package, "copyright").read_text(errors="replace")
            (folder / f"{package}.txt").write_text(text)
            common |= set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text))
        for name in sorted(common):
            shutil.copyfile(Path("/usr/share/common-licenses", name), folder / f"{name}.txt")
        for file in importlib.metadata.files("pybind11") or []:
            if file.name == "LICENSE":
                shutil.copyfile(file.locate(), folder / "pybind11.txt")

    def pack(self, folder: Path) -> None:
        """Names the platform in the wheel's tag: this machine's glibc or newer."""
        tag = f"manylinux_{platform.libc_ver()[1].replace('.', '_')}_{platform.machine()}"
        (described,) = self.root.glob("*.dist-info/WHEEL")
        described.write_text(re.sub(r"-linux_\w+", f"-{tag}", described.read_text()))
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "wheel", "pack", "--dest-dir", folder, self.root], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    wheel, folder = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as place:
        bundle = Bundle(wheel, Path(place))
        bundle.add_libraries()
        bundle.add_data()
        bundle.add_licences()
        bundle.pack(folder)


if __name__ == "__main__":
    main()
