"""Training of one model in several processes, with torch.distributed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import torch

dist: Any = torch.distributed  # its functions exist only if it is available
_PATIENCE = 300  # seconds, for processes that load their data first
_MESSAGE_AFTER = 10
_made = 0  # number of Inspectors made for all processes


def join(group: Any) -> tuple[int, int, Callable[[bytes], list[bytes]]] | None:
    """Returns this process's rank in ``group``, the group's size, and a function that returns the bytes passed by all processes, by rank.
    Returns None for a process alone. Blocks until every process has made its Inspector."""
    if group is None:
        return None
    if isinstance(group, str):
        if group != "default":
            raise ValueError(f'group is "default", a process group of torch.distributed, or None for this process alone; found {group!r}')
        if not are_several():
            return None
        _await_all()
        group = dist.new_group(backend="gloo")  # a separate group, so that messages do not mix with gradients
    rank, size = dist.get_rank(group), dist.get_world_size(group)
    if rank < 0:
        raise ValueError("this process is none of the group's")
    return None if size == 1 else (rank, size, _Exchange(group))


def are_several() -> bool:
    """Returns True if torch.distributed connects this process with others."""
    return bool(dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1)


def _await_all() -> None:
    """Waits for all processes, and names the missing ones. Without this, new_group() would wait silently until the group's timeout."""
    global _made
    _made += 1
    store = dist.distributed_c10d._get_default_store()
    if store is None:  # MPI has no store
        return
    keys = [f"lensboard/inspector/{_made}/{rank}" for rank in range(dist.get_world_size())]
    store.add(keys[dist.get_rank()], 1)
    begun = time.monotonic()

    def missing(patience: float) -> list[int]:
        """Returns the ranks still missing after ``patience`` seconds. Polls, since a timeout of the store's wait leaves it unusable."""
        while late := [rank for rank, key in enumerate(keys) if store.add(key, 0) == 0]:
            if time.monotonic() - begun > patience:
                return late
            time.sleep(0.05)
        return []

    def message(ranks: list[int], what: str) -> str:
        who = f"process{'es' if len(ranks) > 1 else ''} {', '.join(map(str, ranks[:8]))}{', ...' if len(ranks) > 8 else ''}"
        return f"{what.format(who)}: each process makes one; where one watches alone, it is Inspector(..., group=None)"

    if late := missing(_MESSAGE_AFTER):
        print("lensboard: " + message(late, "waiting for the Inspector of {}"), file=sys.stderr)
        if late := missing(_PATIENCE):
            raise RuntimeError(message(late, f"{{}} made no Inspector within {_PATIENCE} s"))


def when_running(model: torch.nn.Module, callback: Callable[[torch.nn.Module], object]) -> None:
    """Calls ``callback`` once, before the next forward of ``model``: with its wrapper of DistributedDataParallel or FullyShardedDataParallel if that is
    running, else with ``model``."""

    def before_forward(module: torch.nn.Module, _: object) -> None:
        running = _running(module, model)
        if running:
            handle.remove()
            callback(running)

    handle = torch.nn.modules.module.register_module_forward_pre_hook(before_forward)


def _running(module: torch.nn.Module, model: torch.nn.Module) -> torch.nn.Module | None:
    """Returns the wrapper of ``model`` within ``module``, or ``model`` if there is none; None if ``module`` does not wrap ``model``.
    torch.compile() makes wrappers, too."""
    sharded: Any = getattr(sys.modules.get("torch.distributed.fsdp"), "FullyShardedDataParallel", type(None))
    wrapper = None
    inner: Any = module
    while inner is not model:
        if isinstance(inner, (torch.nn.parallel.DistributedDataParallel, sharded)):
            wrapper, inner = inner, inner.module
        elif hasattr(inner, "_orig_mod"):
            inner = inner._orig_mod
        else:
            return None
    return wrapper or model


class _Exchange:
    """An all-gather of bytes. Needs one collective call, or two if a message exceeds the buffer; the buffer then grows."""

    _HEAD = 8  # bytes for the length of a message

    def __init__(self, group: Any) -> None:
        self._group = group
        self._room = 4096
        is_on_gpu = dist.get_backend(group) == "nccl"
        self._device = torch.device("cuda", torch.cuda.current_device()) if is_on_gpu else torch.device("cpu")

    def __call__(self, own: bytes) -> list[bytes]:
        all_bytes = self._gather(own)
        longest = max(int.from_bytes(each[: self._HEAD], "little") for each in all_bytes)
        if longest > self._room - self._HEAD:  # all processes see this at the same call
            self._room = self._HEAD + longest * 3 // 2
            all_bytes = self._gather(own)
        return [each[self._HEAD :][: int.from_bytes(each[: self._HEAD], "little")] for each in all_bytes]

    def _gather(self, own: bytes) -> list[bytes]:
        message = len(own).to_bytes(self._HEAD, "little") + own[: self._room - self._HEAD]
        sent = torch.zeros(self._room, dtype=torch.uint8)
        sent[: len(message)] = torch.frombuffer(bytearray(message), dtype=torch.uint8)
        sent = sent.to(self._device)
        received = [torch.empty_like(sent) for _ in range(dist.get_world_size(self._group))]
        dist.all_gather(received, sent, group=self._group)
        return [each.cpu().numpy().tobytes() for each in received]
