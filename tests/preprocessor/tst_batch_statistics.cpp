// Statistics of batches, compared with LibTorch on all of their values.

#include "core/preprocessor/batch_statistics.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using preprocessor::BatchStatistics;

class BatchStatisticsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfAllBatches()
    {
        at::manual_seed(1);
        for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kByte}) {
            const at::Tensor first = (at::randn({5, 3, 4}) * 9 + 40).to(type), second = (at::randn({2, 3, 4}) * 2 + 50).to(type);
            BatchStatistics data;
            data.addNumbers(first.transpose(0, 1));
            data.addNumbers(second);
            data.take();
            const at::Tensor all = at::cat({first.flatten(), second.flatten()}).to(at::kDouble);
            const stats::RunningStats &found = data.finite().stats();
            QVERIFY(std::abs(found.mean() - all.mean().item<double>()) < 1e-5);
            QVERIFY(std::abs(found.deviation() - all.std(false).item<double>()) < 1e-4);
            QCOMPARE(found.min(), all.min().item<double>());
            QCOMPARE(found.max(), all.max().item<double>());
            QCOMPARE(data.notFinite().stats().mean(), 0.0);
        }
    }

    void whatIsNotFiniteIsCountedApart()
    {
        BatchStatistics data;
        data.addNumbers(at::tensor({1.0, NAN, 3.0, INFINITY}));
        data.addNumbers(at::tensor({NAN, -INFINITY}));
        data.take();
        QCOMPARE(data.finite().stats().mean(), 2.0);
        QCOMPARE(data.finite().stats().max(), 3.0);
        QVERIFY(std::abs(data.notFinite().stats().mean() - 4.0 / 6) < 1e-12);
    }

    void classesAreSharesOfThoseThatAre()
    {
        at::manual_seed(2);
        const at::Tensor first = at::randint(-1, 7, {300}, at::kLong), second = at::randint(7, {10, 4}, at::kInt); // -1: none
        BatchStatistics data(5);
        data.addClasses(first);
        data.addClasses(second);
        data.take();
        const at::Tensor all = at::cat({first, second.flatten().to(at::kLong)}), known = all.masked_select(all.ge(0));
        const auto shareOf = [&](const at::Tensor &which) { return which.to(at::kDouble).mean().item<double>(); };
        for (std::size_t i = 0; i < 5; ++i)
            QVERIFY(std::abs(data.classes()[i].stats().mean() - shareOf(known.eq(static_cast<double>(i)))) < 1e-12);
        QVERIFY(std::abs(data.classes()[5].stats().mean() - shareOf(known.ge(5))) < 1e-12);
        data.clear();
        QVERIFY(data.empty());
    }
};

QTEST_GUILESS_MAIN(BatchStatisticsTest)
#include "tst_batch_statistics.moc"
