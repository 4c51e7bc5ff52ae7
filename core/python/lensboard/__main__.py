"""python3 -m lensboard ARGUMENTS is the program."""

import os
import sys

from ._program import program

if __name__ == "__main__":
    try:
        path = program()
    except FileNotFoundError as error:
        sys.exit(f"lensboard: {error}")
    os.execv(path, [path, *sys.argv[1:]])
