// Bins of histograms, compared with LibTorch's histogram of the same edges.

#include "core/preprocessor/histogram_preprocessor.h"
#include "core/preprocessor/value_grid.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/histogram.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::preprocessor;

namespace {

std::vector<double> countsOf(const Tensor &values)
{
    HistogramPreprocessor preprocessor;
    preprocessor.addLayer();
    Measurement measured;
    measured.tensor = &values;
    preprocessor.processTensor(0, measured);
    preprocessor.take();
    return preprocessor.histogram(0).counts;
}

std::vector<double> asVector(const at::Tensor &tensor)
{
    const at::Tensor numbers = tensor.to(at::kDouble).contiguous();
    return {numbers.data_ptr<double>(), numbers.data_ptr<double>() + numbers.numel()};
}

} // namespace

class ValueGridTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithLibTorch()
    {
        at::manual_seed(3);
        const at::Tensor edges = at::tensor(at::ArrayRef<double>(gridEdges()));
        for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16}) {
            const at::Tensor values = (at::randn({300'000}) * at::randn({300'000}).mul(4).exp()).to(type); // spans many magnitudes
            const at::Tensor finite = values.masked_select(values.isfinite()).to(at::kDouble).clamp(-9e4, 9e4); // the last bin holds all larger values
            const auto countsOfSide = [&](double sign) { // each side separately, because a bin includes its edge nearer to zero
                const at::Tensor side = finite * sign;
                return std::get<0>(at::histogram(side.masked_select(sign > 0 ? side.ge(0) : side.gt(0)), edges));
            };
            const auto expected = asVector(countsOfSide(1) + countsOfSide(-1).flip(0));
            QCOMPARE(countsOf(values), expected);
            QCOMPARE(asVector(countedOnGrid(values)), expected);
            QCOMPARE(countsOf(values.reshape({600, 500}).t()), expected);
        }
    }

    void everyValueHasItsBin()
    {
        constexpr int kMiddle = kGridBins / 2;
        const auto binOf = [](double value) {
            const std::vector<double> counts = countsOf(at::tensor({value})), others = asVector(countedOnGrid(at::tensor({value})));
            const auto found = std::ranges::find(counts, 1.0);
            return counts == others && found != counts.end() ? static_cast<int>(found - counts.begin()) : -1;
        };
        for (const double nothing : {0.0, -0.0, 1e-40, -9e-9})
            QCOMPARE(binOf(nothing), kMiddle);
        for (int i = 0; i < kMiddle; ++i) { // starting at its edge nearer to zero
            const double edge = gridEdges()[static_cast<std::size_t>(kMiddle + 1 + i)];
            QCOMPARE(binOf(edge), kMiddle + 1 + i);
            QCOMPARE(binOf(-edge), kMiddle - 1 - i);
            QCOMPARE(binOf(std::nextafterf(static_cast<float>(edge), 0)), kMiddle + i);
        }
        QCOMPARE(binOf(3e38), 2 * kMiddle);
        QCOMPARE(binOf(-3e38), 0);
        for (const double none : {NAN, INFINITY, -INFINITY})
            QCOMPARE(binOf(none), -1);
        QCOMPARE(gridEdges().size(), kGridBins + 1);
        QVERIFY(std::ranges::is_sorted(gridEdges()));
    }

    void looksAtEachSoManyth()
    {
        HistogramPreprocessor preprocessor(3);
        preprocessor.addLayer();
        const auto total = [&] {
            for (int i = 0; i < 5; ++i) {
                const Tensor values = at::randn({i + 1});
                Measurement measured;
                measured.tensor = &values;
                preprocessor.processTensor(0, measured);
            }
            preprocessor.take();
            double sum = 0;
            for (const double count : preprocessor.histogram(0).counts)
                sum += count;
            return sum;
        };
        QCOMPARE(total(), 1.0 + 4);
        preprocessor.endTick();
        QVERIFY(preprocessor.empty(0));
        QCOMPARE(total(), 1.0 + 4); // from the first tensor of a tick on
    }
};

QTEST_GUILESS_MAIN(ValueGridTest)
#include "tst_value_grid.moc"
