"""Reads files of tensors. Accepts only pickled plain values and tensors, so that no other code of a file runs."""

import collections
import pickle
import types
from typing import Any, BinaryIO

import torch

_TENSORS = {"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter"}


class _Unpickler(pickle.Unpickler):
    """Replaces weights_only: in torch 1.13 it cannot read floats."""

    def find_class(self, module: str, name: str) -> Any:
        if module == "torch._utils" and name in _TENSORS:
            return getattr(torch._utils, name)
        if module == "torch" and name.endswith("Storage"):
            return super().find_class(module, name)
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        raise pickle.UnpicklingError(f"{module}.{name} is neither a plain value nor a tensor")


_PICKLE: Any = types.SimpleNamespace(__name__=__name__, Unpickler=_Unpickler, load=pickle.load)  # replaces the module pickle in torch.load


def load(file: BinaryIO) -> Any:
    """Returns the object written to ``file`` by torch.save; tensors are on the CPU."""
    return torch.load(file, map_location="cpu", pickle_module=_PICKLE, weights_only=False)
