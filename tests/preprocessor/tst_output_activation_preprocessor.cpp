#include "core/preprocessor/output_activation_preprocessor.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::preprocessor;

namespace {

struct Rates
{
    double activation = 0, death = 0;
};

Rates measured(const at::Tensor &output, bool channelLast = false)
{
    OutputActivationPreprocessor preprocessor({false, channelLast, 1e-8, stats::Aggregate::Mode::Running});
    preprocessor.addLayer();
    preprocessor.processForward(0, output, true);
    return {preprocessor.activation(0).stats().mean(), preprocessor.death(0).stats().mean()};
}

/// The definition, with LibTorch in float64.
Rates defined(at::Tensor output, bool channelLast)
{
    output = output.to(at::kDouble);
    at::Tensor active = output.abs().gt(1e-8).to(at::kDouble);
    active = channelLast ? active.movedim(-1, 0).flatten(1) : active.movedim(1, 0).flatten(1);
    const at::Tensor rates = active.mean(1);
    return {rates.mean().item<double>(), rates.eq(0).to(at::kDouble).mean().item<double>()};
}

} // namespace

class OutputActivationPreprocessorTest : public QObject
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
                    const Rates a = measured(typed, channelLast), b = defined(typed, channelLast);
                    QVERIFY(std::fabs(a.activation - b.activation) < 1e-12);
                    QVERIFY(std::fabs(a.death - b.death) < 1e-12);
                }
        }
    }

    void layoutDoesNotMatter()
    {
        const at::Tensor output = at::relu(at::randn({4, 6, 5, 5}));
        const Rates a = measured(output), b = measured(output.contiguous(at::MemoryFormat::ChannelsLast));
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

    void whatCannotBeMeasuredIsPassedOver()
    {
        for (const at::Tensor &output : {at::empty({0, 4}), at::empty({4, 0}), at::zeros({2, 2}, at::kLong), at::Tensor()})
            QVERIFY(std::isnan(measured(output).activation));
    }

    void evaluationCountsOnlyIfAskedFor()
    {
        for (const bool recordEvaluation : {false, true}) {
            OutputActivationPreprocessor preprocessor({recordEvaluation, false, 1e-8, stats::Aggregate::Mode::Running});
            preprocessor.addLayer();
            preprocessor.processForward(0, at::full({2, 2}, 1.0), false);
            QCOMPARE(preprocessor.activation(0).empty(), !recordEvaluation);
        }
    }
};

QTEST_GUILESS_MAIN(OutputActivationPreprocessorTest)
#include "tst_output_activation_preprocessor.moc"
