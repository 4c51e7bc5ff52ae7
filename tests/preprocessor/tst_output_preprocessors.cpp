// Statistics of outputs, compared with the definitions in float64.

#include "core/preprocessor/loss_module_preprocessor.h"
#include "core/preprocessor/meter.h"
#include "core/preprocessor/output_activation_preprocessor.h"
#include "core/preprocessor/device_sums.h"
#include "core/preprocessor/output_norm_preprocessor.h"
#include "core/preprocessor/output_saturation_preprocessor.h"

#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::preprocessor;

namespace {

struct Shares
{
    double activation = 0, death = 0;
};

struct Saturation
{
    double share = 0, units = 0; ///< NaN without values

    bool operator==(const Saturation &other) const
    {
        const auto same = [](double a, double b) { return std::fabs(a - b) < 1e-12 || (std::isnan(a) && std::isnan(b)); };
        return same(share, other.share) && same(units, other.units);
    }
};

template <typename Preprocessor>
void feed(Preprocessor &preprocessor, const Tensor &output, bool training = true, bool asOnDevice = false)
{
    const auto meter = makeOutputMeter(asOnDevice ? std::make_shared<DeviceSums>() : nullptr);
    meter->push(output, training, preprocessor.needs());
    preprocessor.processForward(0, meter->take().front());
}

Shares measured(const at::Tensor &output, bool channelLast = false)
{
    OutputActivationPreprocessor preprocessor({false, channelLast, 1e-8, stats::Aggregate::Mode::Running});
    preprocessor.addLayer();
    feed(preprocessor, output);
    return {preprocessor.rates().activation(0).stats().mean(), preprocessor.rates().death(0).stats().mean()};
}

double measuredNorm(const at::Tensor &output, bool normalise, bool parity = false)
{
    OutputNormPreprocessor preprocessor({false, normalise, parity, stats::Aggregate::Mode::Running});
    preprocessor.addLayer();
    feed(preprocessor, output);
    return preprocessor.norm(0).stats().mean();
}

Saturation saturation(const at::Tensor &output, const FlatPart &flat, bool channelLast, bool asOnDevice)
{
    OutputSaturationPreprocessor preprocessor(flat, {false, channelLast, stats::Aggregate::Mode::Running});
    preprocessor.addLayer();
    feed(preprocessor, output, true, asOnDevice);
    return {preprocessor.share(0).stats().mean(), preprocessor.units(0).stats().mean()};
}

/// Computes the same with the preprocessor of activation rates.
Saturation saturationAsActivation(const at::Tensor &output, const FlatPart &flat, bool channelLast, bool asOnDevice)
{
    OutputActivationPreprocessor preprocessor(flat, {false, channelLast, 1e-8, stats::Aggregate::Mode::Running});
    preprocessor.addLayer();
    feed(preprocessor, output, true, asOnDevice);
    return {preprocessor.rates().activation(0).stats().mean(), preprocessor.rates().death(0).stats().mean()};
}

/// Computes the definition with LibTorch in float64.
Shares defined(at::Tensor output, bool channelLast)
{
    output = output.to(at::kDouble);
    at::Tensor active = output.abs().gt(1e-8).to(at::kDouble);
    active = channelLast ? active.movedim(-1, 0).flatten(1) : active.movedim(1, 0).flatten(1);
    const at::Tensor rates = active.mean(1);
    return {rates.mean().item<double>(), rates.eq(0).to(at::kDouble).mean().item<double>()};
}

} // namespace

class OutputPreprocessorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheDefinition()
    {
        at::manual_seed(2);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{
                 {8, 5}, {1, 7}, {64, 16, 28, 28}, {3, 4, 9}, {2, 3, 1, 1}, {5, 200, 40}}) {
            at::Tensor output = at::relu(at::randn(shape));
            output.select(1, 0).zero_(); // a dead unit
            for (const bool channelLast : {false, true})
                for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16}) {
                    const at::Tensor typed = output.to(type);
                    const Shares a = measured(typed, channelLast), b = defined(typed, channelLast);
                    QVERIFY(std::fabs(a.activation - b.activation) < 1e-12);
                    QVERIFY(std::fabs(a.death - b.death) < 1e-12);
                }
        }
    }

    void layoutDoesNotMatter()
    {
        const at::Tensor output = at::relu(at::randn({4, 6, 5, 5}));
        const Shares a = measured(output), b = measured(output.contiguous(at::MemoryFormat::ChannelsLast));
        QCOMPARE(a.activation, b.activation);
        QCOMPARE(a.death, b.death);
    }

    void oneDimensionIsOneUnit()
    {
        QCOMPARE(measured(at::full({4}, 2.0)).activation, 1.0);
        QCOMPARE(measured(at::zeros({4})).death, 1.0);
        QCOMPARE(measured(at::full({}, 2.0)).activation, 1.0);
    }

    void notANumberIsNotActive()
    {
        QCOMPARE(measured(at::full({2, 2}, NAN)).activation, 0.0);
        QCOMPARE(measured(at::full({2, 2}, INFINITY)).activation, 1.0);
        QCOMPARE(measured(at::full({2, 2}, 1e-8f)).activation, 0.0); // not above eps
    }

    void saturationAgreesWithTheDefinition()
    {
        at::manual_seed(7);
        const FlatPart tanh{.low = -0.99, .high = 0.99};
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{
                 {8, 5}, {1, 7}, {64, 16, 14, 14}, {3, 4, 9}, {2, 3, 1, 1}, {5, 200, 40}, {6}})
            for (const bool channelLast : {false, true})
                for (const auto type : {at::kFloat, at::kDouble, at::kHalf}) {
                    at::Tensor output = at::tanh(at::randn(shape) * 3);
                    const std::int64_t channel = channelLast ? -1 : 1;
                    if (output.dim() > 1)
                        output.select(channel, 0).fill_(1); // a saturated unit
                    output = output.to(type);
                    const at::Tensor flat = output.abs().ge(0.99).to(at::kDouble);
                    const at::Tensor units = flat.dim() > 1 ? flat.movedim(channel, 0).flatten(1) : flat.unsqueeze(0);
                    const Saturation expected{flat.mean().item<double>(), units.mean(1).eq(1).to(at::kDouble).mean().item<double>()};
                    for (const bool asOnDevice : {false, true})
                        QVERIFY(saturation(output, tanh, channelLast, asOnDevice) == expected
                                && saturationAsActivation(output, tanh, channelLast, asOnDevice) == expected);
                }
        const FlatPart relu6{.low = -INFINITY, .high = 6};
        for (const bool asOnDevice : {false, true}) {
            QVERIFY(saturation(at::tensor({0.0, 6.0, NAN, 5.9}), relu6, false, asOnDevice) == (Saturation{0.25, 0}));
            QVERIFY(saturation(at::full({3, 2}, 6.0), relu6, false, asOnDevice) == (Saturation{1, 1}));
        }
    }

    void softmaxSaturatesInRows()
    {
        at::manual_seed(8);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{{40, 10}, {2, 4, 9, 9}, {30, 1}, {7}}) {
            at::Tensor scores = at::randn(shape, at::kDouble) * 6;
            scores.flatten()[0] = 1e4; // shares of exactly 0
            const at::Tensor shares = at::softmax(scores, -1);
            const at::Tensor entropies = (shares * shares.log()).nan_to_num(0).sum(-1).neg();
            const double share = entropies.lt(0.3 * std::log(static_cast<double>(shape.back()))).to(at::kDouble).mean().item<double>();
            for (const auto type : {at::kFloat, at::kDouble})
                for (const bool asOnDevice : {false, true}) {
                    QVERIFY(saturation(shares.to(type), {.of = FlatPart::Of::Shares, .entropy = 0.3}, false, asOnDevice) == (Saturation{share, NAN}));
                    const at::Tensor logs = at::log_softmax(scores, -1).to(type);
                    QVERIFY(saturation(logs, {.of = FlatPart::Of::LogShares, .entropy = 0.3}, false, asOnDevice) == (Saturation{share, NAN}));
                }
        }
    }

    void evaluationCountsOnlyIfAskedFor()
    {
        for (const bool recordEvaluation : {false, true}) {
            OutputActivationPreprocessor preprocessor({recordEvaluation, false, 1e-8, stats::Aggregate::Mode::Running});
            preprocessor.addLayer();
            feed(preprocessor, at::full({2, 2}, 1.0), false);
            QCOMPARE(preprocessor.rates().activation(0).empty(), !recordEvaluation);
        }
    }

    void normIsTheMeanOverSamples()
    {
        at::manual_seed(3);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{
                 {8, 5}, {1, 7}, {4, 3, 28, 28}, {2, 40, 60}, {6}, {3, 1}})
            for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16})
                for (const bool normalise : {false, true}) {
                    const at::Tensor output = at::randn(shape).to(type);
                    const at::Tensor samples = output.to(at::kDouble).reshape({shape[0], -1});
                    const double scale = normalise ? std::sqrt(static_cast<double>(samples.size(1))) : 1;
                    const double expected = samples.norm(2, 1).mean().item<double>() / scale;
                    QVERIFY(std::fabs(measuredNorm(output, normalise) - expected) < 1e-6 * expected);
                    if (type == at::kFloat)
                        QVERIFY(std::fabs(measuredNorm(output, normalise, true) - expected) < 1e-5 * expected);
                }
        const at::Tensor picture = at::randn({4, 6, 5, 5});
        const double inRows = measuredNorm(picture, false);
        QVERIFY(std::fabs(measuredNorm(picture.contiguous(at::MemoryFormat::ChannelsLast), false) - inRows) < 1e-6 * inRows);
        QCOMPARE(measuredNorm(at::full({}, -3.0), false), 3.0);
        QVERIFY(std::isnan(measuredNorm(at::full({2, 2}, NAN), false)));
        QVERIFY(std::isinf(measuredNorm(at::full({2, 2}, INFINITY), false)));
        QVERIFY(std::fabs(measuredNorm(at::full({1, 4}, 1e-30f), false) / 2e-30 - 1) < 1e-5); // squares are outside float's range
    }

    void aLossModuleGivesItsLoss()
    {
        LossModulePreprocessor losses(stats::Aggregate::Mode::Running);
        feed(losses, at::full({}, 2.0), true);
        feed(losses, at::full({1, 1}, 4.0), true);
        feed(losses, at::full({1}, 7.0), false);
        feed(losses, at::full({3}, 100.0), true); // not reduced, so no loss
        QCOMPARE(losses.training().stats().mean(), 3.0);
        QCOMPARE(losses.evaluation().stats().mean(), 7.0);
    }
};

QTEST_GUILESS_MAIN(OutputPreprocessorsTest)
#include "tst_output_preprocessors.moc"
