"""Runs that other tools write now, compared with the values that were logged and with the tools' own readers."""

import math

import lensboard
import pytest

CONFIG = {"lr": 0.1, "model/width": 64}


def points(run):
    """Steps and values by name; the name of a series is its tag, or tag and layer."""
    names = {(tag, layer): f"{tag}/{layer}" if layer else tag for tag, layer, _ in run.series()}
    return {names[tag, layer]: list(zip(series.steps.tolist(), series.values.tolist(), strict=True)) for tag, layer, series in run.series()}


def same(value, other):
    return value == other or (math.isnan(value) and math.isnan(other))


def test_wandb(tmp_path, monkeypatch):
    wandb = pytest.importorskip("wandb", reason="wandb is not installed")
    monkeypatch.setenv("WANDB_SILENT", "true")
    written = wandb.init(mode="offline", dir=tmp_path, project="p", name="first", config={"lr": 0.1, "model": {"width": 64}})
    logged = {}
    for step in range(200):
        row = {"loss": math.nan if step == 3 else 1 / (step + 1), "train": {"acc": step / 200}}
        written.log(row)
        logged.setdefault("loss", []).append((step, row["loss"]))
        logged.setdefault("train/acc", []).append((step, row["train"]["acc"]))
    written.finish()
    (folder,) = (tmp_path / "wandb").glob("offline-run-*")
    run = lensboard.open(folder)
    read = points(run)
    assert set(read) == set(logged) and run.status == "finished" and run.hparams == CONFIG
    for name, values in logged.items():
        assert len(read[name]) == len(values)
        bad = [(p, q) for p, q in zip(read[name], values, strict=True) if p[0] != q[0] or not same(p[1], q[1])]
        assert not bad, bad[:5]


def test_mlflow(tmp_path):
    mlflow = pytest.importorskip("mlflow", reason="mlflow is not installed")
    pytest.importorskip("sqlalchemy", reason="sqlalchemy is not installed")
    client = mlflow.MlflowClient(f"sqlite:///{tmp_path}/mlflow.db")
    written = client.create_run(client.create_experiment("e"), run_name="first").info.run_id
    for step in range(50):
        client.log_metric(written, "loss", math.nan if step == 3 else 1 / (step + 1), step=step)
    for value in (1.0, 2.0):
        client.log_metric(written, "again", value, step=7)
    for name, value in CONFIG.items():
        client.log_param(written, name, value)
    client.set_terminated(written)
    run = lensboard.open(tmp_path / "mlflow.db")
    read = points(run)
    assert run.status == "finished" and run.hparams == CONFIG and set(read) == {"loss", "again"}
    for name, values in read.items():
        history = client.get_metric_history(written, name)
        assert len(history) == len(values)
        assert all(each.step == step and same(each.value, value) for each, (step, value) in zip(history, values, strict=True))
