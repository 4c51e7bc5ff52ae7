// Both geometry preprocessors against plain float64 computations.

#include "core/preprocessor/gradient_geometry_preprocessor.h"
#include "core/preprocessor/parameter_difference_geometry_preprocessor.h"

#include <ATen/ops/empty.h>
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

struct Expected
{
    stats::RunningStats norm, correlation;
};

/// As REFERENCE says it, in float64.
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
        return draw({40}, 1e-6); // monitorch's 1e-8 would be in the way
    if (kind == "vanishing")
        return draw({40}, 1e-25); // squares are no floats
    if (kind == "exploding")
        return draw({40}, 1e25);
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

class GeometryPreprocessorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithFloat64_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"plain", "large", "one element", "no dimension", "tiny values", "vanishing", "exploding", "a zero between",
                                 "transposed", "strided", "double", "half", "another shape on the way"})
            QTest::newRow(kind) << QString(kind);
    }

    void agreesWithFloat64()
    {
        QFETCH(QString, kind);
        const auto tensors = sequenceOf(kind);
        GradientGeometryPreprocessor gradients(inMemory());
        gradients.addLayer();
        for (const at::Tensor &tensor : tensors)
            gradients.processTensor(0, tensor);
        verify(gradients, expectedOf(tensors));
    }

    void differencesAgreeWithFloat64()
    {
        for (const char *kind : {"plain", "large", "one element", "transposed"}) {
            const auto steps = sequenceOf(kind);
            ParameterDifferenceGeometryPreprocessor updates(inMemory());
            updates.addLayer();
            at::Tensor parameter = steps[0].clone();
            std::vector<at::Tensor> differences;
            updates.processTensor(0, parameter);
            QVERIFY(updates.norm(0).empty()); // the first call only stores
            for (const at::Tensor &step : steps) {
                const at::Tensor before = parameter.to(at::kDouble, false, true);
                parameter.add_(step, 0.01); // in place, as optimizers do
                differences.push_back(parameter.to(at::kDouble).sub(before));
                updates.processTensor(0, parameter);
            }
            Expected expected = expectedOf(differences);
            QVERIFY(near(updates.norm(0).stats().mean(), expected.norm.mean()));
            QVERIFY(std::fabs(updates.correlation(0).stats().mean() - expected.correlation.mean()) < 1e-4);
            QCOMPARE(updates.correlation(0).stats().count(), 6);
        }
    }

    void correlationRunsOnAcrossTicks()
    {
        const auto tensors = sequenceOf("plain");
        for (const bool across : {true, false}) {
            GeometrySettings settings = inMemory();
            settings.acrossTicks = across;
            GradientGeometryPreprocessor gradients(settings);
            gradients.addLayer();
            for (int i = 0; i < 3; ++i)
                gradients.processTensor(0, tensors[static_cast<std::size_t>(i)]);
            QCOMPARE(gradients.correlation(0).stats().count(), 2);
            gradients.endTick();
            gradients.processTensor(0, tensors[3]);
            QCOMPARE(gradients.correlation(0).stats().count(), across ? 1 : 0);
            gradients.skipTick(); // what follows has no predecessor
            gradients.processTensor(0, tensors[4]);
            QCOMPARE(gradients.correlation(0).stats().count(), 0);
        }
    }

    void anUpdateAfterASkippedTickDoesNotSpanIt()
    {
        ParameterDifferenceGeometryPreprocessor updates(inMemory());
        updates.addLayer();
        updates.processTensor(0, at::full({4}, 1.0));
        updates.processTensor(0, at::full({4}, 2.0));
        QCOMPARE(updates.norm(0).stats().mean(), 2.0);
        updates.skipTick();
        updates.processTensor(0, at::full({4}, 100.0));
        QVERIFY(updates.norm(0).empty());
        updates.processTensor(0, at::full({4}, 101.0));
        QCOMPARE(updates.norm(0).stats().mean(), 2.0);
    }

    void normalisedNormsAreRootMeanSquares()
    {
        GeometrySettings settings = inMemory();
        settings.normaliseBySize = true;
        GradientGeometryPreprocessor gradients(settings);
        gradients.addLayer();
        gradients.processTensor(0, at::full({7, 11}, -3.0));
        QVERIFY(near(gradients.norm(0).stats().mean(), 3));
    }

    void parityBeginsEachTickWithAZero()
    {
        GeometrySettings settings = inMemory();
        settings.parity = true;
        GradientGeometryPreprocessor gradients(settings);
        gradients.addLayer();
        const at::Tensor tiny = at::full({4}, 5e-5); // norm 1e-4: the cosine with itself becomes 1/2
        for (int tick = 0; tick < 2; ++tick) {
            gradients.processTensor(0, tiny);
            gradients.processTensor(0, tiny);
            QCOMPARE(gradients.correlation(0).stats().count(), 2);
            QCOMPARE(gradients.correlation(0).stats().min(), 0.0);
            QVERIFY(near(gradients.correlation(0).stats().max(), 0.5));
            gradients.endTick();
        }
    }

    void nonFiniteGradientsPoisonOnlyTheirTick()
    {
        for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
            GradientGeometryPreprocessor gradients(inMemory());
            gradients.addLayer();
            gradients.processTensor(0, at::full({4}, 1.0));
            gradients.processTensor(0, at::full({4}, bad));
            QCOMPARE(gradients.norm(0).stats().nonFiniteCount(), 1);
            QCOMPARE(gradients.norm(0).stats().max(), 2.0);
            gradients.endTick();
            gradients.processTensor(0, at::full({4}, 1.0));
            gradients.processTensor(0, at::full({4}, 1.0));
            QCOMPARE(gradients.norm(0).stats().mean(), 2.0);
            QCOMPARE(gradients.correlation(0).stats().mean(), 1.0);
        }
    }

    void whatCannotBeMeasuredIsPassedOver()
    {
        GradientGeometryPreprocessor gradients(inMemory());
        gradients.addLayer();
        gradients.processTensor(0, at::Tensor());
        gradients.processTensor(0, at::empty({0, 3}));
        gradients.processTensor(0, at::zeros({3}, at::kLong));
        gradients.processTensor(0, at::zeros({3}).to_sparse());
        QVERIFY(gradients.norm(0).empty());
    }

    void withoutCorrelationNothingIsCompared()
    {
        GeometrySettings settings = inMemory();
        settings.correlation = false;
        GradientGeometryPreprocessor gradients(settings);
        gradients.addLayer();
        for (const at::Tensor &tensor : sequenceOf("plain"))
            gradients.processTensor(0, tensor);
        QCOMPARE(gradients.norm(0).stats().count(), 7);
        QVERIFY(gradients.correlation(0).empty());
    }
};

QTEST_GUILESS_MAIN(GeometryPreprocessorsTest)
#include "tst_geometry_preprocessors.moc"
