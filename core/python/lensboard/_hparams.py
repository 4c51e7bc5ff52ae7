"""Hyperparameters as JSON."""

from __future__ import annotations

import argparse
import dataclasses
import enum
import json
import math
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import torch

_LONGEST_LIST = 100  # items; a longer list is data
_LONGEST_TEXT = 1000
_DEEPEST = 8


def to_json(hparams: Any) -> str:
    """Returns ``hparams``, a dict, an argparse.Namespace or a dataclass, as a JSON object. Objects that JSON lacks become text."""
    return json.dumps(_plain(as_dict(hparams), 0))


def as_dict(hparams: Any) -> dict[str, Any]:
    members = _members(hparams)
    if members is None:
        raise TypeError(f"hyperparameters are a dict, an argparse.Namespace or a dataclass, found {hparams!r}")
    return {str(name): value for name, value in members.items()}


def of_optimizers(optimizers: Iterable[Any]) -> dict[str, Any]:
    """Returns class and settings of each optimizer."""
    found = [_settings(optimizer) for optimizer in optimizers]
    return {"optimizer": found[0] if len(found) == 1 else found} if found else {}


def _settings(optimizer: Any) -> dict[str, Any]:
    groups = getattr(optimizer, "param_groups", None) or [{}]
    given = {**getattr(optimizer, "defaults", {}), **groups[0]}
    settings = {name: value for name, value in given.items() if name not in ("params", "param_names", "initial_lr") and value is not None}
    if "initial_lr" in given:  # set by a scheduler that changes lr
        settings["lr"] = given["initial_lr"]
    return {"kind": type(optimizer).__name__, **settings}


def _members(value: Any) -> Mapping[Any, Any] | None:
    if isinstance(value, Mapping):
        return value
    if isinstance(value, argparse.Namespace):
        return vars(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return None


def _plain(value: Any, depth: int) -> Any:
    if isinstance(value, enum.Enum):
        value = value.value
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    members = _members(value)
    if members is not None and depth < _DEEPEST:
        return {str(name): _plain(each, depth + 1) for name, each in members.items()}
    if isinstance(value, (Sequence, Set)) and not isinstance(value, (bytes, bytearray, memoryview)) and depth < _DEEPEST:
        return [_plain(each, depth + 1) for each in value] if len(value) <= _LONGEST_LIST else f"{len(value)} items"
    if getattr(value, "shape", None) == () and callable(getattr(value, "item", None)):  # a scalar of torch or NumPy
        return _plain(value.item(), depth + 1) if depth < _DEEPEST else str(value)
    return _text(value)


def _text(value: Any) -> str:
    if isinstance(value, type) or (callable(value) and hasattr(value, "__qualname__")):
        return str(value.__qualname__)
    text = str(value)
    is_long = isinstance(value, (torch.nn.Module, torch.optim.Optimizer, torch.Tensor)) or " at 0x" in text
    return type(value).__name__ if is_long else text[:_LONGEST_TEXT].encode("utf-8", "replace").decode()
