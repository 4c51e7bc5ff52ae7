"""Runs the program: python3 -m lensboard ARGUMENTS."""

from ._program import main

if __name__ == "__main__":
    main()
