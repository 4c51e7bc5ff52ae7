#!/usr/bin/env python3
# The command lensboard of an installation by pip. Starts the program without the package's __init__, because that imports torch.
import importlib.util
import sys

spec = importlib.util.find_spec("lensboard")
if spec is None:
    sys.exit("lensboard: the package lensboard is not installed for this Python; install it again with pip")
sys.modules["lensboard"] = importlib.util.module_from_spec(spec)

from lensboard._program import main  # noqa: E402

main()
