"""Draws the values of a MatplotlibVisualizer."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .visualizer import TagAttributes

EMPTY = "Empty plot"


@dataclass
class Plot:
    """Values by epoch, for each label of a line and each pair of labels of a band."""

    lines: dict[str, dict[int, float]] = field(default_factory=dict)
    bands: dict[tuple[str, str], dict[int, tuple[float, float]]] = field(default_factory=dict)


def compose(tags: Mapping[str, TagAttributes], plots: Mapping[str, Mapping[str, Plot]], arguments: Mapping[str, Any]) -> Figure:
    """Returns a figure with the big plots in the first row, and below a column for each other tag, with a plot for each layer."""
    from matplotlib import pyplot

    empty = [tag for tag in plots if not plots[tag]]
    if empty or not plots:
        warnings.warn(f"{EMPTY}: {', '.join(empty) or 'nothing was measured yet'}", stacklevel=3)
    big = [(tag, plot) for tag in tags if tags[tag].big_plot for plot in plots.get(tag, {}).values()]
    small = [tag for tag in tags if not tags[tag].big_plot and plots.get(tag)]
    rows = max((len(plots[tag]) for tag in small), default=0)
    columns = math.lcm(max(len(big), 1), max(len(small), 1))
    size = max(6.0 * len(big), 4.0 * len(small), 4.0), max(4.0 * bool(big) + 2.0 * rows, 2.0)
    figure = pyplot.figure(**{"figsize": size, "layout": "constrained", **arguments})
    heights = [2.0] * bool(big) + [1.0] * rows
    grid = figure.add_gridspec(len(heights) or 1, columns, height_ratios=heights or None)
    for (tag, plot), place in zip(big, _parts(columns, len(big))):
        _draw(figure.add_subplot(grid[0, place]), tag, tags[tag], plot)
    for tag, place in zip(small, _parts(columns, len(small))):
        for row, (layer, plot) in enumerate(plots[tag].items(), start=bool(big)):
            _draw(figure.add_subplot(grid[row, place]), f"{tag}: {layer}", tags[tag], plot)
    return figure


def _parts(columns: int, count: int) -> list[slice]:
    """Divides the columns of a grid into equal parts."""
    return [slice(columns * i // count, columns * (i + 1) // count) for i in range(count)]


def _draw(axes: Axes, title: str, attributes: TagAttributes, plot: Plot) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_title(title, fontsize="medium")
    if attributes.type.name == "RELATIONS":
        epochs = sorted({epoch for line in plot.lines.values() for epoch in line})
        axes.stackplot(epochs, [[line.get(epoch, 0.0) for epoch in epochs] for line in plot.lines.values()], labels=list(plot.lines))
    else:
        for (low, high), band in plot.bands.items():
            lows, highs = zip(*band.values())
            axes.fill_between(list(band), lows, highs, alpha=0.2, label=f"{low} to {high}")
        for label, line in plot.lines.items():
            axes.plot(list(line), list(line.values()), label=label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if attributes.logy:
        axes.set_yscale("log")
    limits = attributes.ylim or ((0.0, 1.0) if attributes.type.name == "PROBABILITY" else None)
    if limits:
        axes.set_ylim(min(limits), max(limits))
    if attributes.annotate and (plot.lines or plot.bands):
        axes.legend(fontsize="x-small")
