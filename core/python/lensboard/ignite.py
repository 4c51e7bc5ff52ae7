"""Records trainings of pytorch-ignite.

    from lensboard.ignite import LensboardHandler

    LensboardHandler(model, optimizer).attach(trainer, {"val": evaluator})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from ._inspector import Inspector
from ._packages import required
from ._training_run import RecordedTrainings

__all__ = ["LensboardHandler"]

_Events: Any = required("ignite.engine", "pytorch-ignite").Events


class LensboardHandler(RecordedTrainings):
    """Records each ``trainer.run()`` as a run: losses, metrics of the engines, lenses, and hyperparameters.

    model, optimizer, scaler: as for ``lensboard.Inspector.attach()``
    lenses, tick: as for ``lensboard.Inspector``; by default the usual lenses, and 20 steps
    config: more hyperparameters, besides the optimizers' settings
    output_transform: returns the loss of an iteration, or a dict of numbers with a "loss", from the trainer's output
    on_begin: called with the Inspector at the beginning of each training: ``lambda watch: watch.display()``
    options: other arguments of ``lensboard.Inspector``

    ``state_dict()`` and ``load_state_dict()`` are for ignite's Checkpoint: it continues the run. A stop order ends the training after the
    iteration.
    """

    def __init__(
        self,
        model: torch.nn.Module,
        optimizer: Any = None,
        lenses: Any = None,
        *,
        scaler: Any = None,
        tick: int | str = "20 steps",
        config: Any = None,
        on_begin: Callable[[Inspector], object] | None = None,
        output_transform: Callable[[Any], Any] = lambda output: output,
        **options: Any,
    ) -> None:
        super().__init__(lenses, tick=tick, config=config, on_begin=on_begin, **options)
        self._model = model
        self._optimizers = [] if optimizer is None else [optimizer] if hasattr(optimizer, "param_groups") else list(optimizer)
        self._scaler = scaler
        self._output_transform = output_transform

    def attach(self, trainer: Any, evaluators: Mapping[str, Any] | None = None) -> None:
        """Registers at the engines. Metrics of an evaluator begin with its name: val_accuracy."""
        trainer.add_event_handler(_Events.STARTED, self._begin)
        trainer.add_event_handler(_Events.EPOCH_STARTED, lambda: self._run.before_epoch())
        trainer.add_event_handler(_Events.ITERATION_STARTED, lambda: self._run.before_step())
        trainer.add_event_handler(_Events.ITERATION_COMPLETED, self._end_iteration)
        trainer.add_event_handler(_Events.EPOCH_COMPLETED, lambda engine: self._run.push_metrics(engine.state.metrics))
        trainer.add_event_handler(_Events.COMPLETED, lambda: self._run.finish())
        trainer.add_event_handler(_Events.EXCEPTION_RAISED, self._fail)
        for name, evaluator in (evaluators or {}).items():
            evaluator.add_event_handler(_Events.COMPLETED, self._end_evaluation, name)

    def _begin(self, engine: Any) -> None:
        hparams = {"max_epochs": engine.state.max_epochs, "epoch_length": engine.state.epoch_length}
        self._run.begin(self._model, self._optimizers, scaler=self._scaler, hparams=hparams)

    def _end_iteration(self, engine: Any) -> None:
        self._run.epoch = engine.state.epoch
        output = self._output_transform(engine.state.output)
        if isinstance(output, Mapping):
            self._run.push_metrics({name: value for name, value in output.items() if name != "loss"})
            output = output.get("loss")
        self._run.push_loss(output, train=True)
        if self._run.stop_requested:
            engine.terminate()

    def _end_evaluation(self, engine: Any, name: str) -> None:
        self._run.push_metrics({f"{name}_{metric}": value for metric, value in engine.state.metrics.items()})
        self._run.after_validation()

    def _fail(self, engine: Any, error: BaseException) -> None:
        self._run.fail(error)
        if len(engine._event_handlers[_Events.EXCEPTION_RAISED]) == 1:  # without a handler, ignite raises it
            raise error

    def state_dict(self) -> dict[str, Any]:
        return self._run.state_dict()

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        self._run.load_state_dict(state)
