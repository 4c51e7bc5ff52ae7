"""Records trainings of Lightning, as ``lightning`` or as ``pytorch_lightning``.

    from lensboard.lightning import LensboardCallback

    trainer = lightning.Trainer(callbacks=[LensboardCallback()])
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import torch

from ._packages import required
from ._training_run import RecordedTrainings, TrainingRun

__all__ = ["LensboardCallback"]

if TYPE_CHECKING:
    _Callback = object
    _Logger = object
else:
    _PACKAGES = ("lightning.pytorch", "pytorch_lightning")  # with a copy of the same classes each
    _loaded = [name for name in _PACKAGES if name in sys.modules]
    _installed = [name for name in _PACKAGES if find_spec(name.split(".")[0])]
    _lightning = required([*_loaded, *_installed, *_PACKAGES][0], "lightning")
    _Callback, _Logger = _lightning.Callback, required(f"{_lightning.__name__}.loggers", "lightning").Logger


class LensboardCallback(RecordedTrainings, _Callback):
    """Records each ``Trainer.fit()`` as a run: losses, everything that is logged, lenses, and hyperparameters.

    lenses, tick: as for ``lensboard.Inspector``; by default the usual lenses, and 20 steps
    config: more hyperparameters, besides ``save_hyperparameters()`` and the settings of the trainer and the optimizers
    on_begin: called with the Inspector at the beginning of each training: ``lambda watch: watch.display()``
    options: other arguments of ``lensboard.Inspector``

    A checkpoint of the trainer continues the run. A stop order ends the training after the batch.
    """

    _logger: _RunLogger | None = None

    def on_train_start(self, trainer: Any, pl_module: Any) -> None:
        model = trainer.strategy.model
        self._run.begin(
            model if isinstance(model, torch.nn.Module) else pl_module,
            trainer.optimizers,
            scaler=getattr(trainer.precision_plugin, "scaler", None),
            hparams=_hparams_of(trainer, pl_module),
        )
        self._logger = _RunLogger(self._run)
        trainer.loggers = [*trainer.loggers, self._logger]

    def on_train_epoch_start(self, trainer: Any, pl_module: Any) -> None:
        self._run.before_epoch()

    def on_train_batch_start(self, trainer: Any, pl_module: Any, batch: Any, batch_idx: int) -> None:
        self._run.before_step()

    def on_before_backward(self, trainer: Any, pl_module: Any, loss: torch.Tensor) -> None:
        self._run.before_backward(loss)

    def on_train_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, batch: Any, batch_idx: int) -> None:
        self._run.epoch = trainer.current_epoch + 1
        self._run.push_loss(_loss_of(outputs), train=True)
        if self._run.stop_requested:
            trainer.should_stop = True

    def on_validation_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, batch: Any, batch_idx: int, dataloader_idx: int = 0) -> None:
        self._run.push_loss(_loss_of(outputs), train=False)

    def on_validation_end(self, trainer: Any, pl_module: Any) -> None:
        self._run.after_validation()

    def on_train_end(self, trainer: Any, pl_module: Any) -> None:
        self._run.finish()
        self._remove_logger(trainer)

    def on_exception(self, trainer: Any, pl_module: Any, exception: BaseException) -> None:
        self._run.fail(exception)
        self._remove_logger(trainer)

    def _remove_logger(self, trainer: Any) -> None:
        trainer.loggers = [logger for logger in trainer.loggers if logger is not self._logger]
        self._logger = None

    def state_dict(self) -> dict[str, Any]:
        return self._run.state_dict()

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        self._run.load_state_dict(state_dict)


class _RunLogger(_Logger):
    """Receives all metrics that the trainer logs."""

    def __init__(self, run: TrainingRun) -> None:
        super().__init__()
        self._run = run

    @property
    def name(self) -> str | None:
        return None

    @property
    def version(self) -> str | None:
        return None

    def log_metrics(self, metrics: Mapping[str, Any], step: int | None = None) -> None:
        self._run.push_metrics({name: value for name, value in metrics.items() if name != "epoch"})

    def log_hyperparams(self, params: Any, *args: Any, **kwargs: Any) -> None:
        pass


def _loss_of(outputs: Any) -> Any:
    return outputs.get("loss") if isinstance(outputs, Mapping) else outputs


def _hparams_of(trainer: Any, module: Any) -> dict[str, Any]:
    names = ("max_epochs", "precision", "accumulate_grad_batches", "gradient_clip_val", "world_size")
    settings = {name: getattr(trainer, name) for name in names if getattr(trainer, name) is not None}
    given: dict[str, Any] = {}
    for each in (getattr(trainer, "datamodule", None), module):
        given.update(getattr(each, "hparams", None) or {})
    return {"trainer": settings, **given}
