"""Loads the extension, which needs the torch that it was built for."""

import torch

try:
    from . import _lensboard
except ImportError as error:
    raise ImportError(
        f"lensboard's extension cannot be loaded into torch {torch.__version__}: {error}. It fits the torch that it was built for "
        "alone; build it again with this one: pip install --no-build-isolation --force-reinstall ."
    ) from error


def _release(version):
    return version.split("+")[0].split(".")[:2]


if _release(_lensboard.torch_version) != _release(torch.__version__):
    raise ImportError(
        f"lensboard was built for torch {_lensboard.torch_version}, and this is torch {torch.__version__}; build it again with this "
        "one: pip install --no-build-isolation --force-reinstall ."
    )

__version__ = _lensboard.__version__
torch_version = _lensboard.torch_version
