"""Records trainings of transformers' Trainer."""

import json

import lensboard
import pytest
import torch

transformers = pytest.importorskip("transformers", reason="transformers is not installed")
accelerate = pytest.importorskip("accelerate", reason="accelerate is not installed")
from lensboard.transformers import LensboardCallback  # noqa: E402

LENSES = [lensboard.LossMetrics(), lensboard.ParameterGradientGeometry(), lensboard.ParameterUpdateGeometry()]
LAYER = "bert.encoder.layer.0.output.dense"


class Norms(transformers.TrainerCallback):
    """Gradient norms after the backward pass, before they are clipped and zeroed."""

    def __init__(self, model):
        self.values = []
        self.weight = model.get_parameter(LAYER + ".weight")

    def on_pre_optimizer_step(self, *args, **kwargs):
        self.values.append(self.weight.grad.norm().item())


def bert(dropout=0.0):
    torch.manual_seed(5)
    settings = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16, "vocab_size": 32}
    dropouts = {"hidden_dropout_prob": dropout, "attention_probs_dropout_prob": dropout}
    return transformers.BertForSequenceClassification(transformers.BertConfig(**settings, **dropouts, max_position_embeddings=16))


def samples(count):
    data = torch.Generator().manual_seed(6)
    tokens = torch.randint(32, (count, 8), generator=data)
    return [{"input_ids": row, "attention_mask": torch.ones(8, dtype=torch.long), "labels": int(row[0]) % 2} for row in tokens]


def accuracy(prediction):
    return {"accuracy": float((prediction.predictions.argmax(-1) == prediction.label_ids).mean())}


def trainer(folder, *callbacks, model=None, **settings):
    quiet = {"report_to": [], "disable_tqdm": True, "save_strategy": "no", "use_cpu": True, "logging_steps": 5, "max_grad_norm": 0.0}
    arguments = transformers.TrainingArguments(str(folder / "out"), **{"num_train_epochs": 2, "per_device_train_batch_size": 8, **quiet, **settings})
    return transformers.Trainer(
        model or bert(), arguments, train_dataset=samples(80), eval_dataset=samples(16), compute_metrics=accuracy, callbacks=list(callbacks)
    )


def callback(path, tick="5 steps", **options):
    return LensboardCallback(LENSES, run=path, tick=tick, budget=0, **options)


def of_log(training, name):
    return [entry[name] for entry in training.state.log_history if name in entry]


def test_a_training_is_a_run(run_path, tmp_path):
    model = bert()
    norms = Norms(model)
    training = trainer(tmp_path, norms, callback(run_path, config={"note": "first"}), model=model, eval_strategy="epoch", run_name="mine")
    training.train()
    run = lensboard.open(run_path)
    assert (run.name, run.status) == ("mine", "finished")
    assert list(run.ticks["step"]) == [5, 10, 15, 20] and list(run.ticks["epoch"]) == [1, 1, 2, 2]
    assert run["Loss"]["train_loss mean"].values.tolist() == pytest.approx(of_log(training, "loss"))
    assert run["Metrics"]["learning_rate mean"].values.tolist() == pytest.approx(of_log(training, "learning_rate"))
    for name in ("eval_loss", "eval_accuracy"):
        assert run["Metrics"][f"{name} mean"].values.tolist() == pytest.approx(of_log(training, name))
        assert run["Metrics"][f"{name} mean"].steps.tolist() == [10, 20]
    assert run["Loss"]["val_loss mean"].values.tolist() == pytest.approx(of_log(training, "eval_loss"))
    expected = torch.tensor(norms.values).reshape(4, 5).mean(1).tolist()
    assert run["Weight Gradient Norm"][LAYER]["mean"].values.tolist() == pytest.approx(expected, rel=1e-5)
    hparams = run.hparams
    assert (hparams["per_device_train_batch_size"], hparams["model"]["hidden_size"], hparams["note"]) == (8, 16, "first")
    assert hparams["optimizer"]["kind"] == "AdamW" and hparams["optimizer"]["lr"] == training.args.learning_rate


def test_each_validation_is_a_point(run_path, tmp_path):
    training = trainer(tmp_path, callback(run_path, "100 steps"), eval_strategy="steps", eval_steps=4)
    training.train()
    accuracies = lensboard.open(run_path)["Metrics"]["eval_accuracy mean"]
    assert accuracies.steps.tolist() == [4, 8, 12, 16, 20] and accuracies.values.tolist() == of_log(training, "eval_accuracy")


def test_accumulated_gradients(run_path, tmp_path):
    model = bert()
    norms = Norms(model)
    trainer(tmp_path, norms, callback(run_path), model=model, gradient_accumulation_steps=2).train()
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [5, 10] and len(norms.values) == 10


def test_watching_changes_no_result(run_path, tmp_path):
    losses = []
    for callbacks in ([], [callback(run_path)]):
        training = trainer(tmp_path, *callbacks, model=bert(0.1))  # seeds the dropout
        training.train()
        losses.append(of_log(training, "loss"))
    assert losses[0] == losses[1]


@pytest.mark.skipif(not hasattr(getattr(torch, "compiler", None), "set_stance"), reason="Dynamo of this torch does not trace hooks")
def test_a_compiled_model(run_path, tmp_path, monkeypatch):
    """The trainer compiles the model itself."""
    for name in ("ACCELERATE_DYNAMO_BACKEND", "ACCELERATE_DYNAMO_MODE"):  # it sets these, also for later trainings
        monkeypatch.setenv(name, "no")
        monkeypatch.delenv(name)
    runs = []
    for name, settings in (("eager", {}), ("compiled", {"torch_compile": True, "torch_compile_backend": "eager"})):
        path = run_path.with_name(name + ".lbrun")
        trainer(tmp_path, LensboardCallback([*LENSES, lensboard.OutputNorm()], run=path, tick="5 steps", budget=0), **settings).train()
        runs.append(lensboard.open(path))
        assert [event for event in runs[-1].events if event["kind"] == "notice"] == []
    accelerate.state.AcceleratorState._reset_state(reset_partial_state=True)
    eager, compiled = runs
    assert compiled["Loss"]["train_loss mean"].values.tolist() == pytest.approx(eager["Loss"]["train_loss mean"].values.tolist(), rel=1e-5)
    for tag in ("Weight Gradient Norm", "Weight Update Norm", "Output Norm"):
        assert list(compiled[tag]) == list(eager[tag])
        for layer in eager[tag]:
            assert compiled[tag][layer]["mean"].values.tolist() == pytest.approx(eager[tag][layer]["mean"].values.tolist(), rel=1e-3, abs=1e-7)


def test_a_checkpoint_continues_the_run(run_path, tmp_path):
    saving = {"save_strategy": "steps", "save_steps": 10, "eval_strategy": "steps", "eval_steps": 10}
    one, other = tmp_path / "one.lbrun", tmp_path / "other.lbrun"
    trainer(tmp_path / "whole", callback(one), **saving).train()

    class Ending(transformers.TrainerCallback):
        def on_step_end(self, args, state, control, **kwargs):
            control.should_training_stop = state.global_step == 13

    trainer(tmp_path, callback(other), Ending(), **saving).train()
    assert list(lensboard.open(other).ticks["step"]) == [5, 10, 13]
    trainer(tmp_path, callback(tmp_path / "unused.lbrun"), **saving).train(resume_from_checkpoint=True)
    assert sorted(path.name for path in tmp_path.glob("*.lbrun")) == ["one.lbrun", "other.lbrun"]
    whole, continued = lensboard.open(one), lensboard.open(other)
    assert list(continued.ticks["step"]) == list(whole.ticks["step"]) == [5, 10, 15, 20, 20]  # the summary is logged after the last checkpoint
    assert list(continued.ticks["epoch"]) == [1, 1, 2, 2, 2]
    for tag, label in (("Loss", "train_loss mean"), ("Metrics", "eval_accuracy mean")):
        assert continued[tag][label].values.tolist() == pytest.approx(whole[tag][label].values.tolist(), rel=1e-5)
    for tag in ("Weight Gradient Norm", "Weight Update Norm"):
        assert continued[tag][LAYER]["mean"].values.tolist() == pytest.approx(whole[tag][LAYER]["mean"].values.tolist(), rel=1e-4)


def test_a_checkpoint_without_a_state_begins_a_new_run(run_path, tmp_path):
    saving = {"save_strategy": "steps", "save_steps": 10}
    trainer(tmp_path, num_train_epochs=1, **saving).train()
    with pytest.warns(RuntimeWarning, match=r"no lensboard.pt in .*, so this is a new run from step 10 on"):
        trainer(tmp_path, callback(run_path), **saving).train(resume_from_checkpoint=True)
    assert lensboard.open(run_path).status == "finished"


def test_a_stop_order_ends_the_training(run_path, tmp_path):
    class Stopping(transformers.TrainerCallback):
        def on_step_end(self, args, state, control, **kwargs):
            if state.global_step == 7:
                watching.watch.stop()

    watching = callback(run_path)
    training = trainer(tmp_path, Stopping(), watching)
    training.train()
    assert training.state.global_step == 7 and lensboard.open(run_path).status == "stopped"


def test_hyperparameters_are_readable_by_other_programs(run_path, tmp_path):
    trainer(tmp_path, callback(run_path), num_train_epochs=1).train()
    recorded = lensboard.open(run_path).experiment
    assert list(recorded) == ["hparams"] and "id2label" not in json.dumps(recorded)
