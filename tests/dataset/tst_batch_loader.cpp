#include "core/dataset/batch_loader.h"
#include "core/dataset/dataset.h"
#include "core/dataset/normalisation.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/randint.h>

#include <QTest>

using namespace lensboard::dataset;

namespace {

/// 40 of 8x8.
Dataset pictures()
{
    Dataset data;
    data.classes = 10;
    data.training = {at::randint(256, {40, 1, 8, 8}, at::kByte), at::randint(10, {40}, at::kLong)};
    normaliseInputs(data, lensboard::settings::Normalise::Standard);
    return data;
}

} // namespace

class BatchLoaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void batchesAreThoseOfTakeBatch_data()
    {
        QTest::addColumn<bool>("even");
        QTest::addColumn<bool>("ahead");
        for (const bool even : {false, true})
            for (const bool ahead : {false, true})
                QTest::addRow("%s, %s", even ? "even" : "as given", ahead ? "ahead" : "in between") << even << ahead;
    }

    void batchesAreThoseOfTakeBatch()
    {
        QFETCH(bool, even);
        QFETCH(bool, ahead);
        const Dataset data = pictures();
        const at::Tensor order = at::arange(39, -1, -1, at::kLong);
        const BatchCuts cuts{40, 7, 6, even};
        BatchLoader loader(data, data.training, order, cuts, ahead);
        std::int64_t seen = 0;
        for (const std::int64_t number : {3, 4, 5, 0, 1, 2, 3, 1, 1}) { // from the middle, again, and back
            const auto [inputs, targets] = loader.take(number);
            const std::int64_t begin = cuts.begin(number), size = cuts.end(number) - begin;
            QVERIFY(even ? size == 6 || size == 7 : size == (number < 5 ? 7 : 5));
            const auto [expectedInputs, expectedTargets] = takeBatch(data, data.training, order.narrow(0, begin, size));
            QVERIFY(inputs.equal(expectedInputs) && targets.equal(expectedTargets));
            seen += size;
        }
        QCOMPARE(seen, 40 + cuts.end(3) - cuts.begin(3) + 2 * (cuts.end(1) - cuts.begin(1)));
        QVERIFY_EXCEPTION_THROWN(loader.take(6), std::out_of_range);
        QVERIFY_EXCEPTION_THROWN(loader.take(-1), std::out_of_range);
    }

    void partsOfABatchAreDividedAsDistributedSamplerDoes()
    {
        const at::Tensor order = at::arange(38, -1, -1, at::kLong); // 39 samples
        constexpr std::int64_t kParts = 4;
        for (const bool even : {false, true})
            for (std::int64_t number = 0; number < 5; ++number) {
                const BatchCuts whole{39, 8, 5, even};
                std::int64_t samples = 0;
                for (std::int64_t part = 0; part < kParts; ++part) {
                    const BatchCuts cuts{39, 8, 5, even, part, kParts};
                    const at::Tensor own = cuts.of(order, number);
                    QCOMPARE(own.numel(), std::max<std::int64_t>(1, cuts.partSize(number)));
                    for (std::int64_t i = 0; i < cuts.partSize(number); ++i)
                        QCOMPARE(own[i].item<std::int64_t>(), order[whole.begin(number) + part + i * kParts].item<std::int64_t>());
                    samples += cuts.partSize(number);
                }
                QCOMPARE(samples, whole.end(number) - whole.begin(number));
            }
        const BatchCuts none{33, 8, 5, false, 1, kParts}; // the last batch has one sample, another's
        QCOMPARE(none.partSize(4), 0);
        QCOMPARE(none.of(order, 4)[0].item<std::int64_t>(), order[32].item<std::int64_t>());
    }

    void whatGoesWrongIsToldWhereItDoes()
    {
        const Dataset data = pictures();
        at::Tensor order = at::arange(40, at::kLong);
        order[25] = 1000;
        BatchLoader loader(data, data.training, order, {40, 10, 4}, true);
        loader.take(0);
        loader.take(1); // batches that were ready before are returned
        QVERIFY_EXCEPTION_THROWN(loader.take(2), std::exception);
        QVERIFY_EXCEPTION_THROWN(loader.take(2), std::exception);
        QCOMPARE(loader.take(3).second.size(0), 10);
    }

    void itEndsWhereverItIs()
    {
        const Dataset data = pictures();
        const at::Tensor order = at::arange(40, at::kLong);
        for (int i = 0; i < 200; ++i) {
            BatchLoader loader(data, data.training, order, {40, 1, 40}, true);
            for (int j = 0; j < i % 4; ++j)
                QCOMPARE(loader.take(j).second.size(0), 1);
        }
    }

    void aThreadIsWorthItWhereACoreIsFree()
    {
        QVERIFY(!prefetchPays(1 << 10, 1));
        QVERIFY(!prefetchPays(1 << 30, 1 << 20));
    }
};

QTEST_GUILESS_MAIN(BatchLoaderTest)
#include "tst_batch_loader.moc"
