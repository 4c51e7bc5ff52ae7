// Norms and cosines, found by meters and aggregated by the preprocessor, compared with plain float64 computations.

#include "core/preprocessor/geometry_preprocessor.h"
#include "core/preprocessor/meter.h"
#include "tests/support/measured.h"

#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::preprocessor;

namespace {

GeometrySettings inMemory()
{
    GeometrySettings settings;
    settings.mode = stats::Aggregate::Mode::InMemory;
    return settings;
}

/// A meter and a preprocessor, combined as in a gatherer.
struct Chain
{
    std::unique_ptr<Meter> meter;
    GeometryPreprocessor values;

    static Chain ofValues(const GeometrySettings &settings) { return {std::make_unique<ValueMeter>(), settings}; }
    static Chain ofChanges(const GeometrySettings &settings) { return {std::make_unique<ChangeMeter>(), settings}; }

    Chain(std::unique_ptr<Meter> m, const GeometrySettings &settings) : meter(std::move(m)), values(settings)
    {
        values.addLayer();
    }

    void process(const Tensor &tensor)
    {
        if (const auto found = test::measured(*meter, tensor, values.needs()))
            values.processTensor(0, *found);
    }

    void skipTick()
    {
        values.endTick();
        meter->restart();
    }
};

struct Expected
{
    stats::RunningStats norm, correlation;
};

/// Computes the definitions of REFERENCE in float64.
Expected expectedOf(const std::vector<at::Tensor> &tensors)
{
    Expected expected;
    at::Tensor previous;
    for (const at::Tensor &tensor : tensors) {
        const at::Tensor x = tensor.detach().to(at::kDouble).flatten();
        const double norm = x.norm().item<double>();
        expected.norm.add(norm);
        if (previous.defined() && previous.numel() == x.numel()) {
            const double product = norm * previous.norm().item<double>();
            expected.correlation.add(product == 0 ? 0 : x.dot(previous).item<double>() / product);
        }
        previous = x;
    }
    return expected;
}

bool near(double a, double b, double absolute = 0)
{
    return (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= 1e-5 * std::fabs(b) + absolute;
}

bool cosinesNear(double a, double b)
{
    return near(a, b, 2e-7);
}

void verify(const GeometryPreprocessor &actual, const Expected &expected)
{
    QCOMPARE(actual.norm(0).stats().count(), expected.norm.count());
    QCOMPARE(actual.correlation(0).stats().count(), expected.correlation.count());
    QVERIFY(near(actual.norm(0).stats().mean(), expected.norm.mean()));
    QVERIFY(near(actual.norm(0).stats().min(), expected.norm.min()));
    QVERIFY(near(actual.norm(0).stats().max(), expected.norm.max()));
    QVERIFY(cosinesNear(actual.correlation(0).stats().mean(), expected.correlation.mean()));
    QVERIFY(cosinesNear(actual.correlation(0).stats().min(), expected.correlation.min()));
    QVERIFY(cosinesNear(actual.correlation(0).stats().max(), expected.correlation.max()));
}

std::vector<at::Tensor> sequenceOf(const QString &kind)
{
    at::manual_seed(9);
    const auto draw = [](std::vector<std::int64_t> shape, double scale = 1) {
        std::vector<at::Tensor> tensors;
        for (int i = 0; i < 7; ++i)
            tensors.push_back(at::randn(shape).mul(scale).add(0.3 * scale));
        return tensors;
    };
    if (kind == "large")
        return draw({700, 300}); // several blocks on several threads
    if (kind == "one element")
        return draw({1});
    if (kind == "no dimension")
        return draw({});
    if (kind == "tiny values")
        return draw({40}, 1e-6); // monitorch's 1e-8 would change the result
    if (kind == "vanishing")
        return draw({40}, 1e-25); // squares are outside float's range
    if (kind == "exploding")
        return draw({40}, 1e25);
    if (kind == "vanishing double" || kind == "exploding double") { // values and squares are outside float's range
        auto tensors = draw({40});
        for (at::Tensor &tensor : tensors)
            tensor = tensor.to(at::kDouble).mul(kind == "vanishing double" ? 1e-70 : 1e70);
        return tensors;
    }
    if (kind == "a zero between") {
        auto tensors = draw({33});
        tensors[3] = at::zeros({33});
        return tensors;
    }
    if (kind == "transposed" || kind == "double" || kind == "half") {
        auto tensors = draw({9, 31});
        for (at::Tensor &tensor : tensors)
            tensor = kind == "transposed" ? tensor.t() : tensor.to(kind == "double" ? at::kDouble : at::kHalf);
        return tensors;
    }
    if (kind == "strided") {
        auto tensors = draw({20, 30});
        for (at::Tensor &tensor : tensors)
            tensor = tensor.slice(1, 0, 30, 3);
        return tensors;
    }
    if (kind == "another shape on the way") {
        auto tensors = draw({50});
        tensors[4] = at::randn({20});
        return tensors;
    }
    return draw({16, 3, 3});
}

} // namespace

class GeometryPreprocessorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithFloat64_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"plain", "large", "one element", "no dimension", "tiny values", "vanishing", "exploding", "a zero between",
                                 "transposed", "strided", "double", "vanishing double", "exploding double", "half",
                                 "another shape on the way"})
            QTest::newRow(kind) << QString(kind);
    }

    void agreesWithFloat64()
    {
        QFETCH(QString, kind);
        const auto tensors = sequenceOf(kind);
        Chain gradients = Chain::ofValues(inMemory());
        for (const at::Tensor &tensor : tensors)
            gradients.process(tensor);
        verify(gradients.values, expectedOf(tensors));
    }

    void differencesAgreeWithFloat64()
    {
        for (const char *kind : {"plain", "large", "one element", "transposed"}) {
            const auto steps = sequenceOf(kind);
            Chain updates = Chain::ofChanges(inMemory());
            at::Tensor parameter = steps[0].clone();
            std::vector<at::Tensor> differences;
            updates.process(parameter);
            QVERIFY(updates.values.norm(0).empty()); // the first call only stores the tensor
            for (const at::Tensor &step : steps) {
                const at::Tensor before = parameter.to(at::kDouble, false, true);
                parameter.add_(step, 0.01); // in place, as optimizers do
                differences.push_back(parameter.to(at::kDouble).sub(before));
                updates.process(parameter);
            }
            Expected expected = expectedOf(differences);
            QVERIFY(near(updates.values.norm(0).stats().mean(), expected.norm.mean()));
            QVERIFY(std::fabs(updates.values.correlation(0).stats().mean() - expected.correlation.mean()) < 1e-4);
            QCOMPARE(updates.values.correlation(0).stats().count(), 6);
        }
    }

    /// Weights of 1 with steps of 1e-9: invisible in float32.
    void smallStepsOfFloat64AreMeasured()
    {
        const auto steps = sequenceOf("double");
        for (const double rate : {1e-5, 1e-7, 1e-9}) {
            Chain updates = Chain::ofChanges(inMemory());
            at::Tensor parameter = at::full(steps[0].sizes(), 1.0, at::kDouble);
            updates.process(parameter);
            for (const at::Tensor &step : steps)
                updates.process(parameter.add_(step, rate));
            const Expected expected = expectedOf(steps);
            QVERIFY(near(updates.values.norm(0).stats().mean(), rate * expected.norm.mean()));
            QVERIFY(near(updates.values.correlation(0).stats().min(), expected.correlation.min(), 1e-6));
            QVERIFY(near(updates.values.correlation(0).stats().max(), expected.correlation.max(), 1e-6));
        }
    }

    void correlationRunsOnAcrossTicks()
    {
        const auto tensors = sequenceOf("plain");
        for (const bool across : {true, false}) {
            GeometrySettings settings = inMemory();
            settings.acrossTicks = across;
            Chain gradients = Chain::ofValues(settings);
            for (int i = 0; i < 3; ++i)
                gradients.process(tensors[static_cast<std::size_t>(i)]);
            QCOMPARE(gradients.values.correlation(0).stats().count(), 2);
            gradients.values.endTick();
            gradients.process(tensors[3]);
            QCOMPARE(gradients.values.correlation(0).stats().count(), across ? 1 : 0);
            gradients.skipTick(); // the next tensor has no predecessor
            gradients.process(tensors[4]);
            QCOMPARE(gradients.values.correlation(0).stats().count(), 0);
        }
    }

    void anUpdateAfterASkippedTickDoesNotSpanIt()
    {
        Chain updates = Chain::ofChanges(inMemory());
        updates.process(at::full({4}, 1.0));
        updates.process(at::full({4}, 2.0));
        QCOMPARE(updates.values.norm(0).stats().mean(), 2.0);
        updates.skipTick();
        updates.process(at::full({4}, 100.0));
        QVERIFY(updates.values.norm(0).empty());
        updates.process(at::full({4}, 101.0));
        QCOMPARE(updates.values.norm(0).stats().mean(), 2.0);
    }

    void normalisedNormsAreRootMeanSquares()
    {
        GeometrySettings settings = inMemory();
        settings.normaliseBySize = true;
        Chain gradients = Chain::ofValues(settings);
        gradients.process(at::full({7, 11}, -3.0));
        QVERIFY(near(gradients.values.norm(0).stats().mean(), 3));
    }

    void parityBeginsEachTickWithAZero()
    {
        GeometrySettings settings = inMemory();
        settings.parity = true;
        Chain gradients = Chain::ofValues(settings);
        const at::Tensor tiny = at::full({4}, 5e-5); // norm 1e-4: the cosine with itself becomes 1/2
        for (int tick = 0; tick < 2; ++tick) {
            gradients.process(tiny);
            gradients.process(tiny);
            QCOMPARE(gradients.values.correlation(0).stats().count(), 2);
            QCOMPARE(gradients.values.correlation(0).stats().min(), 0.0);
            QVERIFY(near(gradients.values.correlation(0).stats().max(), 0.5));
            gradients.values.endTick();
        }
    }

    void nonFiniteGradientsPoisonOnlyTheirTick()
    {
        for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
            Chain gradients = Chain::ofValues(inMemory());
            gradients.process(at::full({4}, 1.0));
            gradients.process(at::full({4}, bad));
            QCOMPARE(gradients.values.norm(0).stats().nonFiniteCount(), 1);
            QCOMPARE(gradients.values.norm(0).stats().max(), 2.0);
            gradients.values.endTick();
            gradients.process(at::full({4}, 1.0));
            gradients.process(at::full({4}, 1.0));
            QCOMPARE(gradients.values.norm(0).stats().mean(), 2.0);
            QCOMPARE(gradients.values.correlation(0).stats().mean(), 1.0);
        }
    }

    /// Norms are rounded. Cosines of a tensor with itself and with its opposite must still stay within -1 and 1.
    void cosinesStayWithinTheirLimits()
    {
        for (int size = 1; size <= 64; ++size) {
            Chain gradients = Chain::ofValues(inMemory());
            for (const double value : {0.1, 0.1, -0.1, 0.3, -0.7})
                gradients.process(at::full({size}, value));
            QVERIFY2(gradients.values.correlation(0).stats().max() <= 1, qPrintable(QString::number(size)));
            QVERIFY2(gradients.values.correlation(0).stats().min() >= -1, qPrintable(QString::number(size)));
        }
    }

    void withoutCorrelationNothingIsCompared()
    {
        GeometrySettings settings = inMemory();
        settings.correlation = false;
        Chain gradients = Chain::ofValues(settings);
        for (const at::Tensor &tensor : sequenceOf("plain"))
            gradients.process(tensor);
        QCOMPARE(gradients.values.norm(0).stats().count(), 7);
        QVERIFY(gradients.values.correlation(0).empty());
    }
};

QTEST_GUILESS_MAIN(GeometryPreprocessorTest)
#include "tst_geometry_preprocessor.moc"
