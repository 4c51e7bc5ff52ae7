"""Which modules of a model count."""

import torch


def chosen(modules, types, indices):
    """Those of ``modules`` that are instances of one of ``types`` and stand at one of ``indices``. None admits all."""
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
    """What is registered at modules of a model. ``_add(network, chosen)`` does it."""

    def modules(self, module, types=None, indices=None):
        """Registers at ``module`` and all modules in it, of these types and at these positions in the walk."""
        self._add(module, chosen(_checked(module).modules(), types, indices))
        return self

    def children(self, network, types=None, indices=None):
        """The same one level below ``network``."""
        self._add(network, chosen(_checked(network).children(), types, indices))
        return self


def _checked(network):
    if not isinstance(network, torch.nn.Module):
        raise TypeError(f"expected a torch.nn.Module, found {type(network).__name__}")
    return network
