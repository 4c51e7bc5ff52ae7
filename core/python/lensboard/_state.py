"""Reads files of tensors. What is pickled in them is made of plain values and tensors; nothing else of it is called."""

import collections
import pickle
from typing import Any, BinaryIO

import torch

_TENSORS = {"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter"}


class _Unpickler(pickle.Unpickler):
    """Stands in for weights_only, with which torch 1.13 reads no float."""

    def find_class(self, module: str, name: str) -> Any:
        if module == "torch._utils" and name in _TENSORS:
            return getattr(torch._utils, name)
        if module == "torch" and name.endswith("Storage"):
            return super().find_class(module, name)
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        raise pickle.UnpicklingError(f"{module}.{name} is neither a plain value nor a tensor")


class _Pickle:
    """What torch.load takes for the module pickle."""

    Unpickler = _Unpickler
    load = staticmethod(pickle.load)


def load(file: BinaryIO) -> Any:
    """What torch.save wrote to ``file``; tensors are on the CPU."""
    return torch.load(file, map_location="cpu", pickle_module=_Pickle, weights_only=False)
