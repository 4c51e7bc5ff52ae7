"""Lenses, monitors and recorders: one class for each kind in the program's schema."""

from __future__ import annotations

import difflib
import inspect
import json
from typing import Any, ClassVar

from ._engine import _lensboard

__all__ = []


class Watcher:
    """A lens, monitor or recorder with its settings. ``lensboard.kinds()`` lists the derived classes."""

    kind: ClassVar[str] = ""
    _properties: ClassVar[dict[str, dict[str, Any]]] = {}

    def __init__(self, **settings: Any) -> None:
        for name in settings:
            if name not in self._properties:
                near = difflib.get_close_matches(name, self._properties, 1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(self._properties)}"
                raise TypeError(f"{self.kind} has no setting {name!r}{hint}")
        self.settings = {name: self._listed(name, value) for name, value in settings.items()}

    def _listed(self, name: str, value: Any) -> Any:
        """Returns ``value`` in a list if the setting is a list: line_aggregation="mean"."""
        return [value] if isinstance(value, str) and self._properties[name].get("type") == "array" else value

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"{type(self).__name__}({settings})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.settings == other.settings

    __hash__ = None

    def _choice(self) -> tuple[str, str]:
        try:
            return self.kind, json.dumps(self.settings, default=_plain)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{self.kind}: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, set, frozenset)):
        return list(value)
    if isinstance(value, type):  # a module class means its name: include=[torch.nn.Linear]
        return value.__name__
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{value!r} is no number, text, list or class of modules")


def _documentation(schema: dict[str, Any]) -> str:
    lines = [schema.get("description", ""), ""]
    for name, field in schema["properties"].items():
        if name != "kind":
            default = f" (default: {json.dumps(field['default'])})" if "default" in field else ""
            lines.append(f"{name}: {field.get('description', '')}{default}")
    return "\n".join(lines)


def _watcher_class(schema: dict[str, Any]) -> type[Watcher]:
    kind = schema["properties"]["kind"]["const"]
    properties = {name: field for name, field in schema["properties"].items() if name != "kind"}
    required = set(schema.get("required", [])) - {"kind"}
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if name in required else field.get("default"),
        )
        for name, field in properties.items()
    ]
    return type(
        kind,
        (Watcher,),
        {
            "kind": kind,
            "_properties": properties,
            "__doc__": _documentation(schema),
            "__signature__": inspect.Signature(parameters),
            "__module__": "lensboard",
        },
    )


_schema = json.loads(_lensboard.json_schema())
for _part in ("lenses", "monitors", "recorders"):
    _items = _schema["properties"][_part]["items"]
    for _kind in _items.get("oneOf", [_items]):
        _class = _watcher_class(_kind)
        globals()[_class.kind] = _class
        __all__.append(_class.kind)


def kinds() -> list[str]:
    """Returns the names of all classes of lenses, monitors and recorders."""
    return list(__all__)
