"""Writes the stubs of classes that are generated at run time, __init__.pyi and _watchers.pyi: PYTHONPATH=… python3 tests/python/write_stubs.py"""

import inspect
from pathlib import Path
from typing import Any

import lensboard

HEAD = "# Written by tests/python/write_stubs.py from the schema of lenses, monitors and recorders.\n\n"
PACKAGE = (
    HEAD
    + """from ._divergence import Difference, Divergence, diff
from ._engine import __version__, torch_version
from ._health import Evidence, Finding, rules
from ._inspector import Inspector
from ._lens import Lens, Model, Module, Plot, Preprocessor, TagSpec
from ._program import program
from ._run import Run, Series
from ._run import open as open
"""
)
WATCHERS = (
    HEAD
    + """from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from torch import nn

_Point = Literal["mean", "median", "min", "max", "std", "Q1", "Q3", "IQR"]

def kinds() -> list[str]: ...

class Watcher:
    kind: ClassVar[str]
    settings: dict[str, Any]
    _properties: ClassVar[dict[str, dict[str, Any]]]
    def __init__(self, **settings: Any) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _choice(self) -> tuple[str, str]: ...

"""
)
TYPES = {"boolean": "bool", "string": "str", "integer": "int", "number": "float", "object": "Mapping[str, Any]"}
OF_MODULES = ("include", "exclude", "types")  # also accept classes of modules


def type_of(name: str, field: dict[str, Any]) -> str:
    if "enum" in field:
        choices = f"Literal[{', '.join(map(repr, field['enum']))}]".replace("'", '"')
        return "_Point" if f"_Point = {choices}\n" in WATCHERS else choices
    kind = field.get("type", "object")
    if isinstance(kind, list):
        return " | ".join(dict.fromkeys(type_of(name, {**field, "type": each}) for each in kind))
    if kind == "array":
        item = type_of(name, field["items"])
        return f"{item} | Sequence[{item}]" if "enum" in field["items"] else f"Sequence[{item}]"
    return "str | type[nn.Module]" if kind == "string" and name in OF_MODULES else TYPES[kind]


def class_of(kind: str) -> str:
    watcher = getattr(lensboard, kind)
    lines = [f"class {kind}(Watcher):", "    def __init__(", "        self,", "        *,"]
    for name, parameter in inspect.signature(watcher).parameters.items():
        default = "" if parameter.default is parameter.empty else " = ..."
        lines.append(f"        {name}: {type_of(name, watcher._properties[name])}{default},")
    return "\n".join([*lines, "    ) -> None: ...", ""])


def imported(names: list[str]) -> str:
    return "(\n" + "".join(f"    {name},\n" for name in sorted(names)) + ")\n"


def listed(names: list[str]) -> str:
    return "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(names)) + "]\n"


def stubs() -> dict[str, str]:
    """Returns the text of each stub file."""
    kinds = lensboard.kinds()
    return {
        "__init__.pyi": PACKAGE + "from ._watchers import " + imported([*kinds, "Watcher", "kinds"]) + "\n" + listed(lensboard.__all__),
        "_watchers.pyi": WATCHERS + "\n".join(map(class_of, kinds)) + "\n" + listed(kinds),
    }


if __name__ == "__main__":
    for file, text in stubs().items():
        (Path(__file__).parents[2] / "core" / "python" / "lensboard" / file).write_text(text)
