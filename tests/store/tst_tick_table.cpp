#include "core/store/columns/tick_table.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace lensboard;
using record::TickStamp;
using store::TickTable;

namespace {

bool sameStamp(const TickStamp &a, const TickStamp &b) // NaN equals itself
{
    return a.tick == b.tick && a.epoch == b.epoch && a.step == b.step && a.samples == b.samples
        && std::bit_cast<std::uint64_t>(a.wallSeconds) == std::bit_cast<std::uint64_t>(b.wallSeconds);
}

void compare(const TickTable &table, const std::vector<TickStamp> &expected)
{
    QCOMPARE(table.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(sameStamp(table[i], expected[i]), qPrintable(QString::number(i)));
    const auto copy = table.copy(expected.size() / 3, expected.size() + 1);
    QCOMPARE(copy.size(), expected.size() - expected.size() / 3);
    QVERIFY(std::ranges::equal(copy, std::span(expected).subspan(expected.size() / 3), sameStamp));
}

/// Returns a training's ticks with jitter of the step times, in seconds.
std::vector<TickStamp> training(std::size_t count, double jitter)
{
    std::mt19937_64 random(3);
    std::normal_distribution<double> noise(0, jitter);
    std::vector<TickStamp> ticks;
    double seconds = 1.79e9;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
        const std::int64_t epoch = i / 1000, inEpoch = i % 1000 + 1;
        seconds += std::abs(0.1 + noise(random));
        ticks.push_back({i, epoch, 10 * (i + 1), epoch * 31990 + std::min<std::int64_t>(32 * inEpoch, 31990), seconds});
    }
    return ticks;
}

} // namespace

class TickTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksOfATrainingTakeFewBytes()
    {
        const std::vector<TickStamp> ticks = training(100'000, 0.01);
        TickTable table;
        for (const TickStamp &stamp : ticks)
            table.push_back(stamp);
        compare(table, ticks);
        QVERIFY2(table.bytes() < 7 * ticks.size(), qPrintable(QString::number(table.bytes())));
    }

    /// Files and importers may have tick numbers that no training produces.
    void anyNumbersStayThemselves()
    {
        constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min(), kMax = std::numeric_limits<std::int64_t>::max();
        const std::vector<std::int64_t> whole = {0, 1, -1, 255, 256, 65535, 65536, 1LL << 32, kMin, kMax, kMin + 1, kMax - 1};
        const std::vector<double> times = {0, -0.0, NAN, -NAN, INFINITY, -INFINITY, 1.79e9, 5e-324, -1.7e308};
        std::mt19937_64 random(5);
        std::vector<TickStamp> ticks;
        for (std::size_t i = 0; i < 5000; ++i) {
            const auto number = [&] { return random() % 2 ? static_cast<std::int64_t>(random() >> random() % 64) : whole[random() % whole.size()]; };
            const double time = random() % 2 ? std::bit_cast<double>(random()) : times[random() % times.size()];
            ticks.push_back({number(), number(), number(), number(), time});
        }
        TickTable table;
        QVERIFY(table.empty());
        for (const TickStamp &stamp : ticks) {
            table.push_back(stamp);
            QVERIFY(sameStamp(table.back(), stamp));
        }
        compare(table, ticks);
    }

    void aTickIsReplaced()
    {
        std::vector<TickStamp> ticks = training(1000, 0);
        TickTable table;
        for (const TickStamp &stamp : ticks)
            table.push_back(stamp);
        for (const std::size_t i : {0, 255, 256, 511, 700, 999})
            table.replace(i, ticks[i] = {-7, 3, 1LL << 50, static_cast<std::int64_t>(i), 12.5});
        compare(table, ticks);
    }

    void othersStandInUntilTicksAreKnown()
    {
        constexpr std::size_t kBlock = store::PackedTicks::kSize, kFirst = kBlock, kEnd = 5 * kBlock;
        constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min(), kMax = std::numeric_limits<std::int64_t>::max();
        std::vector<TickStamp> ticks = training(kEnd + 10, 0.01);
        ticks[3 * kBlock].samples = kMin; // differences to this value overflow
        ticks[4 * kBlock].samples = kMax;
        TickTable table;
        for (std::size_t i = 0; i < kFirst; ++i)
            table.push_back(ticks[i]);
        for (std::size_t i = kFirst; i < kEnd; i += kBlock)
            table.addStandIns(ticks[i], ticks[i + kBlock]);
        for (std::size_t i = kEnd; i < ticks.size(); ++i)
            table.push_back(ticks[i]);
        QCOMPARE(table.size(), ticks.size());
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            QCOMPARE(table.isExact(i), i < kFirst || i >= kEnd);
            QVERIFY(i % kBlock == 0 || i < kFirst || i >= kEnd ? sameStamp(table[i], ticks[i]) : table[i].step == ticks[i].step);
            QVERIFY(i == 0 || table[i].wallSeconds >= table[i - 1].wallSeconds);
        }
        for (std::size_t i = kFirst; i < kEnd; i += kBlock) {
            QVERIFY(!table.isExact());
            QCOMPARE(table.exactCount(), i);
            table.settle(std::span(ticks).subspan(i).first<kBlock>());
        }
        QVERIFY(table.isExact());
        QCOMPARE(table.exactCount(), ticks.size());
        compare(table, ticks);
    }
};

LENSBOARD_TEST(TickTableTest)
#include "tst_tick_table.moc"
