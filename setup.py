"""Builds the extension with CMake, for the torch that is installed: pip install --no-build-isolation ."""

import os
import re
import subprocess
import sys
from pathlib import Path

import torch
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TOP = Path(__file__).parent


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = Path(self.build_temp).absolute()
        subprocess.run(
            [
                "cmake", "-S", TOP, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DLENSBOARD_PYTHON=ON", "-DLENSBOARD_WINDOW=OFF",
                "-DLENSBOARD_UNITY=ON", "-DLENSBOARD_WERROR=OFF", "-DBUILD_TESTING=OFF", f"-DPython_EXECUTABLE={sys.executable}",
                f"-DCMAKE_PREFIX_PATH={torch.utils.cmake_prefix_path}",
            ],
            check=True,
        )  # fmt: skip
        jobs = str(self.parallel or os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", build, "--target", "lensboard_python", "--parallel", jobs], check=True)
        built = next((build / "python" / "lensboard").glob("_lensboard*.so"))
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(built), str(target))


setup(
    version=re.search(r"project\(Lensboard VERSION ([0-9.]+)", (TOP / "CMakeLists.txt").read_text())[1],
    packages=["lensboard", "lensboard.hooks", "lensboard.monitorch"],
    package_dir={"": "core/python"},
    package_data={"lensboard": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("lensboard._lensboard", [])],
    cmdclass={"build_ext": CMakeBuild},
)
