#include "core/hook/operator_taps.h"
#include "core/hook/script_taps.h"
#include "core/model/sequential.h"
#include "core/monitor/monitor_constructor.h"
#include "core/reducer/general_reducers.h"
#include "core/reducer/trace_reducers.h"
#include "tests/support/aten.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/allclose.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/tensor.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>

#include <QTest>

using namespace lensboard;
namespace nn = torch::nn;
using monitor::StateMonitor;

namespace {

/// root: body(fc, norm), relu
struct Net
{
    std::shared_ptr<model::Sequential> root = std::make_shared<model::Sequential>();
    std::shared_ptr<hook::Tapped<nn::BatchNorm1dImpl>> norm;

    Net()
    {
        at::manual_seed(1);
        const auto body = root->add<model::SequentialImpl>("body");
        body->add<nn::LinearImpl>("fc", 3, 4);
        norm = body->add<nn::BatchNorm1dImpl>("norm", 4);
        root->add<nn::ReLUImpl>("relu");
    }
};

enum Id : hook::ModuleId { Root, Body, Fc, Norm, Relu };

std::unique_ptr<reducer::Reducer> history(double length = 8)
{
    return std::make_unique<reducer::PassthroughReducer>(reducer::History{1, length});
}

std::size_t seen(const monitor::Monitor &monitor)
{
    return monitor.reducer().observations();
}

/// Returns a script that keeps its state in attributes: a counter, and a tensor that is None at first.
torch::jit::Module statefulScript()
{
    const auto unit = std::make_shared<torch::jit::CompilationUnit>();
    torch::jit::Module root("__torch__.Net", unit, true);
    root.register_attribute("training", c10::BoolType::get(), true);
    root.register_buffer("count", at::full({2}, 0.0));
    root.register_attribute("memory", c10::OptionalType::create(c10::TensorType::get()), c10::IValue());
    root.define("def forward(self, x):\n"
                "    self.count = self.count + 1\n"
                "    self.memory = x * 2\n"
                "    return x\n");
    return root;
}

} // namespace

class MonitorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inputsAndOutputsAreThoseOfTheModule()
    {
        Net net;
        hook::ModelTap tap(net.root);
        monitor::InputMonitor inputs(history());
        monitor::OutputMonitor outputs(history());
        inputs.registerAt(tap, Relu);
        outputs.registerAt(tap, Norm);
        const at::Tensor x = at::randn({5, 3});
        const at::Tensor y = net.root->forward(x);
        QVERIFY(at::equal(inputs.reducer().peek(), outputs.reducer().peek()));
        QVERIFY(at::relu(outputs.reducer().peek()).equal(y));
        QVERIFY(!test::aten(inputs.reducer().peek()).requires_grad());
    }

    void aStateIsReadBeforeOrAfter()
    {
        Net net;
        hook::ModelTap tap(net.root);
        StateMonitor before(history(), "body.norm.running_mean", StateMonitor::When::BeforeForward);
        StateMonitor after(history(), "body.norm.running_mean");
        before.registerAt(tap, Root);
        after.registerAt(tap, Root);
        for (int i = 0; i < 3; ++i)
            net.root->forward(at::randn({5, 3}));
        const at::Tensor earlier = before.reducer().dump(), later = after.reducer().dump();
        QVERIFY(later[0].equal(net.norm->running_mean));
        QVERIFY(earlier[0].equal(later[1]) && earlier[1].equal(later[2]));
        QCOMPARE(earlier[2].abs().sum().item<double>(), 0.0);
        QVERIFY(!later[0].equal(later[1]));
    }

    /// Batch-norm statistics are updated in place: without a copy, the difference would always be 0.
    void aDifferenceIsOfWhatWasBefore()
    {
        Net net;
        hook::ModelTap tap(net.root);
        monitor::DifferenceMonitor drift(history(), "running_mean");
        monitor::OutputMonitor outputs(history());
        drift.registerAt(tap, Norm);
        outputs.registerAt(tap, Fc);
        at::Tensor expected = net.norm->running_mean.clone();
        for (int i = 0; i < 4; ++i) {
            const at::Tensor then = net.norm->running_mean.clone();
            net.root->forward(at::randn({6, 3}));
            const at::Tensor moved = 0.1 * (test::aten(outputs.reducer().peek()).mean(0) - then); // its momentum is 0.1
            QVERIFY(at::allclose(drift.reducer().peek(), moved, 1e-4, 1e-6));
            QVERIFY(moved.abs().sum().item<double>() > 0);
        }
        net.root->eval();
        net.root->forward(at::randn({6, 3}));
        QCOMPARE(drift.reducer().peek().abs().sum().item(), 0.0);
    }

    void anOperationTakesThePlaceOfTheDifference()
    {
        Net net;
        hook::ModelTap tap(net.root);
        monitor::DifferenceMonitor product(history(), "num_batches_tracked", {},
                                           [](const at::Tensor &after, const at::Tensor &before) { return after * 10 + before; });
        product.registerAt(tap, Norm);
        net.root->forward(at::randn({6, 3}));
        net.root->forward(at::randn({6, 3}));
        QCOMPARE(test::aten(product.reducer().peek()).item<std::int64_t>(), std::int64_t(21));
    }

    void filtersAndMapsStandBeforeTheReducer()
    {
        Net net;
        hook::ModelTap tap(net.root);
        monitor::OutputMonitor outputs(history(), {}, [](const at::Tensor &output) { return output.size(0) > 2; },
                                       [](const at::Tensor &output) { return monitor::Observed{output.mean(0)}; });
        outputs.registerAt(tap, Relu);
        net.root->forward(at::randn({2, 3}));
        QCOMPARE(seen(outputs), std::size_t(0));
        net.root->forward(at::randn({5, 3}));
        QCOMPARE(outputs.reducer().peek().sizes(), (std::vector<std::int64_t>{4}));
    }

    void gatesTellTrainingFromEvaluation()
    {
        Net net;
        hook::ModelTap tap(net.root);
        bool open = true;
        monitor::OutputMonitor training(history(), {true, false}), evaluation(history(), {false, true}),
            sometimes(history(), {true, true, false, [&open](const std::function<void()> &look) {
                                      if (open)
                                          look();
                                  }});
        for (monitor::Monitor *monitor : {static_cast<monitor::Monitor *>(&training), static_cast<monitor::Monitor *>(&evaluation),
                                          static_cast<monitor::Monitor *>(&sometimes)})
            monitor->registerAt(tap, Relu);
        net.root->forward(at::randn({4, 3}));
        open = false;
        net.root->eval();
        net.root->forward(at::randn({4, 3}));
        net.root->forward(at::randn({4, 3}));
        QCOMPARE(seen(training), std::size_t(1));
        QCOMPARE(seen(evaluation), std::size_t(2));
        QCOMPARE(seen(sometimes), std::size_t(1));
    }

    void aMonitorIsWhereItIsRegisteredAndNowhereElse()
    {
        Net net;
        hook::ModelTap tap(net.root);
        {
            monitor::OutputMonitor outputs(history());
            QVERIFY_EXCEPTION_THROWN(outputs.registerAgain(), std::logic_error);
            outputs.registerAt(tap, Fc);
            outputs.registerAt(tap, Relu);
            QCOMPARE(tap.hookCount(), std::size_t(1));
            net.root->forward(at::ones({2, 3}));
            QCOMPARE(seen(outputs), std::size_t(1));
            outputs.deregister();
            outputs.deregister();
            QCOMPARE(tap.hookCount(), std::size_t(0));
            net.root->forward(at::ones({2, 3}));
            QCOMPARE(seen(outputs), std::size_t(1));
            outputs.registerAgain();
            net.root->forward(at::ones({2, 3}));
            QCOMPARE(seen(outputs), std::size_t(2));
            monitor::DifferenceMonitor drift(history(), "running_var");
            drift.registerAt(tap, Norm);
            QCOMPARE(tap.hookCount(), std::size_t(3));
        }
        QCOMPARE(tap.hookCount(), std::size_t(0));
        QVERIFY(!net.norm->watched());
    }

    void whoIsPrependedLooksFirst()
    {
        Net net;
        hook::ModelTap tap(net.root);
        QStringList order;
        const auto named = [&order](const char *name) {
            return [&order, name](const at::Tensor &output) {
                order << name;
                return monitor::Observed{output};
            };
        };
        const hook::Hook lens = tap.afterForward(Relu, [&order](auto, const at::Tensor &) { order << "lens"; });
        monitor::OutputMonitor last(history(), {}, {}, named("last")), first(history(), {true, true, true}, {}, named("first"));
        last.registerAt(tap, Relu);
        first.registerAt(tap, Relu);
        net.root->forward(at::ones({2, 3}));
        QCOMPARE(order, (QStringList{"first", "lens", "last"}));
    }

    void aPathThatLeadsNowhereSaysHowFarItLed()
    {
        Net net;
        hook::ModelTap tap(net.root);
        const auto messageOf = [&tap](const char *path) {
            try {
                (void)tap.attribute(Root, path);
            } catch (const std::invalid_argument &error) {
                return QString(error.what());
            }
            return QString();
        };
        QCOMPARE(messageOf("body.nrm.running_mean"), "layer \"body\" has no module \"nrm\"; it has fc, norm");
        QVERIFY(messageOf("body.norm.running").startsWith("layer \"body.norm\" has no parameter or buffer \"running\"; it has weight, bias, running_mean"));
        QCOMPARE(messageOf("weight"), "the model has no parameter or buffer \"weight\"; it has body, relu");
        StateMonitor lost(history(), "running_mean");
        QVERIFY_EXCEPTION_THROWN(lost.registerAt(tap, Fc), std::invalid_argument);
        QVERIFY(!lost.registered());
        QCOMPARE(tap.hookCount(), std::size_t(0));
    }

    void twoStatesGiveAnObservationAndItsCondition()
    {
        Net net;
        hook::ModelTap tap(net.root);
        monitor::MultiStateMonitor both(
            std::make_unique<reducer::ConditionalTraceReducer>(reducer::History{}, reducer::TraceSettings{}, 1.0), "body.norm",
            {"running_var", "running_mean"});
        both.registerAt(tap, Root);
        net.root->eval(); // its statistics stay
        net.norm->running_mean[1] = 3;
        net.root->forward(at::randn({6, 3}));
        QVERIFY(at::equal(both.reducer().peek(), at::tensor({0.0F, 2.0F, 0.0F, 0.0F}))); // 1 · running_var + 1 where the mean is not 0
    }

    void constructorsMakeMonitorsOfTheirOwn()
    {
        Net net;
        hook::ModelTap tap(net.root);
        const auto outputs = monitor::outputMonitors([] { return history(); });
        const auto states = monitor::stateMonitors([] { return history(); });
        const auto one = outputs("body.fc", tap, Root), other = outputs("", tap, Relu), state = states("norm.weight", tap, Body);
        net.root->forward(at::ones({2, 3}));
        QCOMPARE(one->reducer().peek().sizes(), (std::vector<std::int64_t>{2, 4}));
        QVERIFY(!at::equal(one->reducer().peek(), other->reducer().peek()));
        QVERIFY(at::equal(state->reducer().peek(), net.norm->weight));
        QVERIFY_EXCEPTION_THROWN((void)outputs("body.nrm", tap, Root), std::invalid_argument);
    }

    void scriptsKeepStateThatMayBeNone()
    {
        torch::jit::Module module = statefulScript();
        hook::ScriptTaps taps(module);
        hook::ModelTap tap(taps.modules());
        QCOMPARE(tap.modules()[0].buffers.size(), std::size_t(2));
        monitor::DifferenceMonitor count(history(), "count");
        count.registerAt(tap, 0);
        taps.forward(at::full({3}, 5.0));
        taps.forward(at::full({3}, 7.0));
        QVERIFY(test::aten(count.reducer().dump()).slice(0, 0, 2).equal(at::ones({2, 2})));
        monitor::DifferenceMonitor memory(history(), "memory");
        module.setattr("memory", c10::IValue());
        memory.registerAt(tap, 0);
        taps.forward(at::full({3}, 5.0));
        QVERIFY(at::equal(memory.reducer().peek(), at::full({3}, 10.0))); // from an empty state, counted as zeros
        taps.forward(at::full({3}, 7.0));
        QVERIFY(at::equal(memory.reducer().peek(), at::full({3}, 4.0)));
    }

    void modulesOfOthersSayWhatIsMissing()
    {
        const auto root = std::make_shared<nn::LinearImpl>(3, 2);
        hook::OperatorTaps taps(root);
        hook::ModelTap tap(taps.modules());
        StateMonitor state(history(), "weight");
        try {
            state.registerAt(tap, 0);
            QFAIL("was registered");
        } catch (const std::invalid_argument &error) {
            QVERIFY2(QString(error.what()).contains("Tapped<>"), error.what());
        }
        monitor::OutputMonitor outputs(history());
        outputs.registerAt(tap, 0);
        const at::Tensor y = root->forward(at::ones({1, 3}));
        QVERIFY(at::equal(outputs.reducer().peek(), y));
    }
};

QTEST_GUILESS_MAIN(MonitorsTest)
#include "tst_monitors.moc"
