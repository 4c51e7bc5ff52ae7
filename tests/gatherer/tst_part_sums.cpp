// Sums over the parts of divided tensors, compared with the sums of the whole tensors.

#include "core/gatherer/part_sums.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

using namespace lensboard::gatherer;

namespace {

constexpr std::size_t kSquares = 0, kValues = 2, kPositive = 5;

/// Returns sums of some values: their squares, themselves, and the number of positive values.
PartSums sumsOf(std::span<const double> values, std::uint64_t listeners = 1)
{
    PartSums part;
    part.listeners = listeners;
    part.size = static_cast<double>(values.size());
    double squares = 0, sum = 0, positive = 0;
    for (const double value : values) {
        squares += value * value;
        sum += value;
        positive += value > 0 ? 1 : 0;
    }
    part.set(kSquares, squares);
    part.set(kValues, sum);
    part.set(kPositive, positive);
    return part;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-12 * (1 + std::abs(b));
}

} // namespace

class PartSumsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Each of four processes has a stretch of each tensor; some have none. Their numbers arrive in any order.
    void theSumOfPartsIsThatOfTheWhole()
    {
        std::mt19937 random(5);
        std::normal_distribution<double> normal;
        constexpr std::size_t kProcesses = 4, kTensors = 12;
        std::vector<std::vector<double>> tensors(kTensors);
        std::vector<Parts> processes(kProcesses);
        for (std::size_t number = 0; number < kTensors; ++number) {
            std::vector<double> &values = tensors[number];
            values.resize(random() % 30);
            for (double &value : values)
                value = normal(random);
            for (std::size_t process = 0; process < kProcesses; ++process) {
                const std::size_t begin = process * values.size() / kProcesses, end = (process + 1) * values.size() / kProcesses;
                if (begin < end)
                    processes[process].add(number, sumsOf(std::span(values).subspan(begin, end - begin)));
            }
        }
        Parts first = processes[2];
        for (const std::size_t other : {3u, 0u, 1u}) {
            std::vector<double> numbers;
            processes[other].appendTo(numbers);
            numbers.push_back(-7); // belongs to the next place
            std::span<const double> rest = numbers, skipped = numbers;
            first.merge(rest);
            Parts::skip(skipped);
            QVERIFY(rest.size() == 1 && rest.front() == -7);
            QVERIFY(skipped.size() == 1 && skipped.front() == -7);
        }
        for (std::size_t number = 0; number < kTensors; ++number) {
            const auto found = first.all().find(number);
            QCOMPARE(found == first.all().end(), tensors[number].empty());
            if (tensors[number].empty())
                continue;
            const PartSums expected = sumsOf(tensors[number]);
            QCOMPARE(found->second.size, expected.size);
            QCOMPARE(found->second.known, expected.known);
            QCOMPARE(found->second.listeners, std::uint64_t{1});
            for (const std::size_t sum : {kSquares, kValues, kPositive})
                QVERIFY(found->second.has(sum) && isNear(found->second.sums[sum], expected.sums[sum]));
            QVERIFY(!found->second.has(1) && !found->second.has(3));
        }
    }

    /// A sum or a listener that one part lacks does not exist for the whole.
    void theWholeHasWhatAllPartsHave()
    {
        PartSums whole = sumsOf(std::vector{1.0, 2.0}, 0b0110);
        PartSums other;
        other.listeners = 0b1100;
        other.size = 3;
        other.set(kSquares, 10);
        whole += other;
        QCOMPARE(whole.listeners, std::uint64_t{0b0100});
        QCOMPARE(whole.size, 5.0);
        QVERIFY(whole.has(kSquares) && !whole.has(kValues) && !whole.has(kPositive));
        QCOMPARE(whole.sums[kSquares], 15.0);
    }

    void partsSurviveTheirMessage()
    {
        Parts parts;
        PartSums part;
        part.listeners = std::uint64_t{1} << 40;
        part.size = 1e12;
        part.set(PartSums::kSums - 1, -std::numeric_limits<double>::infinity());
        part.set(0, std::numeric_limits<double>::quiet_NaN());
        parts.add(std::uint64_t{1} << 50, part);
        std::vector<double> numbers;
        parts.appendTo(numbers);
        std::span<const double> rest = numbers;
        Parts found;
        found.merge(rest);
        QVERIFY(rest.empty());
        QCOMPARE(found.all().size(), std::size_t{1});
        const auto &[number, same] = *found.all().begin();
        QCOMPARE(number, std::uint64_t{1} << 50);
        QCOMPARE(same.listeners, part.listeners);
        QCOMPARE(same.known, part.known);
        QCOMPARE(same.size, 1e12);
        QVERIFY(std::isnan(same.sums[0]) && std::isinf(same.sums[PartSums::kSums - 1]));
        found.clear();
        QVERIFY(found.empty());
    }

    void damagedNumbersAreRefused_data()
    {
        QTest::addColumn<QList<double>>("numbers");
        Parts parts;
        parts.add(3, sumsOf(std::vector{1.0, -2.0}));
        std::vector<double> whole;
        parts.appendTo(whole);
        const QList<double> good(whole.begin(), whole.end());
        const auto with = [&good](qsizetype place, double number) {
            QList<double> changed = good;
            changed[place] = number;
            return changed;
        };
        QTest::newRow("nothing") << QList<double>();
        QTest::newRow("fewer than announced") << good.first(good.size() - 1);
        QTest::newRow("a negative count") << with(0, -1);
        QTest::newRow("half a part") << with(0, 0.5);
        QTest::newRow("more parts than numbers") << with(0, 2);
        QTest::newRow("an endless count") << with(0, std::numeric_limits<double>::infinity());
        QTest::newRow("a count that is no number") << with(0, std::numeric_limits<double>::quiet_NaN());
        QTest::newRow("a negative number of a tensor") << with(1, -3);
        QTest::newRow("listeners that are no number") << with(2, std::numeric_limits<double>::quiet_NaN());
        QTest::newRow("half a bit") << with(3, 1.5);
    }

    void damagedNumbersAreRefused()
    {
        QFETCH(QList<double>, numbers);
        std::span<const double> rest(numbers.constData(), static_cast<std::size_t>(numbers.size()));
        Parts parts;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, parts.merge(rest));
    }
};

QTEST_GUILESS_MAIN(PartSumsTest)
#include "tst_part_sums.moc"
