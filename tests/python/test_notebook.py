"""The picture of a run in a notebook."""

import base64
import os
import sys

import lensboard
import pytest
from conftest import mlp, train

CELL = """
import lensboard
from conftest import mlp, train
watch = lensboard.Inspector([lensboard.LossMetrics(), lensboard.ParameterNorm()], {path!r}, tick=5)
watch.display(every=0)
model = mlp()
_ = watch.attach(model)
"""
TRAIN = """
import time
for _ in range(3):
    train(model, 10, lambda loss: (watch.push_loss(loss), watch.stepped()))
    watch.flush()
    wait = watch._tick_watches[0]._drawing
    wait and wait.exception()
_ = train(model, 10, lambda loss: (watch.push_loss(loss), watch.stepped()))
"""


def execute(monkeypatch, tmp_path, cells, program_path):
    """Runs the cells in a kernel of this interpreter. Returns their outputs, and all updates of displays as data by type."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("LENSBOARD_PROGRAM", program_path)
    updates = []

    class Client(nbclient.NotebookClient):
        def _update_display_id(self, display_id, message):
            updates.append(message["content"]["data"])
            super()._update_display_id(display_id, message)

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    Client(notebook, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}, timeout=None).execute()
    return [cell["outputs"] for cell in notebook.cells], updates


def test_the_picture_is_replaced_in_place(monkeypatch, tmp_path, program_path):
    cells = [CELL.format(path=str(tmp_path / "run.lbrun")), TRAIN, "watch.close()"]
    outputs, updates = execute(monkeypatch, tmp_path, cells, program_path)
    assert [len(each) for each in outputs] == [1, 0, 0], outputs
    assert base64.b64decode(outputs[0][0]["data"]["image/png"]).startswith(b"\x89PNG")
    pictures = [each["image/png"] for each in updates if "image/png" in each]
    assert len(set(pictures)) >= 3


def test_the_last_line_of_a_cell_is_a_picture(monkeypatch, tmp_path, program_path):
    cells = [CELL.format(path=str(tmp_path / "run.lbrun")).replace("watch.display(every=0)", ""), "train(model, 3, watch.push_loss)\nwatch.tick()\nwatch"]
    outputs, _ = execute(monkeypatch, tmp_path, cells, program_path)
    shown = outputs[1][-1]["data"]
    assert shown["text/plain"].startswith("<lensboard.Inspector of") and base64.b64decode(shown["image/png"]).startswith(b"\x89PNG")


@pytest.fixture
def no_program(monkeypatch):
    def program():
        raise FileNotFoundError("this installation has no window")

    monkeypatch.setattr("lensboard._program.program", program)


def test_without_the_program_the_text_remains(run_path, no_program):
    with lensboard.Inspector(lensboard.LossMetrics(), run_path) as watch:
        train(mlp(), 3, watch.push_loss)
        watch.tick()
        assert watch._repr_png_() is None and "run.lbrun" in repr(watch)
    assert watch._repr_png_() is None


def test_outside_of_a_notebook_the_view_is_refused(run_path):
    with lensboard.Inspector(lensboard.LossMetrics(), run_path) as watch:
        with pytest.raises((ImportError, RuntimeError), match=r"ipython is not installed|display\(\) needs a notebook; show\(\) opens a window"):
            watch.display()


def test_an_error_of_drawing_is_shown_and_ends_nothing(run_path, no_program, monkeypatch):
    IPython = pytest.importorskip("IPython", reason="IPython is not installed")
    shown = []

    class Handle:
        def update(self, data, raw):
            shown.append(data)

    monkeypatch.setattr(IPython, "get_ipython", lambda: object())
    monkeypatch.setattr("IPython.display.display", lambda *args, **kwargs: Handle())
    with lensboard.Inspector(lensboard.LossMetrics(), run_path) as watch:
        watch.display()
        train(mlp(), 3, watch.push_loss)
        watch.tick()
    assert shown[-1] == {"text/plain": "lensboard: this installation has no window"}
    assert lensboard.open(run_path).status == "finished"
