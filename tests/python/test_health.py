"""Health rules give the same findings in Python as in the program."""

import json
import subprocess

import lensboard
import pytest
import torch
from conftest import mlp, train


def diverging(run_path, **more):
    """A training with a far too high learning rate."""
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=30.0)
    watch = lensboard.Inspector([lensboard.LossMetrics(), lensboard.ParameterNorm(), lensboard.ParameterUpdateGeometry()], run_path, tick=1)
    watch.attach(model, optimizer)
    return watch, lambda steps: train(model, steps, watch.push_loss, optimizer)


def test_findings_are_those_of_the_command(program_path, run_path):
    watch, go = diverging(run_path)
    with watch:
        go(60)
    run = lensboard.open(run_path)
    findings = run.findings()
    assert findings and findings[0].severity == "problem" and findings[0].advice and findings[0].evidence
    rules = {finding.rule for finding in findings}
    assert rules & {"NotFinite", "LossDiverging"}, rules
    assert "DeadUnits" in run.missing_evidence() and run.missing_evidence()["DeadUnits"] == ["OutputActivation"]
    said = subprocess.run([program_path, "check", "--json", str(run_path)], capture_output=True, text=True)
    assert said.returncode == 1, said.stderr
    assert [each["rule"] for each in json.loads(said.stdout)["findings"]] == [finding.rule for finding in findings]
    assert [finding.rule for finding in run.findings("NotFinite")] == [rule for rule in ["NotFinite"] if rule in rules]


def test_a_callback_can_stop_the_training(run_path):
    watch, go = diverging(run_path)
    found = []

    def stop(finding):
        found.append(finding)
        if finding.severity == "problem":
            watch.stop()

    watch.on_finding(stop)
    with watch:
        for _ in range(60):
            go(1)
            if watch.stop_requested:
                break
    assert watch.stop_requested and found[-1].severity == "problem"
    assert len({(finding.rule, finding.severity) for finding in found}) == len(found)  # each once
    assert lensboard.open(run_path).status == "stopped"


def test_a_healthy_training_has_none(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    with lensboard.Inspector([lensboard.LossMetrics(), lensboard.ParameterGradientGeometry()], run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        watch.on_finding(lambda finding: pytest.fail(str(finding)), rules=["NotFinite", "LossDiverging", "ExplodingGradient"])
        train(model, 80, watch.push_loss, optimizer)
    assert "NotFinite" in lensboard.rules()


def test_the_kind_of_training_can_be_chosen(program_path, run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=4, kind="continued") as watch:
        watch.attach(model, optimizer)
        train(model, 400, watch.push_loss, optimizer)
    run = lensboard.open(run_path)
    assert run.judged_as() == ("continued", "it was chosen")
    assert {finding.severity for finding in run.findings("LossNotDecreasing")} <= {"note"}
    said = subprocess.run([program_path, "check", "--kind", "unknown", str(run_path)], capture_output=True, text=True)
    assert "judged as: unknown, because it was chosen" in said.stdout, said.stdout + said.stderr
    with pytest.raises(ValueError, match="fine-tuning"):
        lensboard.Inspector(lensboard.LossMetrics(), run_path, kind="finetuning")


def test_frozen_layers_tell_fine_tuning(run_path):
    model = mlp()
    for parameter in next(iter(model.children())).parameters():
        parameter.requires_grad = False
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        train(model, 5, watch.push_loss, optimizer)
    kind, reason = lensboard.open(run_path).judged_as()
    assert kind == "fine-tuning" and reason.endswith("layers are frozen"), reason


def test_a_rule_that_there_is_not_is_named(run_path):
    watch, go = diverging(run_path)
    with watch:
        go(5)
        with pytest.raises(ValueError, match="NotFinite"):
            watch.on_finding(print, rules=["NotFinit"])
        with pytest.raises(TypeError, match="callback is a function"):
            watch.on_finding(None)
    with pytest.raises(ValueError, match="NotFinite"):
        lensboard.open(run_path).findings("NotFinit")
