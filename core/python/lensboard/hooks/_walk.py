"""Selection of a model's modules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from typing_extensions import Self

Types = type[torch.nn.Module] | Iterable[type[torch.nn.Module]] | None
Indices = int | Iterable[int] | None


def chosen(modules: Iterable[torch.nn.Module], types: Types, indices: Indices) -> list[torch.nn.Module]:
    """Returns the ``modules`` that are instances of ``types`` and at one of ``indices``. None selects all."""
    kinds = None if types is None else types if isinstance(types, type) else tuple(types)
    places = None if indices is None else {indices} if isinstance(indices, int) else set(indices)
    found = [
        module
        for index, module in enumerate(modules)
        if (kinds is None or isinstance(module, kinds)) and (places is None or index in places)
    ]
    if not found:
        raise ValueError(f"no module here is of types {types!r} and at indices {indices!r}")
    return found


class Walking:
    """Base of objects that register at modules of a model."""

    def _add(self, network: torch.nn.Module, found: list[torch.nn.Module]) -> None:
        raise NotImplementedError

    def modules(self, module: torch.nn.Module, types: Types = None, indices: Indices = None) -> Self:
        """Registers at ``module`` and all its submodules, if they have one of these types and one of these positions in the walk."""
        self._add(module, chosen(_checked(module).modules(), types, indices))
        return self

    def children(self, network: torch.nn.Module, types: Types = None, indices: Indices = None) -> Self:
        """Same for the direct children of ``network``."""
        self._add(network, chosen(_checked(network).children(), types, indices))
        return self


def _checked(network: torch.nn.Module) -> torch.nn.Module:
    if not isinstance(network, torch.nn.Module):
        raise TypeError(f"expected a torch.nn.Module, found {type(network).__name__}")
    return network
