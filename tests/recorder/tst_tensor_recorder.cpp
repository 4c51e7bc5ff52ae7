#include "core/model/sequential.h"
#include "core/recorder/hook_registrator.h"
#include "core/recorder/tensor_recorder.h"
#include "tests/support/aten.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/allclose.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/relu.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/linear.h>

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace lensboard;
namespace fs = std::filesystem;
namespace nn = torch::nn;
using recorder::RecordedTensor;
using recorder::RecorderSettings;
using recorder::TensorRecorder;
using recorder::Tensors;

namespace {

/// root: body(fc1, relu), head
struct Net
{
    std::shared_ptr<model::Sequential> root = std::make_shared<model::Sequential>();
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> fc1, head;

    Net()
    {
        at::manual_seed(1);
        const auto body = root->add<model::SequentialImpl>("body");
        fc1 = body->add<nn::LinearImpl>("fc1", 3, 4);
        body->add<nn::ReLUImpl>("relu");
        head = root->add<nn::LinearImpl>("head", 4, 2);
    }
};

enum Id : hook::ModuleId { Root, Body, Fc1, Relu, Head };

RecorderSettings adding()
{
    RecorderSettings settings;
    settings.reduction = [](const at::Tensor &kept, const at::Tensor &next) { return kept + next; };
    return settings;
}

c10::IValue readBack(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return torch::jit::pickle_load(std::vector<char>(std::istreambuf_iterator<char>(file), {}));
}

} // namespace

class TensorRecorderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void walksAreThoseOfPyTorch()
    {
        Net net;
        const hook::ModelTap tap(net.root);
        using Ids = std::vector<hook::ModuleId>;
        QCOMPARE(recorder::modulesOf(tap), (Ids{Root, Body, Fc1, Relu, Head}));
        QCOMPARE(recorder::childrenOf(tap), (Ids{Body, Head}));
        QCOMPARE(recorder::modulesOf(tap, {{"Linear"}, {}}), (Ids{Fc1, Head}));
        QCOMPARE(recorder::modulesOf(tap, {{"Linear"}, {2, 3}}), (Ids{Fc1}));
        QCOMPARE(recorder::childrenOf(tap, {{}, {1}}), (Ids{Head}));
        QCOMPARE(recorder::modulesOf(tap, {}, Body), (Ids{Body, Fc1, Relu}));
        QCOMPARE(recorder::childrenOf(tap, {{}, {0}}, Body), (Ids{Fc1}));
    }

    void everyMomentIsRecorded()
    {
        Net net;
        hook::ModelTap tap(net.root);
        TensorRecorder pre(RecordedTensor::ForwardPre), input(RecordedTensor::ForwardInput), output(RecordedTensor::ForwardOutput),
            gradientIn(RecordedTensor::BackwardInput), gradientOut(RecordedTensor::BackwardOutput);
        for (TensorRecorder *recorder : {&pre, &input, &output, &gradientIn, &gradientOut})
            recorder->record(tap, {Head});
        const at::Tensor x = at::randn({5, 3});
        const at::Tensor hidden = at::relu(x.matmul(net.fc1->weight.t()) + net.fc1->bias);
        const at::Tensor y = net.root->forward(x);
        (y * y).sum().backward();
        QVERIFY(at::allclose(pre.data(0).at(0), hidden));
        QVERIFY(at::equal(input.data(0).at(0), pre.data(0).at(0)));
        QVERIFY(at::equal(output.data(0).at(0), y));
        QVERIFY(at::allclose(gradientOut.data(0).at(0), 2 * y));
        QVERIFY(at::allclose(gradientIn.data(0).at(0), (2 * y).matmul(net.head->weight)));
        QVERIFY(!test::aten(output.data(0)[0]).requires_grad());
    }

    void whatCannotAllBeRecordedIsNotRecorded()
    {
        Net net;
        hook::ModelTap tap(net.root);
        TensorRecorder recorder(RecordedTensor::ForwardOutput);
        recorder.record(tap, {Fc1});
        recorder.deregister();
        QVERIFY_EXCEPTION_THROWN(recorder.record(tap, {Fc1, 99}), std::exception);
        QCOMPARE(tap.hookCount(), std::size_t{0});
        QCOMPARE(recorder.size(), std::size_t{1});
    }

    void orderIsThatOfRegistration()
    {
        Net net;
        hook::ModelTap tap(net.root);
        TensorRecorder recorder(RecordedTensor::ForwardOutput);
        recorder.record(tap, {Head}).record(tap, {Fc1});
        net.root->forward(at::ones({2, 3})); // fc1 runs first
        QCOMPARE(recorder.data(0)[0].size(1), 2);
        QCOMPARE(recorder.data(1)[0].size(1), 4);
    }

    void conditionsReductionsAndSamples()
    {
        Net net;
        hook::ModelTap tap(net.root);
        bool wanted = true;
        RecorderSettings settings = adding();
        settings.condition = [&wanted] { return wanted; };
        TensorRecorder sum(RecordedTensor::ForwardOutput, settings), each(RecordedTensor::ForwardOutput);
        settings = {};
        settings.data = RecorderSettings::Data::Sample;
        TensorRecorder first(RecordedTensor::ForwardOutput, settings);
        for (TensorRecorder *recorder : {&sum, &each, &first})
            recorder->children(tap);
        at::Tensor expected = net.root->forward(at::ones({2, 3})).detach();
        wanted = false;
        net.root->forward(at::randn({2, 3}));
        wanted = true;
        const at::Tensor last = net.root->forward(at::randn({2, 3}));
        QVERIFY(at::allclose(sum.data(1).at(0), expected + last));
        QCOMPARE(sum.data(1).size(), std::size_t(1));
        QCOMPARE(sum.iterSamples(), (std::vector<std::size_t>{2, 2}));
        QCOMPARE(each.data(0).size(), std::size_t(3));
        QCOMPARE(each.samples(1), std::size_t(3));
        QVERIFY(at::equal(first.data(1).at(2), last[0]));
    }

    void whatIsRecordedDoesNotChangeLater()
    {
        Net net;
        hook::ModelTap tap(net.root);
        TensorRecorder recorder(RecordedTensor::ForwardPre);
        recorder.record(tap, {Root});
        at::Tensor x = at::ones({1, 3});
        net.root->forward(x);
        x.fill_(7);
        QCOMPARE(recorder.data(0).at(0).sum().item(), 3.0);
    }

    void removalMovesTheOthersUp()
    {
        Net net;
        hook::ModelTap tap(net.root);
        TensorRecorder recorder(RecordedTensor::ForwardOutput);
        recorder.record(tap, {Fc1, Relu, Head});
        net.root->forward(at::ones({2, 3}));
        const Tensors removed = recorder.remove(0);
        QCOMPARE(removed.at(0).size(1), 4);
        QCOMPARE(recorder.size(), std::size_t(2));
        QCOMPARE(tap.hookCount(), std::size_t(2));
        net.root->forward(at::ones({2, 3}));
        QCOMPARE(recorder.data(1).size(), std::size_t(2));
        QCOMPARE(recorder.data(1)[1].size(1), 2); // still of head
        QVERIFY_EXCEPTION_THROWN((void)recorder.data(2), std::out_of_range);
        QCOMPARE(recorder.bytes(), std::size_t(2 * (8 + 4) * 4));
    }

    void whatIsAppliedStays()
    {
        Net net;
        hook::ModelTap tap(net.root);
        TensorRecorder recorder(RecordedTensor::ForwardOutput, adding());
        recorder.record(tap, {Head});
        const at::Tensor y = net.root->forward(at::ones({2, 3}));
        net.root->forward(at::ones({2, 3}));
        recorder.applySample([](const Tensors &data, std::size_t samples) {
            return Tensors{data.at(0) / static_cast<double>(samples)};
        });
        QVERIFY(at::allclose(recorder.data(0)[0], y));
        recorder.apply([](const Tensors &data) { return Tensors{data.at(0).sum()}; });
        QCOMPARE(recorder.data(0)[0].dim(), 0);
        QCOMPARE(recorder.bytes(), std::size_t(4));
    }

    void memoryHasALimit()
    {
        Net net;
        hook::ModelTap tap(net.root);
        RecorderSettings settings;
        settings.limitBytes = 100;
        TensorRecorder recorder(RecordedTensor::ForwardOutput, settings);
        recorder.record(tap, {Head}); // 16 bytes per forward
        for (int i = 0; i < 20; ++i)
            net.root->forward(at::ones({2, 3}));
        QVERIFY(recorder.isFull());
        QCOMPARE(recorder.data(0).size(), std::size_t(6));
        QCOMPARE(recorder.bytes(), std::size_t(96));
        recorder.clear();
        net.root->forward(at::ones({2, 3}));
        QVERIFY(!recorder.isFull());
        QCOMPARE(recorder.samples(0), std::size_t(1));
    }

    void filesAreThoseOfPyTorch()
    {
        Net net;
        hook::ModelTap tap(net.root);
        TensorRecorder each(RecordedTensor::ForwardOutput), sum(RecordedTensor::ForwardOutput, adding());
        each.record(tap, {Head, Fc1});
        sum.record(tap, {Head});
        net.root->forward(at::ones({2, 3}));
        const at::Tensor y = net.root->forward(at::randn({2, 3}));
        QTemporaryDir folder;
        const fs::path path = folder.path().toStdString();
        each.save(path);
        QVERIFY(readBack(path / "0.pt").toListRef().at(1).toTensor().equal(y));
        QCOMPARE(readBack(path / "1.pt").toListRef().size(), std::size_t(2));
        sum.save(path / "a/b", true);
        QVERIFY(readBack(path / "a/b/0.pt").toTensor().equal(sum.data(0)[0]));
        QVERIFY_EXCEPTION_THROWN(each.save(path / "none"), std::runtime_error);
        QVERIFY_EXCEPTION_THROWN(each.save(path / "0.pt", true), std::runtime_error);
        each.clear();
        each.save(path);
        QVERIFY(readBack(path / "0.pt").toListRef().empty());
    }

    void aDestroyedRecorderLeavesNoHook()
    {
        Net net;
        hook::ModelTap tap(net.root);
        {
            TensorRecorder forward(RecordedTensor::ForwardOutput), backward(RecordedTensor::BackwardInput);
            forward.modules(tap);
            backward.modules(tap, {{"Linear"}, {}});
            QCOMPARE(tap.hookCount(), std::size_t(7));
        }
        QCOMPARE(tap.hookCount(), std::size_t(0));
    }

    void registratorsHangHooksOfOnesOwn()
    {
        Net net;
        hook::ModelTap tap(net.root);
        QList<int> seen;
        auto outputs = recorder::forwardHooks([&seen](hook::ModuleId module, auto, const at::Tensor &) { seen << int(module); });
        auto gradients = recorder::backwardOutputHooks([&seen](hook::ModuleId module, const at::Tensor &) { seen << -int(module); });
        outputs.modules(tap, {{"Linear"}, {}});
        gradients.children(tap);
        net.root->forward(at::ones({2, 3})).sum().backward();
        QCOMPARE(seen, (QList<int>{Fc1, Head, -int(Head), -int(Body)}));
        outputs.remove(0);
        QCOMPARE(outputs.size(), std::size_t(1));
        net.root->forward(at::ones({2, 3}));
        QCOMPARE(seen.size(), 5);
    }
};

QTEST_GUILESS_MAIN(TensorRecorderTest)
#include "tst_tensor_recorder.moc"
