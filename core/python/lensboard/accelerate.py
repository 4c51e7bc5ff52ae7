"""Records the metrics that accelerate logs.

    from lensboard.accelerate import LensboardTracker

    accelerator = accelerate.Accelerator(log_with=LensboardTracker(watch))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._inspector import Inspector
from ._packages import required
from ._training_run import is_number

__all__ = ["LensboardTracker"]

if TYPE_CHECKING:
    _GeneralTracker = object
else:
    _GeneralTracker = required("accelerate.tracking", "accelerate").GeneralTracker


class LensboardTracker(_GeneralTracker):
    """Records the values of ``Accelerator.log()`` as metrics, and the configuration of ``init_trackers()`` as hyperparameters.

    ``end_training()`` closes the Inspector.
    """

    name = "lensboard"
    requires_logging_directory = False
    main_process_only = False  # each process pushes to its own Inspector

    def __init__(self, watch: Inspector) -> None:
        super().__init__()
        self._watch = watch

    @property
    def tracker(self) -> Inspector:
        return self._watch

    def store_init_configuration(self, values: dict[str, Any]) -> None:
        self._watch.hparams = {**self._watch.hparams, **values}

    def log(self, values: Mapping[str, Any], step: int | None = None, **kwargs: Any) -> None:
        for name, value in values.items():
            if is_number(value):
                self._watch.push_metric(name, float(value))

    def finish(self) -> None:
        self._watch.close()
