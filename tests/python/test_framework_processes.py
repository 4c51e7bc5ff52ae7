"""Two processes of a framework record one run, with averaged gradients, and continue it."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import lensboard
import pytest
import torch

if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
    pytest.skip("this torch has no Gloo", allow_module_level=True)

SCRIPT = Path(__file__).with_name("framework_training.py")


def unused_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.mark.parametrize("story", ["lightning", "transformers", "accelerate", "accelerate, attached first"])
def test_gradients_are_averaged(tmp_path, story):
    framework = story.split(",")[0]
    pytest.importorskip(framework, reason=f"{framework} is not installed")
    pytest.importorskip("accelerate" if framework == "transformers" else framework, reason="accelerate is not installed")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(unused_port())}
    environment |= {"WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2", "GROUP_RANK": "0", "TORCHELASTIC_RUN_ID": "none", "TOKENIZERS_PARALLELISM": "false"}
    running = [
        subprocess.Popen(
            [sys.executable, str(SCRIPT), str(tmp_path), story],
            env=environment | {"RANK": rank, "LOCAL_RANK": rank}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        for rank in ("0", "1")
    ]  # fmt: skip
    texts = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0], "\n".join(texts)
    norms = [json.loads(line.removeprefix("norms ")) for text in texts for line in text.splitlines() if line.startswith("norms ")]
    assert len(norms) == 2 and norms[0] == norms[1] and len(norms[0]) == 8
    assert [path.name for path in tmp_path.glob("*.lbrun")] == ["run.lbrun"]
    run = lensboard.open(tmp_path / "run.lbrun")
    assert run.status == "finished" and list(dict.fromkeys(run.ticks["step"])) == [2, 4, 6, 8]
    first = next(labels["mean"] for layer, labels in run["Weight Gradient Norm"].items() if layer.endswith("0"))
    assert first.steps.tolist() == [2, 4, 6, 8]
    assert first.values.tolist() == pytest.approx(torch.tensor(norms[0]).reshape(4, 2).mean(1).tolist(), rel=1e-5)
    assert len(run["Loss"]["train_loss mean"]) == 4 and run.hparams
    assert [event["text"] for event in run.events if event["kind"] == "warning"] == []
