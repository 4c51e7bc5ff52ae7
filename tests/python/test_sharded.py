"""Parameters that several processes divide among them are measured as in a training of one process."""

import os
import subprocess
import sys
from pathlib import Path

import lensboard
import numpy
import pytest
import torch

pytest.importorskip("torch.distributed.tensor.parallel", reason="this torch has no DTensor")
pytest.importorskip("torch.distributed.fsdp", reason="this torch has no FSDP")
if not torch.distributed.is_gloo_available() or not hasattr(torch.distributed.fsdp, "fully_shard"):
    pytest.skip("this torch has no Gloo, or no fully_shard()", allow_module_level=True)

SCRIPT = Path(__file__).with_name("sharded_training.py")
OF_OUTPUTS = ("Output", "Loss")


def trained(folder, story, count):
    """Returns the run of a training in ``count`` processes."""
    folder.mkdir()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(SCRIPT), str(folder)]
    running = [
        subprocess.Popen([*command, str(rank), str(count), story], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for rank in range(count)
    ]
    for text, status in [(process.communicate(timeout=100)[0], process.returncode) for process in running]:
        assert status == 0, text
    assert len(list(folder.glob("*.lbrun"))) == 1
    return lensboard.open(folder / "run.lbrun")


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """Returns the run of one process that trains the whole model, by options."""
    known = {}

    def run(options):
        if options not in known:
            known[options] = trained(tmp_path_factory.mktemp("twin") / "alone", f"alone {options}", 1)
        return known[options]

    return run


def values(run):
    return {(tag, layer, series.name): series.values for tag, layer, series in run.series() if not tag.startswith(OF_OUTPUTS)}


def texts(run):
    return " ".join(event.get("text", "") for event in run.events)


STORIES = [("fsdp2", 2), ("fsdp2 tied", 2), ("fsdp2 accumulate", 2), ("fsdp2 validated clipped", 4), ("fsdp1", 2), ("fsdp1 accumulate validated", 4), ("flat", 2),
           ("tensor", 2), ("tensor accumulate", 4), ("hsdp", 4), ("hybrid", 4), ("fsdp2 late", 2)]  # fmt: skip


@pytest.mark.parametrize(("story", "count"), STORIES, ids=[f"{story} in {count}" for story, count in STORIES])
def test_numbers_are_those_of_the_whole(tmp_path, twin, story, count):
    run = trained(tmp_path / "run", story, count)
    options = " ".join(option for option in story.split()[1:] if option not in ("late", "validated"))
    whole, found = values(twin(options)), values(run)
    assert "drift apart" not in texts(run) and "left out" not in texts(run)
    assert not any("_fsdp" in layer or "_checkpoint" in layer for _, layer, _ in found)
    compared = set()
    for (tag, layer, label), expected in whole.items():
        if tag.startswith(("Weight Condition", "Weight Distribution", "Bias Distribution", "Steps")):
            continue
        is_cut = kind_cuts_rows(story) and "death" in label
        if is_cut and (tag, layer, label) not in found:
            continue
        numpy.testing.assert_allclose(found[tag, layer, label], expected, rtol=1e-5, atol=1e-6, err_msg=f"{tag}, {layer}, {label}")
        compared.add(tag)
    assert len(compared) > 10, compared


def kind_cuts_rows(story):
    return story.startswith(("fsdp1", "flat", "hybrid", "tensor"))
