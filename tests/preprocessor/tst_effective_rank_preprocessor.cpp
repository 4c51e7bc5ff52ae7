// Effective and stable ranks, compared with LibTorch's singular values, and the number of power iterations needed from tick to tick.

#include "core/preprocessor/effective_rank_preprocessor.h"

#include <ATen/ops/diag.h>
#include <ATen/ops/eye.h>
#include <ATen/ops/linalg_svdvals.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/outer.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <ATen/record_function.h>

#include <QTest>

#include <cmath>
#include <future>
#include <string_view>

using namespace lensboard;
using namespace lensboard::preprocessor;

namespace {

thread_local int products = 0; ///< matrix-vector products

struct Ranks
{
    double effective, stable;
};

/// Computes the definitions with LibTorch in float64.
Ranks defined(const at::Tensor &matrix)
{
    const at::Tensor values = at::linalg_svdvals(matrix.to(at::kDouble)), shares = values / values.sum();
    return {(-(shares * shares.clamp_min(1e-300).log()).sum()).exp().item<double>(),
            (values.square().sum() / values.square().max()).item<double>()};
}

std::shared_future<double> later(std::function<double()> compute)
{
    return std::async(std::launch::deferred, std::move(compute)).share();
}

bool near(double a, double b, double relative)
{
    return std::fabs(a - b) <= relative * std::fabs(b);
}

at::Tensor made(const QString &kind)
{
    at::manual_seed(3);
    if (kind == "identity")
        return at::eye(20);
    if (kind == "rank 1")
        return at::outer(at::randn({30}), at::randn({50}));
    if (kind == "tall") // its Gram matrix is computed at once
        return at::randn({70'000, 6});
    if (kind == "transposed")
        return at::randn({40, 60}).t();
    if (kind == "decaying")
        return at::randn({80, 30}).mm(at::diag(at::tensor(std::vector<float>{1, 0.5, 0.25, 0.1, 1e-2f, 1e-4f}).repeat({5})));
    if (kind == "tiny")
        return at::randn({12, 7}) * 1e-30;
    if (kind == "half")
        return at::randn({33, 65}).to(at::kHalf);
    return at::randn({200, 300}, at::kDouble);
}

/// Computes with a fresh slot, as for a lens.
Ranks found(const Tensor &tensor, bool byIteration = false)
{
    EffectiveRankPreprocessor preprocessor({.effective = !byIteration}, later, [] { return INFINITY; });
    preprocessor.addLayer();
    Measurement measured;
    measured.tensor = &tensor;
    preprocessor.processTensor(0, measured);
    const double effective = byIteration ? NAN : preprocessor.effective(0).get();
    return {effective, preprocessor.stable(0).get()};
}

} // namespace

class EffectiveRankPreprocessorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranksAreThoseOfTheDefinition_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"identity", "rank 1", "tall", "transposed", "decaying", "tiny", "half", "double"})
            QTest::newRow(kind) << QString(kind);
    }

    void ranksAreThoseOfTheDefinition()
    {
        QFETCH(QString, kind);
        const at::Tensor matrix = made(kind);
        const Ranks expected = defined(matrix), all = found(matrix);
        QVERIFY2(near(all.effective, expected.effective, 1e-4), qPrintable(QString("%1, expected %2").arg(all.effective).arg(expected.effective)));
        QVERIFY(near(all.stable, expected.stable, 1e-5));
        const double iterated = found(matrix, true).stable;
        QVERIFY2(near(iterated, expected.stable, 1e-3), qPrintable(QString("%1, expected %2").arg(iterated).arg(expected.stable)));
    }

    void moreDimensionsAreFlattened()
    {
        const at::Tensor kernels = at::randn({6, 3, 2, 2});
        QVERIFY(near(found(kernels).effective, defined(kernels.reshape({6, 12})).effective, 1e-5));
    }

    void zerosAndWhatIsNotFinite()
    {
        at::Tensor broken = at::randn({20, 30});
        broken[3][4] = INFINITY;
        for (const bool byIteration : {false, true}) {
            QCOMPARE(found(at::zeros({4, 5}), byIteration).stable, 0.0);
            QVERIFY(std::isnan(found(broken, byIteration).stable));
        }
        QCOMPARE(found(at::zeros({4, 5})).effective, 0.0);
        QVERIFY(std::isnan(found(broken).effective));
    }

    /// Starts from the result of the previous tick.
    void anIterationThatGoesOnTakesFewProducts()
    {
        at::manual_seed(5);
        Tensor start;
        at::Tensor matrix = at::randn({200, 300});
        matrix.add_(at::outer(at::randn({200}), at::randn({300})), 0.3);
        const auto count = [](const at::RecordFunction &function) {
            products += std::string_view(function.name()) == "aten::mv" ? 1 : 0;
            return std::unique_ptr<at::ObserverContext>();
        };
        const auto callback = at::addThreadLocalCallback(at::RecordFunctionCallback(count));
        std::vector<int> taken;
        for (int tick = 0; tick < 5; ++tick) {
            products = 0;
            const double rank = KeptMatrix(matrix).stableRank(start);
            taken.push_back(products);
            QVERIFY(near(rank, defined(matrix).stable, 1e-3));
            matrix.add_(at::randn({200, 300}), 1e-3);
        }
        at::removeCallback(callback);
        for (std::size_t tick = 1; tick < taken.size(); ++tick)
            QVERIFY2(taken[tick] <= 12 && taken[tick] < taken[0], qPrintable(QString::number(taken[tick])));
    }

    /// The previous greatest direction becomes an eigenvector of a small eigenvalue.
    void anIterationFindsAnotherGreatestDirection()
    {
        Tensor start;
        at::Tensor values = at::ones({20});
        values[3] = 5;
        QVERIFY(near(KeptMatrix(at::diag(values)).stableRank(start), (25 + 19) / 25.0, 1e-4));
        values[3] = 0.5;
        values[7] = 4;
        QVERIFY(near(KeptMatrix(at::diag(values)).stableRank(start), (16 + 18 + 0.25) / 16, 1e-4));
        values[7] = 0;
        QVERIFY(near(KeptMatrix(at::diag(values)).stableRank(start), 18.25, 1e-3));
    }
};

QTEST_GUILESS_MAIN(EffectiveRankPreprocessorTest)
#include "tst_effective_rank_preprocessor.moc"
