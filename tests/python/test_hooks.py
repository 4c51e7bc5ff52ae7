"""torchfunc's recorders and registrators."""

import gc

import pytest
import torch
from conftest import mlp
from lensboard.hooks import recorders, registrators


def batches(count=3):
    torch.manual_seed(2)
    return [torch.randn(5, 4, requires_grad=True) for _ in range(count)]


def train(model, inputs):
    for x in inputs:
        model(x).square().mean().backward()


def test_each_recorder_keeps_its_moment():
    model = mlp()
    kinds = [recorders.ForwardPre, recorders.ForwardInput, recorders.ForwardOutput, recorders.BackwardInput, recorders.BackwardOutput]
    all_ = [kind().modules(model, types=torch.nn.Linear) for kind in kinds]
    gradients = []
    handle = model[2].register_full_backward_hook(lambda module, inputs, outputs: gradients.append((inputs[0], outputs[0])))
    inputs = batches()
    train(model, inputs)
    handle.remove()
    for recorder in all_:
        recorder.detach()
        assert len(recorder) == 2 and [recorder.module(index) for index in range(2)] == ["0", "2"]
        assert list(recorder.iter_samples()) == [3, 3]
        assert not any(tensor.requires_grad for data in recorder for tensor in data)
    hidden = [model[1](model[0](x)) for x in inputs]
    for index, expected in enumerate([hidden, hidden, [model[2](h) for h in hidden], *zip(*gradients)]):
        torch.testing.assert_close(all_[index][1], [tensor.detach() for tensor in expected])


def test_reductions_conditions_and_samples(tmp_path):
    model = mlp()
    wanted = iter([True, False, True])
    total = recorders.ForwardPre(reduction=lambda kept, new: kept + new).children(model, indices=(0, 2))
    some = recorders.ForwardOutput(condition=lambda: next(wanted), data="sample").children(model, types=(torch.nn.ReLU,))
    inputs = batches()
    train(model, inputs)
    total.detach()
    some.detach()
    torch.testing.assert_close(total[0], sum(x.detach() for x in inputs))
    torch.testing.assert_close(some.data, [[torch.relu(model[0](inputs[index]))[0].detach() for index in (0, 2)]])
    assert some.samples(0) == 2 and total.samples(1) == 3
    total.save(tmp_path / "new" / "folder", mkdir=True)
    some.save(tmp_path)
    torch.testing.assert_close(torch.load(tmp_path / "new" / "folder" / "0.pt"), total[0])
    torch.testing.assert_close(torch.load(tmp_path / "0.pt"), some[0])
    total.apply_sample(lambda data, samples: data / samples)
    torch.testing.assert_close(total[0], sum(x.detach() for x in inputs) / 3)
    some.apply(torch.stack)
    assert some[0].shape == (2, 8)


def test_a_subrecorder_that_is_removed_leaves_the_others_in_place():
    model = mlp()
    recorder = recorders.ForwardOutput().modules(model)
    assert len(recorder) == 4
    (x,) = batches(1)
    model(x)
    torch.testing.assert_close(recorder.remove(1), [model[0](x).detach()])
    model(x)
    assert [recorder.module(index) for index in range(3)] == ["", "1", "2"]
    assert list(recorder.iter_samples()) == [2, 2, 2]
    assert recorder[1][1].shape == (5, 8) and not model[0]._forward_hooks
    recorder.detach()
    model(x)
    assert list(recorder.iter_samples()) == [2, 2, 2]


def test_a_recorder_that_is_gone_leaves_no_hook():
    model = mlp()
    recorder = recorders.BackwardOutput(reduction=torch.add).modules(model)
    assert model[0]._forward_hooks
    del recorder
    gc.collect()
    assert not any(module._forward_hooks for module in model.modules())


def test_memory_has_a_limit():
    model = mlp()
    recorder = recorders.ForwardPre(limit_bytes=200).children(model, indices=[0])
    with pytest.warns(UserWarning, match="limit_bytes=200"):
        train(model, batches())
    assert recorder.is_full and recorder.samples(0) == 2


def test_wrappers_and_bad_arguments(tmp_path):
    model = mlp()
    recorder = recorders.ForwardOutput().modules(torch.nn.DataParallel(model), types=torch.nn.Linear)
    train(model, batches(1))
    assert [recorder.module(index) for index in range(2)] == ["0", "2"] and recorder.samples(1) == 1
    with pytest.raises(ValueError, match="no module here"):
        recorders.ForwardPre().modules(model, types=torch.nn.Conv2d)
    with pytest.raises(TypeError, match="torch.nn.Module"):
        recorders.ForwardPre().modules([model])
    with pytest.raises(ValueError, match='"batch" or "sample"'):
        recorders.ForwardPre(data="all")
    with pytest.raises(FileNotFoundError):
        recorder.save(tmp_path / "missing")
    with pytest.raises(IndexError):
        recorder.samples(5)


def test_registrators():
    model = mlp()
    seen = []
    before = registrators.ForwardPre(lambda module, inputs: (inputs[0] * 2,)).modules(model, indices=1)
    after = registrators.Forward(lambda module, inputs, output: seen.append(type(module))).children(model, types=[torch.nn.Linear])
    backward = registrators.Backward(lambda module, inputs, outputs: seen.append(outputs[0].shape)).children(model, indices=[2])
    (x,) = batches(1)
    output = model(x)
    torch.testing.assert_close(output, model[2](torch.relu(torch.nn.functional.linear(2 * x, model[0].weight, model[0].bias))))
    seen.clear()
    model(x).sum().backward()
    assert seen == [torch.nn.Linear, torch.nn.Linear, (5, 2)]
    after.remove(0)
    assert len(after) == 1 and len(before) == 1 and list(backward) == backward.handles
    assert len(model[0]._forward_hooks) == 0 and len(model[2]._forward_hooks) == 1
    with pytest.raises(TypeError, match="function"):
        registrators.Forward(3)
