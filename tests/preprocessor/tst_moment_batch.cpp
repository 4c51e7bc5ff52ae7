// Means of moments that are measured together, compared with computations in float64, one parameter at a time.

#include "core/aten/aten_tensor.h"
#include "core/hook/optimizer_moments.h"
#include "core/preprocessor/moment_batch.h"
#include "core/tensor/tensor_list.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>

#include <QTest>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace lensboard;
using preprocessor::MomentBatch;
using Quantity = preprocessor::MomentsPreprocessor::Quantity;

namespace {

using Means = std::array<double, Quantity::kQuantities>;

constexpr double kRate = 0.01, kEpsilon = 1e-3, kFirstDecay = 0.9, kSecondDecay = 0.99;

/// State of Adam for one parameter.
struct AdamState
{
    at::Tensor gradient, first, second;
    double step = 1;
};

/// Returns states of different shapes, types and numbers of steps, one larger than a part of a list, one not contiguous, one of zeros.
std::vector<AdamState> adamStates()
{
    at::manual_seed(12);
    std::vector<AdamState> all;
    const std::vector<std::vector<std::int64_t>> shapes = {{7}, {5, 7}, {}, {64, 7}, {kMaxListPart + 5}, {3, 4}};
    for (std::size_t i = 0; i < shapes.size(); ++i)
        all.push_back({at::randn(shapes[i]), at::randn(shapes[i]), at::randn(shapes[i]).square(), static_cast<double>(1 + i % 3)});
    all[1].gradient = all[1].gradient.to(at::kBFloat16);
    all[3].second = at::randn({7, 64}).square().t();
    all[5] = {at::zeros_like(all[5].gradient), at::zeros_like(all[5].first), at::zeros_like(all[5].second), 0};
    return all;
}

hook::OptimizerState stateOf(const AdamState &adam, bool isOnDevice)
{
    hook::OptimizerState state;
    state.kinds = {"Adam"};
    state.tensors = {{"exp_avg", adam.first}, {"exp_avg_sq", adam.second}};
    state.numbers = {{"lr", kRate}, {"eps", kEpsilon}, {"beta1", kFirstDecay}, {"beta2", kSecondDecay}};
    state.gradient = adam.gradient;
    if (isOnDevice)
        state.step = at::full({}, adam.step);
    else
        state.numbers["step"] = adam.step;
    return state;
}

Means meansOf(const AdamState &adam)
{
    const auto corrected = [&](const at::Tensor &mean, double decay) { return mean.to(at::kDouble) / (adam.step > 0 ? 1 - std::pow(decay, adam.step) : 1); };
    const at::Tensor g = adam.gradient.to(at::kDouble), m = corrected(adam.first, kFirstDecay), v = corrected(adam.second, kSecondDecay);
    const at::Tensor root = v.sqrt() + kEpsilon;
    const auto mean = [](const at::Tensor &tensor) { return tensor.mean().item<double>(); };
    return {mean(m.square()), mean(v), mean((kRate * m / root).square()), mean(g.square() / v.clamp_min(kEpsilon * kEpsilon)), mean(kRate / root)};
}

std::vector<Means> measured(MomentBatch &batch, const std::vector<AdamState> &states, bool isOnDevice)
{
    std::vector<Means> found(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        found[i].fill(std::numeric_limits<double>::quiet_NaN());
        batch.add(*hook::momentsOf(stateOf(states[i], isOnDevice)), [&found, i](Quantity quantity, double mean) { found[i][quantity] = mean; });
    }
    batch.measure();
    batch.read();
    return found;
}

} // namespace

class MomentBatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void meansAreThoseOfEachParameter_data()
    {
        QTest::addColumn<bool>("isOnDevice");
        QTest::newRow("steps on the host") << false;
        QTest::newRow("steps on a device") << true;
    }

    void meansAreThoseOfEachParameter()
    {
        QFETCH(bool, isOnDevice);
        const std::vector<AdamState> states = adamStates();
        MomentBatch batch;
        const std::vector<Means> found = measured(batch, states, isOnDevice);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const Means expected = meansOf(states[i]);
            for (std::size_t quantity = 0; quantity < Quantity::kQuantities; ++quantity)
                QVERIFY2(std::abs(found[i][quantity] - expected[quantity]) <= 1e-5 * expected[quantity],
                         qPrintable(QString("parameter %1, quantity %2: %3, expected %4").arg(i).arg(quantity).arg(found[i][quantity]).arg(expected[quantity])));
        }
    }

    void momentsMayChangeAfterTheyWereMeasured()
    {
        AdamState state = adamStates().front();
        const Means expected = meansOf(state);
        MomentBatch batch;
        std::vector<double> firsts;
        batch.add(*hook::momentsOf(stateOf(state, false)), [&](Quantity quantity, double mean) {
            if (quantity == Quantity::FirstMoment)
                firsts.push_back(mean);
        });
        batch.measure();
        state.first.zero_();
        batch.read();
        batch.read();
        QCOMPARE(firsts.size(), std::size_t{1});
        QVERIFY(std::abs(firsts.front() - expected[Quantity::FirstMoment]) <= 1e-5 * expected[Quantity::FirstMoment]);
    }

    void nanIsShown()
    {
        std::vector<AdamState> states = adamStates();
        states[1].second.view(-1)[3] = std::numeric_limits<float>::quiet_NaN();
        MomentBatch batch;
        const std::vector<Means> found = measured(batch, states, false);
        QVERIFY(std::isnan(found[1][Quantity::SecondMoment]) && std::isnan(found[1][Quantity::Update]));
        QVERIFY(std::isfinite(found[0][Quantity::Update]) && std::isfinite(found[1][Quantity::FirstMoment]));
    }
};

QTEST_GUILESS_MAIN(MomentBatchTest)

#include "tst_moment_batch.moc"
