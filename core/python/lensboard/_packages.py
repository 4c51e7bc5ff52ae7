"""Imports of packages that lensboard does not depend on."""

from __future__ import annotations

import importlib
from typing import Any


def required(module: str, package: str) -> Any:
    """Imports a module of ``package``. Raises ImportError with advice if the package is not installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise
        raise ImportError(f"{package} is not installed here: python3 -m pip install {package}", name=error.name) from error
