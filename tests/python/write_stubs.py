"""Writes lensboard/__init__.pyi, the types of what the schema makes at run time: PYTHONPATH=… python3 tests/python/write_stubs.py"""

import inspect
from pathlib import Path

import lensboard

HEAD = '''# Written by tests/python/write_stubs.py from the schema of lenses, monitors and recorders.

from collections.abc import Sequence
from typing import Any, ClassVar

from ._inspector import Inspector as Inspector
from ._lens import Lens as Lens, Model as Model, Module as Module, Plot as Plot, Preprocessor as Preprocessor, TagSpec as TagSpec
from ._program import program as program
from ._run import Run as Run, Series as Series, open as open

__version__: str
torch_version: str

def kinds() -> list[str]: ...

class Watcher:
    kind: ClassVar[str]
    settings: dict[str, Any]
'''
TYPES = {"boolean": "bool", "string": "str", "integer": "int", "number": "float", "object": "dict[str, Any]"}


def type_of(field):
    kind = field.get("type")
    if isinstance(kind, list):
        return " | ".join(dict.fromkeys(type_of({**field, "type": each}) for each in kind))
    if kind == "array":
        return f"Sequence[{type_of(field.get('items', {}))}]"
    if "enum" in field:
        return "str"
    return TYPES.get(kind, "Any")


def stubs():
    lines = [HEAD]
    for kind in lensboard.kinds():
        watcher = getattr(lensboard, kind)
        lines += [f"class {kind}(Watcher):", "    def __init__(", "        self,", "        *,"]
        for name, parameter in inspect.signature(watcher).parameters.items():
            default = "" if parameter.default is parameter.empty else " = ..."
            lines.append(f"        {name}: {type_of(watcher._properties[name])}{default},")
        lines += ["    ) -> None: ...", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    (Path(__file__).parents[2] / "core" / "python" / "lensboard" / "__init__.pyi").write_text(stubs())
