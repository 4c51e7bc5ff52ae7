// What is kept of a sequence of tensors, and what is counted of parameters and their gradients.

#include "core/preprocessor/gradient_activation_preprocessor.h"
#include "core/preprocessor/meter.h"
#include "core/preprocessor/parameter_condition_preprocessor.h"

#include <ATen/ops/eye.h>
#include <ATen/ops/full.h>
#include <ATen/ops/linalg_svdvals.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::preprocessor;

namespace {

double product(const at::Tensor &a, const at::Tensor &b)
{
    return a.to(at::kDouble).flatten().dot(b.to(at::kDouble).flatten()).item<double>();
}

bool near(double a, double b)
{
    return std::fabs(a - b) <= 1e-5 * std::fabs(b) + 1e-6;
}

struct Shares
{
    double activation = 0, death = 0;
};

Shares measured(const at::Tensor &gradient)
{
    GradientActivationPreprocessor preprocessor(1e-8, stats::Aggregate::Mode::Running);
    preprocessor.addLayer();
    preprocessor.processTensor(0, *ValueMeter().measure(gradient, preprocessor.needs()));
    return {preprocessor.rates().activation(0).stats().mean(), preprocessor.rates().death(0).stats().mean()};
}

/// The definition, with LibTorch in float64.
Shares defined(const at::Tensor &gradient)
{
    const at::Tensor active = gradient.to(at::kDouble).abs().gt(1e-8).to(at::kDouble);
    const at::Tensor rates = active.dim() > 1 ? active.flatten(1).mean(1) : active;
    return {rates.mean().item<double>(), rates.eq(0).to(at::kDouble).mean().item<double>()};
}

double condition(const at::Tensor &matrix)
{
    ParameterConditionPreprocessor preprocessor(stats::Aggregate::Mode::Running);
    preprocessor.addLayer();
    preprocessor.processTensor(0, *ValueMeter().measure(matrix, preprocessor.needs()));
    return preprocessor.condition(0).stats().mean();
}

} // namespace

class MeterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void productsAreRightHoweverTensorsComeAndGo_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<QString>("life");
        for (const int size : {1, 5, 1000, 1025, 50001})
            for (const char *life : {"own memory", "same memory", "changed afterwards", "changed from the fifth on", "negated once"})
                QTest::addRow("%d, %s", size, life) << size << QString(life);
    }

    /// A gradient's memory is new with each step, zeroed and used again, or clipped in place by an optimizer.
    void productsAreRightHoweverTensorsComeAndGo()
    {
        QFETCH(int, size);
        QFETCH(QString, life);
        at::manual_seed(7);
        ValueMeter meter;
        at::Tensor memory = at::zeros({size}), before;
        int missing = 0;
        for (int i = 0; i < 10; ++i) {
            at::Tensor gradient = at::randn({size});
            if (life == "same memory")
                gradient = memory.copy_(gradient);
            const auto found = meter.measure(gradient, {.squares = true, .product = true});
            QVERIFY(near(found->squares, product(gradient, gradient)));
            if (i > 0 && !found->product) {
                ++missing;
            } else if (i > 0) {
                QVERIFY(near(*found->product, product(gradient, before)));
                QVERIFY(near(found->previousSquares, product(before, before)));
            }
            before = gradient.clone();
            if (life == "changed afterwards" || (life == "changed from the fifth on" && i >= 4))
                gradient.data().mul_(0.5); // as LibTorch's clip_grad_norm_ does, which no version counter sees
            if (life == "negated once" && i == 4)
                gradient.neg_();
        }
        QCOMPARE(missing, life == "changed from the fifth on" || life == "negated once" ? 1 : 0);
    }

    void aRestartAndANonFiniteTensorGiveNoProduct()
    {
        ValueMeter meter;
        const Needs needs{.squares = true, .product = true};
        for (int round = 0; round < 3; ++round) { // by copy, then by reference
            QVERIFY(!meter.measure(at::full({4}, 1.0), needs)->product);
            QVERIFY(meter.measure(at::full({4}, 2.0), needs)->product);
            QVERIFY(!std::isfinite(meter.measure(at::full({4}, NAN), needs)->squares));
            QVERIFY(!meter.measure(at::full({4}, 2.0), needs)->product);
            QVERIFY(!meter.measure(at::full({2, 2}, 2.0), needs)->product); // another shape
            meter.restart();
        }
    }

    void gradientActivationAgreesWithTheDefinition()
    {
        at::manual_seed(5);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{
                 {}, {1}, {6}, {5000}, {4, 1}, {1, 9}, {32, 1, 3, 3}, {64, 300}, {3, 40000}}) {
            at::Tensor gradient = at::randn(shape);
            gradient.masked_fill_(gradient.lt(0.2), 0);
            if (!shape.empty() && shape[0] > 2)
                gradient.select(0, 2).zero_();
            for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16}) {
                const at::Tensor typed = gradient.to(type);
                QVERIFY(std::fabs(measured(typed).activation - defined(typed).activation) < 1e-12);
                QVERIFY(std::fabs(measured(typed).death - defined(typed).death) < 1e-12);
            }
            if (gradient.dim() == 2) {
                QCOMPARE(measured(gradient.t()).death, defined(gradient.t()).death);
                QCOMPARE(measured(gradient.t().contiguous().t()).death, defined(gradient).death);
            }
            if (gradient.dim() == 4)
                QCOMPARE(measured(gradient.contiguous(at::MemoryFormat::ChannelsLast)).death, defined(gradient).death);
        }
        QCOMPARE(measured(at::full({3, 2}, NAN)).death, 1.0);
    }

    void conditionIsThatOfTheSingularValues()
    {
        at::manual_seed(6);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{
                 {1, 1}, {1, 8}, {20, 20}, {10, 64}, {64, 10}}) {
            const at::Tensor matrix = at::randn(shape);
            const at::Tensor values = at::linalg_svdvals(matrix.to(at::kDouble));
            const double expected = values[-1].item<double>() / values[0].item<double>();
            QVERIFY(std::fabs(condition(matrix) - expected) < 1e-6 * expected + 1e-8);
            QVERIFY(std::fabs(condition(matrix.mul(1e-25)) - expected) < 1e-6 * expected + 1e-8);
        }
        QVERIFY(near(condition(at::eye(7)), 1));
        QVERIFY(condition(at::full({5, 5}, 1.0)) < 1e-7);
        QCOMPARE(condition(at::zeros({3, 3})), 0.0);
        QVERIFY(std::isnan(condition(at::full({3, 3}, NAN))));
        QVERIFY(std::isnan(condition(at::full({4}, 1.0)))); // not a matrix: no value
    }
};

QTEST_GUILESS_MAIN(MeterTest)
#include "tst_meter.moc"
