"""Loads the extension, which works with any torch from 1.13 on."""

import torch

_OLDEST = (1, 13)


def _release(version: str) -> tuple[int, ...]:
    """(2, 13) of "2.13.0+cu126"."""
    return tuple(int(part) for part in version.split("+")[0].split(".")[:2])


if _release(torch.__version__) < _OLDEST:
    raise ImportError(f"lensboard needs torch {_OLDEST[0]}.{_OLDEST[1]} or newer, and this is torch {torch.__version__}: pip install --upgrade torch")

from . import _lensboard  # noqa: E402

__version__: str = _lensboard.__version__
torch_version: str = torch.__version__
