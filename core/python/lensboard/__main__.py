"""python3 -m lensboard ARGUMENTS is the program."""

from ._program import main

if __name__ == "__main__":
    main()
