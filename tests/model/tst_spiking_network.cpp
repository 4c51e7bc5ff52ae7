#include "core/hook/model_tap.h"
#include "core/model/built_in_models.h"
#include "core/model/leaky_integrate_and_fire.h"
#include "core/monitor/monitors.h"
#include "core/reducer/trace_reducers.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/allclose.h>
#include <ATen/ops/full.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using model::LeakyIntegrateAndFireImpl;

namespace {

at::Tensor buffer(const LeakyIntegrateAndFireImpl &neurons, const char *name)
{
    return neurons.named_buffers(false)[name];
}

const settings::Spiking kSpiking = {.hidden = {6, 5}, .steps = 4, .decay = 0.8, .threshold = 0.3};

} // namespace

class SpikingNetworkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void belowTheThresholdAVoltageIsAGeometricSum()
    {
        LeakyIntegrateAndFireImpl neurons(2, {0.9, 1, 10});
        const at::Tensor current = at::full({3, 2}, 0.05);
        for (int t = 1; t <= 60; ++t) {
            QCOMPARE(neurons.forward(current).sum().item<float>(), 0.0F);
            QVERIFY(at::allclose(buffer(neurons, "voltage"), at::full({3, 2}, 0.05 * (1 - std::pow(0.9, t)) / 0.1), 1e-5, 1e-6));
        }
        neurons.reset();
        QVERIFY(buffer(neurons, "voltage").equal(at::zeros({2})));
    }

    void neuronsAreThoseOfAPlainLoop()
    {
        at::manual_seed(1);
        LeakyIntegrateAndFireImpl neurons(4, {0.85, 0.7, 10});
        double voltage[4] = {}, spiked = 0;
        for (int t = 0; t < 200; ++t) {
            const at::Tensor current = at::rand({1, 4}) * 0.4;
            const at::Tensor spikes = neurons.forward(current);
            for (int i = 0; i < 4; ++i) {
                voltage[i] = 0.85 * voltage[i] + current[0][i].item<float>();
                const bool fires = voltage[i] >= 0.7F;
                voltage[i] -= fires ? 0.7F : 0;
                spiked += fires;
                QCOMPARE(spikes[0][i].item<float>() != 0, fires);
                QVERIFY(std::abs(buffer(neurons, "voltage")[0][i].item<float>() - voltage[i]) < 1e-5);
            }
        }
        QVERIFY(spiked > 100);
    }

    void gradientsAreThoseOfTheSurrogate()
    {
        LeakyIntegrateAndFireImpl neurons(3, {0.5, 1, 4});
        at::Tensor current = at::full({1, 3}, 0.9);
        current[0][1] = 1.3;
        current.requires_grad_();
        neurons.forward(current).sum().backward();
        for (int i = 0; i < 3; ++i) {
            const double width = 1 + 4 * std::abs(current[0][i].item<float>() - 1.0);
            QVERIFY(std::abs(current.grad()[0][i].item<float>() - 1 / (width * width)) < 1e-6);
        }
        // The same current again: the second spike's gradient also passes through the decayed voltage.
        neurons.reset();
        current.mutable_grad().reset();
        (void)neurons.forward(current);
        neurons.forward(current).sum().backward();
        const double voltage = 0.5 * 0.9 + 0.9, width = 1 + 4 * std::abs(voltage - 1);
        QVERIFY(std::abs(current.grad()[0][0].item<float>() - 1.5 / (width * width)) < 1e-5);
    }

    void timeBeginsAnewWithEveryInput()
    {
        at::manual_seed(1);
        const model::Model net = model::makeModel(kSpiking, {1, 2, 3}, 3);
        const at::Tensor x = at::rand({7, 1, 2, 3});
        const at::Tensor first = net.forward(x);
        QCOMPARE(first.sizes().vec(), (std::vector<std::int64_t>{7, 3}));
        (void)net.forward(at::rand({4, 1, 2, 3}));
        QVERIFY(net.forward(x).equal(first));
        for (const auto &named : net.module->named_buffers())
            QVERIFY(named.value().dim() <= 1); // state in checkpoints does not depend on the batch size
    }

    void everyStepOfTimeIsSeen()
    {
        at::manual_seed(1);
        const model::Model net = model::makeModel(kSpiking, {6}, 3);
        hook::ModelTap tap(net.module);
        const hook::ModuleId lif = tap.submodule(0, "lif1");
        QCOMPARE(tap.modules()[lif].type, std::string("LeakyIntegrateAndFire"));
        monitor::StateMonitor voltages(std::make_unique<reducer::PassthroughReducer>(reducer::History{1, 10}), "voltage");
        monitor::OutputMonitor spikes(std::make_unique<reducer::PassthroughReducer>(reducer::History{1, 10})),
            traces(std::make_unique<reducer::TargetTraceReducer>(
                reducer::History{}, reducer::TraceSettings{reducer::TraceSettings::Rise::Cumulative, 5, 1}, 1));
        voltages.registerAt(tap, lif);
        spikes.registerAt(tap, lif);
        traces.registerAt(tap, lif);
        net.forward(at::rand({2, 6}) + 1);
        QCOMPARE(voltages.reducer().observations(), std::size_t(4));
        const at::Tensor all = spikes.reducer().dump(); // newest first
        at::Tensor expected = at::zeros({2, 6});
        for (int age = 3; age >= 0; --age)
            expected = expected * std::exp(-1.0 / 5) + all[age];
        QVERIFY(expected.sum().item<float>() > 0);
        QVERIFY(at::allclose(traces.reducer().peek(), expected));
    }
};

QTEST_GUILESS_MAIN(SpikingNetworkTest)
#include "tst_spiking_network.moc"
