"""Loads the extension. Requires torch 1.13 or newer; import errors name the missing requirement."""

import sys
from pathlib import Path

if sys.version_info < (3, 10):  # noqa: UP036 (run from PYTHONPATH)
    raise ImportError("lensboard needs Python 3.10 or newer; this is Python {}.{}".format(*sys.version_info))

try:
    import torch
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise
    raise ImportError("lensboard needs torch 1.13 or newer, which is not installed here: python3 -m pip install torch") from error


def _release(version: str) -> "tuple[int, ...]":
    """Returns (2, 13) for "2.13.0+cu126"."""
    return tuple(int(part) for part in version.split("+")[0].split(".")[:2])


if _release(torch.__version__) < (1, 13):
    raise ImportError(f"lensboard needs torch 1.13 or newer; this is torch {torch.__version__}: python3 -m pip install --upgrade torch")


def _reason(error: ImportError) -> str:
    """Returns the reason why the extension does not load, with advice."""
    others = sorted(path.name.split(".")[1] for path in Path(__file__).parent.glob("_lensboard.*.so"))
    if isinstance(error, ModuleNotFoundError) or "cannot import name" in str(error):
        return (
            f"it was installed for {', '.join(others) or 'no Python'}, and this is {sys.implementation.cache_tag}. "
            "Install it again with this Python: python3 -m pip install --force-reinstall lensboard"
        )
    if "GLIBC" in str(error) or "CXXABI" in str(error):
        return f"{error}. Its wheels need glibc 2.36 and libstdc++ of GCC 12 or newer; on older systems build it from source"
    return f"{error}. Install it again: python3 -m pip install --force-reinstall lensboard"


try:
    from . import _lensboard as _lensboard
except ImportError as error:
    raise ImportError(f"lensboard's extension cannot be loaded: {_reason(error)}") from error


def check_numpy(version: str, fits_numpy_2: bool) -> None:
    """pybind11 before 2.12 makes arrays for NumPy 1. In NumPy 2 each of their elements is the first one."""
    if not fits_numpy_2 and _release(version) >= (2, 0):
        raise ImportError(
            f"this build of lensboard needs NumPy 1, since it was made with pybind11 before 2.12; found NumPy {version}. "
            "Install lensboard's wheel, or: python3 -m pip install 'numpy<2'"
        )


if "numpy" in sys.modules:  # torch imports it
    check_numpy(sys.modules["numpy"].__version__, _lensboard.fits_numpy_2)

__version__: str = _lensboard.__version__
torch_version: str = torch.__version__
