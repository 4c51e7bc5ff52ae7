"""Parameters that several processes divide among them: by FSDP in both versions, by DTensors of tensor parallelism, or by Megatron.

PyTorch has no public access to the parts of parameters at all moments of a step. These private names are used, and only here:

* DTensor: ``_local_tensor``
* FSDPModule: ``_get_fsdp_state()`` and ``_orig_cls_mro_index``; of its state ``_fsdp_param_groups``, or ``_fsdp_param_group`` before torch 2.12; of
  a group ``fsdp_params``, ``reduce_grads`` and ``all_reduce_grads``; of a parameter ``_module_info`` and ``sharded_param``
* FullyShardedDataParallel: ``_handle`` and ``_sync_gradients``; of its handle ``flat_param``, ``uses_sharded_strategy``, ``_use_orig_params``,
  ``_fully_sharded_module`` and ``process_group``; of the flat parameter ``_param_infos``, ``_shared_param_infos``, ``_shard_param_infos``,
  ``_shapes``, ``_params`` and ``_local_shard``

Megatron marks its parameters: ``tensor_model_parallel``, ``partition_dim``, and ``allreduce`` of experts. Its distributed optimizer has ``buffers``; of
a buffer ``params``, ``param_index_map``, ``buckets`` and ``data_parallel_group`` are used; of a bucket ``offset`` and ``grad_data``.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.utils import _pytree

dist: Any = torch.distributed  # its functions exist only if it is available
_ROUNDS = 3  # gradients are complete after callbacks that queue callbacks


class Division:
    """Division of one parameter.

    parameter: the tensor that the optimizer updates
    sizes: sizes of the whole parameter
    group: lowest rank of the processes that have one copy of the parameter together
    has_whole_rows: True if no row along the first dimension is cut
    has_whole_parameter: True if each process has the whole parameter, and a part of its gradients and moments
    key: identifies the parameter, also where it is tied
    """

    parameter: torch.Tensor
    sizes: tuple[int, ...]
    group: int
    has_whole_rows: bool
    has_whole_parameter = False
    key: tuple[int, int]

    def __init__(self, backward: Backward | None = None, is_complete: Callable[[], bool] = lambda: True) -> None:
        self._backward, self._is_complete = backward, is_complete

    def part(self, tensor: torch.Tensor) -> torch.Tensor | None:
        """Returns this process's part of ``tensor``: the parameter, its gradient or a moment of it. None if it is not divided alike."""
        raise NotImplementedError

    def on_gradient(self, notify: Callable[[], object]) -> Registration | None:
        """Calls ``notify`` after each backward pass that completes the gradient. Returns None if autograd accumulates the gradient."""
        return self._backward.add(notify, self._is_complete) if self._backward else None


class OfDTensor(Division):
    def __init__(self, parameter: Any, *backward: Any) -> None:
        super().__init__(*backward)
        self.parameter, self.key = parameter, (id(parameter), 0)
        self.sizes = tuple(parameter.shape)
        self._layout = parameter.device_mesh, parameter.placements
        cut = {getattr(placement, "dim", None) for placement in parameter.placements if not placement.is_replicate()}
        self.has_whole_rows = len(self.sizes) < 2 or cut <= {0}
        place = parameter.device_mesh.get_coordinate() or [0] * len(parameter.placements)
        of_copy = tuple(at if placement.is_replicate() else slice(None) for at, placement in zip(place, parameter.placements))
        self.group = int(parameter.device_mesh.mesh[of_copy].min())

    def part(self, tensor: Any) -> torch.Tensor | None:
        is_alike = type(tensor) is _dtensor() or isinstance(tensor, _dtensor())
        return tensor._local_tensor.detach() if is_alike and (tensor.device_mesh, tensor.placements) == self._layout else None


class OfMegatron(Division):
    """An ordinary tensor. Tensor parallelism gives each process a part of the rows or columns. The distributed optimizer gives each process a stretch
    of the gradient and of the moments.

    ranks: processes with the parts of the rows or columns
    stretch: begin and end among the parameter's own values, and the processes with the others
    """

    def __init__(self, parameter: Any, ranks: list[int], stretch: Stretch | None) -> None:
        super().__init__()
        self.parameter, self.key = parameter, (id(parameter), 0)
        cut = parameter.partition_dim if len(ranks) > 1 else -1
        self.sizes = tuple(size * len(ranks) if i == cut else size for i, size in enumerate(parameter.shape))
        self.group = min(ranks) if stretch is None else min(stretch[2]) + min(ranks) - dist.get_rank()
        self.has_whole_rows = len(self.sizes) < 2 or (stretch is None and cut == 0)
        self.has_whole_parameter = cut == -1
        self._stretch = None if stretch is None else slice(*stretch[:2])
        self._count = parameter.numel() if stretch is None else stretch[1] - stretch[0]

    def part(self, tensor: torch.Tensor) -> torch.Tensor | None:
        if tensor.shape == self.parameter.shape:
            return tensor.detach() if self._stretch is None else tensor.detach().reshape(-1)[self._stretch]
        return tensor.detach() if tuple(tensor.shape) == (self._count,) else None


class OfFlatParameter(Division):
    """A stretch of a flat parameter of FullyShardedDataParallel."""

    def __init__(self, handle: Any, index: int, *backward: Any) -> None:
        super().__init__(*backward)
        self._flat, self._is_sharded, self._is_own = handle.flat_param, handle.uses_sharded_strategy, handle._use_orig_params
        info = self._flat._shard_param_infos[index]
        self._begin, self._count = info.offset_in_shard or 0, info.numel_in_shard or 0
        self.parameter, self.key = self._flat._params[index] if self._is_own else self._flat, (id(self._flat), index)
        self.sizes = tuple(self._flat._shapes[index])
        self.group = min(dist.get_process_group_ranks(handle.process_group)) if self._is_sharded else dist.get_rank()
        self.has_whole_rows = len(self.sizes) < 2 or not self._is_sharded

    def part(self, tensor: torch.Tensor) -> torch.Tensor | None:
        if not self._is_sharded:  # each process has the whole
            return tensor.detach() if tuple(tensor.shape) == self.sizes else None
        if self._is_own and tensor is not self.parameter:
            return tensor.detach() if tuple(tensor.shape) == (self._count,) else None
        local = getattr(self._flat, "_local_shard", self._flat)  # before the first forward the flat parameter itself has the part
        flat = local if tensor is self.parameter else tensor
        return flat.detach()[self._begin : self._begin + self._count] if flat.shape == local.shape else None


def find(root: torch.nn.Module) -> dict[int, dict[str, Division | None]]:
    """Returns the divided parameters by the id of their module, and by name. A parameter that only contains others has None."""
    found: dict[int, dict[str, Division | None]] = {}
    backward, inside = None, ""
    flat, sharded = (_class("torch.distributed.fsdp", name) for name in ("FullyShardedDataParallel", "FSDPModule"))
    for path, module in root.named_modules():
        if not isinstance(module, (flat, sharded)):
            continue
        if backward is None or not path.startswith(inside):
            backward, inside = Backward(module), path and path + "."
        places = _of_flat_parameter(module, backward) if isinstance(module, flat) else _of_fully_shard(module, backward)
        for owner, name, division in places:
            found.setdefault(id(owner), {})[name] = division
    for module in root.modules():
        for name, parameter in module._parameters.items():
            if name in found.get(id(module), {}):
                continue
            division = OfDTensor(parameter) if isinstance(parameter, _dtensor()) else _of_megatron(parameter)
            if division:
                found.setdefault(id(module), {})[name] = division
    return found


def class_name(module: torch.nn.Module) -> str:
    """Returns the name of the module's class, without the one that fully_shard() puts in front of it."""
    kind = type(module)
    return (kind.__mro__[kind._orig_cls_mro_index] if hasattr(kind, "_orig_cls_mro_index") else kind).__name__


def _class(module: str, name: str) -> Any:
    """Returns a class, or an empty tuple unless something imported it."""
    return getattr(sys.modules.get(module), name, ())


def _dtensor() -> Any:
    return _class("torch.distributed.tensor", "DTensor")


def _of_megatron(parameter: Any) -> Division | None:
    known = _stretches.get(id(parameter))
    stretch = known[1] if known and known[0]() is parameter else None
    state = sys.modules.get("megatron.core.parallel_state")
    ranks = [dist.get_rank()] if stretch else []
    if state is not None and getattr(parameter, "tensor_model_parallel", False):
        is_of_experts = not getattr(parameter, "allreduce", True) and hasattr(state, "get_expert_tensor_parallel_group")
        group = state.get_expert_tensor_parallel_group() if is_of_experts else state.get_tensor_model_parallel_group()
        ranks = dist.get_process_group_ranks(group)
    return OfMegatron(parameter, ranks, stretch) if stretch or len(ranks) > 1 else None


Stretch = tuple[int, int, list[int]]  # begin, end, ranks
_stretches: dict[int, tuple[Any, Stretch]] = {}  # of gradients that Megatron's distributed optimizer completes in this process, by the parameter's id


def divide_gradients(optimizer: Any) -> list[torch.Tensor]:
    """Notes the gradients that Megatron's distributed optimizer divides among processes, and returns their parameters."""
    found = [parameter for each in getattr(optimizer, "chained_optimizers", ()) for parameter in divide_gradients(each)]
    for buffer in getattr(optimizer, "buffers", ()) if hasattr(optimizer, "gbuf_ranges") else ():
        ranks = dist.get_process_group_ranks(buffer.data_parallel_group)
        if len(ranks) == 1:
            continue
        for parameter in buffer.params:
            begin, end, bucket = buffer.param_index_map[parameter]
            length = buffer.buckets[bucket].grad_data.numel() // len(ranks)
            first = buffer.buckets[bucket].offset + ranks.index(dist.get_rank()) * length
            from_, to = (min(max(place, begin), end) - begin for place in (first, first + length))
            _stretches[id(parameter)] = weakref.ref(parameter), (from_, to, ranks)
            found.append(parameter)
    return found


def _of_fully_shard(module: Any, backward: Backward) -> Iterator[tuple[torch.nn.Module, str, Division]]:
    state = module._get_fsdp_state()
    groups = state._fsdp_param_groups if hasattr(state, "_fsdp_param_groups") else [state._fsdp_param_group]
    for group in filter(None, groups):

        def is_complete(group: Any = group) -> bool:
            return bool(group.reduce_grads and group.all_reduce_grads)

        for each in group.fsdp_params:
            division, info = OfDTensor(each.sharded_param, backward, is_complete), each._module_info
            yield info.module, info.param_name, division
            for owner, name in zip(info.shared_modules, info.shared_param_names):
                yield owner, name, division


def _of_flat_parameter(module: Any, backward: Backward) -> Iterator[tuple[torch.nn.Module, str, Division | None]]:
    handle = module._handle
    if handle is None:
        return
    places: dict[tuple[int, str], Division] = {}
    for index, info in enumerate(handle.flat_param._param_infos):
        division = OfFlatParameter(handle, index, backward, lambda: bool(module._sync_gradients))
        places[id(info.module), info.param_name] = division
        yield info.module, info.param_name, division
    for info in handle.flat_param._shared_param_infos:
        yield info.module, info.param_name, places[id(info.prim_module), info.prim_param_name]
    if not handle._use_orig_params:
        yield handle._fully_sharded_module, "_flat_param", None


class Registration:
    """A callback of a Backward. set_active: adds or removes it."""

    def __init__(self, set_active: Callable[[bool], object]) -> None:
        self.set_active = set_active


class Backward:
    """Notifies when the backward passes of a wrapped module are over, for gradients that the wrapper sets. Hooks the module only while there is a
    callback. The module is the outermost wrapped one: a framework may call it and not the model around it."""

    def __init__(self, root: torch.nn.Module) -> None:
        self._root = root
        self._handle: torch.utils.hooks.RemovableHandle | None = None
        self._callbacks: dict[int, tuple[Callable[[], object], Callable[[], bool]]] = {}
        self._is_waiting = False

    def add(self, notify: Callable[[], object], is_complete: Callable[[], bool]) -> Registration:
        registration = Registration(lambda is_active: self._set(id(registration), (notify, is_complete) if is_active else None))
        registration.set_active(True)
        return registration

    def _set(self, key: int, callback: tuple[Callable[[], object], Callable[[], bool]] | None) -> None:
        if callback:
            self._callbacks[key] = callback
        else:
            self._callbacks.pop(key, None)
        if self._callbacks and self._handle is None:
            self._handle = self._root.register_forward_hook(self._after_forward)
        elif not self._callbacks and self._handle is not None:
            self._handle.remove()
            self._handle = None

    def _after_forward(self, module: object, inputs: object, output: object) -> None:
        self._is_waiting = False
        if torch.is_grad_enabled():
            for tensor in _pytree.tree_flatten(output)[0]:
                if isinstance(tensor, torch.Tensor) and tensor.requires_grad:
                    register: Any = tensor.register_hook  # has no annotations in some versions
                    register(self._begin)

    def _begin(self, _: torch.Tensor) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self._await(_ROUNDS)

    def _await(self, rounds: int) -> None:
        engine: Any = torch.autograd.Variable._execution_engine
        engine.queue_callback(self._end if rounds == 0 else lambda: self._await(rounds - 1))

    def _end(self) -> None:
        self._is_waiting = False
        for notify, is_complete in list(self._callbacks.values()):
            if is_complete():
                notify()
