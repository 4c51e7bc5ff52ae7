"""Finds faults in the graph that autograd makes of a loss: values that are divided twice, activations before a loss that has its own,
targets of language models that are not the next tokens.

A graph has its values until its backward. Pushed later, it still tells its operators.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from ._loop_checks import Backwards, Report

Node = Any  # torch.autograd.graph.Node; torch 1.13 has no name for it

_VIEWS = {
    "View", "UnsafeView", "ReshapeAlias", "Transpose", "T", "Permute", "Squeeze", "Unsqueeze", "Slice", "Select", "Clone", "ToCopy", "Alias",
    "BackwardHookFunction",
}  # fmt: skip
_CROSS_ENTROPIES = ("NllLoss", "NllLoss2D")
_ACTIVATIONS = ("Softmax", "Sigmoid")


class LossGraphs:
    """Looks at the first loss of each of the first steps."""

    _STEPS = 5
    _NEAR, _FAR = 300, 20_000  # most nodes of a graph to visit

    def __init__(self, backwards: Backwards, scaler: Any, report: Report) -> None:
        self._backwards = backwards
        self._scaler = scaler
        self._report = report
        self._steps = 0
        self._has_seen = False  # a loss of this step
        self._mean: _Mean | None = None
        self._divided: list[str | None] = []  # fault and number of each step; None without a fault
        self._shifts = Shifts()
        self._has_activation = False
        self.is_open = True

    def see(self, loss: torch.Tensor) -> None:
        if self._has_seen or loss.grad_fn is None:
            return
        self._has_seen = True
        near = list(_nodes(loss.grad_fn, self._NEAR))
        if not self._has_activation and any(map(_is_activation_before_loss, near)):
            self._has_activation = True
            self._report("activation_before_loss", [], [])
        self._mean = _mean_of(loss)
        targets = list(_targets(near))
        if targets:
            self._see_targets(loss.grad_fn, targets)

    def _see_targets(self, start: Node, targets: list[tuple[torch.Tensor, int]]) -> None:
        nodes = list(_nodes(start, self._FAR))
        inputs = [each for node in nodes if _name(node) == "Embedding" and (each := _saved(node, "indices")) is not None]
        shift = self._shifts.see(targets, inputs)
        if shift == 2:
            self._report("targets_shifted_twice", [], [])
        elif shift == 0 and any(map(_is_causal, nodes)):
            self._report("targets_not_shifted", [], [])

    def after_step(self) -> None:
        self._steps += 1
        self._divided.append(self._mean.divided_twice(self._backwards.count, self._scale()) if self._mean else None)
        self._mean, self._has_seen = None, False
        if self._steps < self._STEPS:
            return
        self.is_open = False
        last = self._divided[-3:]
        if last[0] is not None and len(set(last)) == 1:
            fault, number = last[0].split()
            self._report(fault, [], [number])

    def _scale(self) -> float:
        return 1.0 if self._scaler is None else float(self._scaler.get_scale())


def _nodes(start: Node, most: int) -> Iterator[Node]:
    """Yields the nodes of a graph, the nearest first."""
    nodes, seen = [start], {start}
    for node in nodes:
        yield node
        for each, _ in node.next_functions:
            if each is not None and each not in seen and len(nodes) < most:
                seen.add(each)
                nodes.append(each)


def _name(node: Node) -> str:
    return re.sub(r"Backward\d*$", "", type(node).__name__)


def _saved(node: Node, name: str) -> Any:
    """Returns a value that the node keeps for its backward; None if that is over."""
    try:
        return getattr(node, f"_saved_{name}", None)
    except RuntimeError:
        return None


def _input(node: Node) -> Node | None:
    """Returns the node of the first input, before operators that only change its shape or type."""
    while True:
        node = node.next_functions[0][0] if node.next_functions else None
        if node is None or _name(node) not in _VIEWS:
            return node


def _is_activation_before_loss(node: Node) -> bool:
    """Returns true if the node is a loss that has its own softmax or sigmoid, and its inputs are outputs of another."""
    if _name(node) not in ("LogSoftmax", "BinaryCrossEntropyWithLogits"):
        return False
    before = _input(node)
    return before is not None and _name(before) in _ACTIVATIONS


class _Mean:
    """A mean and the divisions after it.

    rows: size of the batch; 0 if not known
    divisors: of divisions in the graph
    """

    def __init__(self, loss: Any, rows: int, divisors: list[float]) -> None:
        self._rows = rows
        self._divisors = divisors
        self._gradient: float | None = None  # of the value that backward() was called for, by the loss
        loss.register_hook(self._keep)

    def _keep(self, gradient: torch.Tensor) -> None:
        self._gradient = None if gradient.is_meta else float(gradient)

    def divided_twice(self, backwards: int, scale: float) -> str | None:
        """Returns the fault and its number. Factors of two are weights too often."""
        if not self._gradient:
            return None
        later = scale / self._gradient
        divisors = [each for each in (*self._divisors, later) if not _is_near(each, 1)]
        if backwards >= 3 and len(divisors) == 2 and all(_is_near(each, backwards) for each in divisors):
            return f"accumulation_divided_twice {backwards}"
        if backwards == 1 and self._rows >= 3 and len(divisors) == 1 and self._divisors and _is_near(self._divisors[0], self._rows):
            return f"mean_divided {self._rows}"
        return None


def _is_near(a: float, b: float) -> bool:
    return abs(a - b) <= 1e-3 * abs(b)


def _mean_of(loss: torch.Tensor) -> _Mean | None:
    """Returns None if the loss is another thing than a mean that may be divided, or its backward is over."""
    divisors: list[float] = []
    node: Node = loss.grad_fn
    while node is not None and (_name(node) in _VIEWS or _name(node) == "Div"):
        if _name(node) == "Div":
            divisor = _saved(node, "other")
            if divisor is None or torch.as_tensor(divisor).numel() != 1:  # cross entropy of probabilities divides by an int
                return None
            divisors.append(float(divisor))
        node = node.next_functions[0][0]
    if node is None:
        return None
    if _name(node) == "Mean":
        sizes = _saved(node, "self_sym_sizes") or _saved(node, "self_sizes")
        return _Mean(loss, sizes[0] if sizes else 0, divisors)
    if _saved(node, "reduction") != 1 or (values := _saved(node, "self")) is None:
        return None
    return _Mean(loss, values.shape[0], divisors)


def _targets(nodes: Iterable[Node]) -> Iterator[tuple[torch.Tensor, int]]:
    """Yields the targets of cross entropies, and the values that they ignore."""
    for node in nodes:
        if _name(node) in _CROSS_ENTROPIES and (target := _saved(node, "target")) is not None:
            ignored = node._saved_ignore_index
            yield target, ignored - 2**64 if ignored >= 2**63 else ignored


def _is_causal(node: Node) -> bool:
    """Returns true if the node is an attention to earlier tokens only."""
    if _saved(node, "is_causal") is True:
        return True
    mask = _saved(node, "mask") if _name(node) == "MaskedFill" else None
    if mask is None or mask.dim() < 2 or mask.shape[-1] != mask.shape[-2] or mask.shape[-1] < 8 or mask.dtype != torch.bool:
        return False
    first = mask.reshape(-1, *mask.shape[-2:])[0]
    return bool(torch.equal(first, torch.ones_like(first).triu(1)))


class Shifts:
    """By how many tokens targets are shifted against inputs, in each of the first batches."""

    _BATCHES, _LEAST, _KINDS = 2, 64, 8  # batches that must agree, and the least number of tokens and different tokens in each

    def __init__(self) -> None:
        self._of_batches: list[set[int]] = []

    def see(self, targets: list[tuple[torch.Tensor, int]], inputs: list[torch.Tensor]) -> int | None:
        """Returns the shift of all batches with the last of them. 1 if some targets are the next tokens: others may then be anything.

        targets: with the value that is ignored in each
        """
        if len(self._of_batches) == self._BATCHES:
            return None
        self._of_batches.append({shift for target, ignored in targets for tokens in inputs for shift in self._shifts(target, ignored, tokens)})
        if len(self._of_batches) < self._BATCHES:
            return None
        return 1 if any(1 in each for each in self._of_batches) else max(set.intersection(*self._of_batches), default=None)

    def _shifts(self, target: torch.Tensor, ignored: int, tokens: torch.Tensor) -> Iterator[int]:
        if tokens.dim() != 2 or target.numel() < self._LEAST:
            return
        for batch_first in (True, False):
            rows = tokens if batch_first else tokens.t()
            length, rest = divmod(target.numel(), rows.shape[0])
            if rest or not 8 <= length <= rows.shape[1] or rows.shape[1] - length > 3:
                continue
            wanted = target.reshape(rows.shape[0], length) if batch_first else target.reshape(length, rows.shape[0]).t()
            for shift in (0, 1, 2):
                count = min(length, rows.shape[1] - shift)
                is_counted = wanted[:, :count] != ignored
                known: Any = wanted[:, :count][is_counted]
                if len(known) >= self._LEAST and torch.equal(known, rows[:, shift : shift + count][is_counted]) and len(known.unique()) >= self._KINDS:
                    yield shift
