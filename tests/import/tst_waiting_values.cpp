#include "core/import/waiting_values.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <tuple>

using namespace lensboard::imports;

namespace {

using Reading = std::tuple<std::uint32_t, double, std::optional<std::int64_t>>; ///< series, value, samples

/// Values by step in the order of the file, from any order of rows.
struct Rows
{
    std::vector<std::tuple<RowStamp, std::uint32_t, double>> all;

    void add(std::int64_t step, std::optional<std::int64_t> samples, std::uint32_t series) { all.emplace_back(RowStamp{.step = step, .samples = samples}, series, static_cast<double>(all.size())); }

    std::map<std::int64_t, std::vector<Reading>> expected() const
    {
        std::map<std::int64_t, std::vector<Reading>> steps;
        for (const auto &[stamp, series, value] : all)
            steps[stamp.step].emplace_back(series, value, stamp.samples);
        return steps;
    }

    void compare() const
    {
        WaitingValues waiting;
        for (const auto &[stamp, series, value] : all) {
            waiting.beginRow(stamp, {});
            QCOMPARE(waiting.currentStep(), stamp.step);
            waiting.add(series, value);
        }
        waiting.sort();
        std::vector<std::pair<std::int64_t, std::vector<Reading>>> steps;
        waiting.forEachStep([&](const WaitingValues::Step &step, auto values) {
            steps.push_back({step.step, {}});
            for (const WaitingValues::Value &value : values)
                steps.back().second.emplace_back(value.series, value.value, waiting.stamp(value.stamp).samples);
        });
        const auto known = expected();
        QVERIFY(std::ranges::equal(steps, known, [](const auto &a, const auto &b) { return a.first == b.first && a.second == b.second; }));
    }
};

} // namespace

class WaitingValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsOfRisingSteps()
    {
        Rows rows;
        for (int step = -5; step < 50; ++step)
            for (std::uint32_t series = 0; series < 3; ++series)
                rows.add(step, {}, series);
        rows.compare();
    }

    void columns()
    {
        Rows rows;
        for (std::uint32_t series = 0; series < 4; ++series)
            for (int step = static_cast<int>(series); step < 60; step += 1 + static_cast<int>(series))
                rows.add(step, series, series);
        rows.compare();
    }

    void anyOrder()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 50; ++round) {
            Rows rows;
            for (std::size_t i = 0, count = random() % 300; i < count; ++i)
                rows.add(static_cast<std::int64_t>(random() % 40) - 20, random() % 2 == 0 ? std::nullopt : std::optional<std::int64_t>(random() % 3), random() % 5);
            rows.compare();
        }
    }

    void stampsOfAStepStayInOrder()
    {
        WaitingValues waiting;
        for (const std::int64_t samples : {1, 1, 2, 1}) {
            waiting.beginRow({.step = 7, .samples = samples}, 3);
            waiting.beginRow({.step = 8}, 4);
        }
        waiting.sort();
        std::vector<std::int64_t> found;
        waiting.forEachStep([&](const WaitingValues::Step &step, auto values) {
            QVERIFY(values.empty());
            QCOMPARE(step.epochBefore, std::optional<std::int64_t>(step.step == 7 ? 3 : 4));
            waiting.forEachStamp(step, [&](const RowStamp &stamp) { found.push_back(stamp.samples.value_or(0)); });
        });
        QCOMPARE(found, (std::vector<std::int64_t>{1, 2, 1, 0}));
    }
};

LENSBOARD_TEST(WaitingValuesTest)
#include "tst_waiting_values.moc"
