"""Records trainings of transformers' Trainer.

    from lensboard.transformers import LensboardCallback

    trainer = transformers.Trainer(..., callbacks=[LensboardCallback()])
"""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from . import _processes
from ._optimizers import unwrapped
from ._packages import required
from ._training_run import RecordedTrainings

__all__ = ["LensboardCallback"]

if TYPE_CHECKING:
    _TrainerCallback = object
else:
    _TrainerCallback = required("transformers", "transformers").TrainerCallback

_STATE = "lensboard.pt"  # in a checkpoint's folder


class LensboardCallback(RecordedTrainings, _TrainerCallback):
    """Records each ``Trainer.train()`` as a run: everything that is logged, under the same names, lenses, and hyperparameters.

    lenses, tick: as for ``lensboard.Inspector``; by default the usual lenses, and 20 steps
    config: more hyperparameters, besides the TrainingArguments and the settings of the model and the optimizer
    on_begin: called with the Inspector at the beginning of each training: ``lambda watch: watch.display()``
    options: other arguments of ``lensboard.Inspector``

    ``train(resume_from_checkpoint=True)`` continues the run. A stop order ends the training after the step.
    """

    def on_train_begin(self, args: Any, state: Any, control: Any, model: Any = None, optimizer: Any = None, **kwargs: Any) -> None:
        if state.global_step > 0:
            self._load_state(args, state)
        inner = unwrapped(optimizer)
        begin = functools.partial(
            self._run.begin,
            optimizers=[] if inner is None else [inner],
            scaler=getattr(optimizer, "scaler", None),
            hparams=_hparams_of(args, model),
            name=getattr(state, "trial_name", None) or _name_of(args),
        )
        if args.world_size > 1:
            _processes.when_running(model, begin)  # the trainer does not pass the wrapper
        else:
            begin(model)

    def _load_state(self, args: Any, state: Any) -> None:
        """Loads the run's state from the checkpoint that the training continues."""
        given = [Path(args.resume_from_checkpoint)] if isinstance(args.resume_from_checkpoint, str) else []
        folders = [*given, _checkpoint(args, state)]
        path = next((folder / _STATE for folder in folders if (folder / _STATE).is_file()), None)
        if path is not None:
            self._run.load_state_dict(torch.load(path, weights_only=True))
        else:
            message = f"no {_STATE} in {' or '.join(map(str, folders))}, so this is a new run from step {state.global_step} on"
            warnings.warn(message, RuntimeWarning, stacklevel=2)

    def on_step_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._run.before_step()

    def on_epoch_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._run.before_epoch()

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._run.epoch = max(1, math.ceil(state.epoch))
        if self._run.stop_requested:
            control.should_training_stop = True

    def on_log(self, args: Any, state: Any, control: Any, logs: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        logs = logs or {}
        self._run.push_loss(logs.get("loss"), train=True)
        self._run.push_loss(logs.get("eval_loss"), train=False)
        self._run.push_metrics({name: value for name, value in logs.items() if name not in ("loss", "epoch", "step")})

    def on_evaluate(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._run.after_validation()

    def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        saved = self._run.state_dict()
        folder = _checkpoint(args, state)
        if saved and folder.is_dir():
            torch.save(saved, folder / _STATE)

    def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._run.finish()


def _checkpoint(args: Any, state: Any) -> Path:
    return Path(args.output_dir) / f"checkpoint-{state.global_step}"


def _name_of(args: Any) -> str:
    name = getattr(args, "run_name", None)
    return "" if name is None or name == args.output_dir else str(name)


def _hparams_of(args: Any, model: Any) -> dict[str, Any]:
    config = getattr(model, "config", None)
    settings = {} if config is None else config.to_dict()
    labels = ("id2label", "label2id")  # one entry per class
    return {
        "model": {name: value for name, value in settings.items() if value is not None and name not in labels},
        **{name: value for name, value in args.to_dict().items() if value is not None},
    }
