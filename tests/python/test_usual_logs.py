"""Logs of usual healthy trainings have no findings that are problems or warnings. tests/zoo/usual wrote them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

LOGS = sorted(path for path in (Path(__file__).parents[1] / "data" / "usual").rglob("*") if path.is_file())
KINDS = {"ppo": "reinforcement", "dqn": "reinforcement", "a2c": "reinforcement", "logged_gan": "adversarial", "rate_finder": "range-test"}  # of the others, any


@pytest.mark.parametrize("log", LOGS, ids=[f"{log.parts[-3]}-{log.parts[-2]}" for log in LOGS])
def test_a_usual_training_is_healthy(program_path: str, log: Path) -> None:
    said = subprocess.run([program_path, "check", "--json", "--fail-on", "warning", str(log)], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
    judged = json.loads(said.stdout)
    assert judged["ticks"] >= 5
    assert judged["kind"] == KINDS.get(log.parent.name.split("-")[0], judged["kind"])


def test_there_are_logs() -> None:
    assert len(LOGS) >= 10
