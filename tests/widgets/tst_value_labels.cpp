#include "tests/support/test_program.h"
#include "widgets/axes/value_labels.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace lensboard::widgets;

/// Labels beside lines.
class ValueLabelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stay_data()
    {
        QTest::addColumn<QList<double>>("wanted");
        QTest::addColumn<QList<double>>("expected");
        QTest::newRow("none") << QList<double>{} << QList<double>{};
        QTest::newRow("apart") << QList<double>{80, 20} << QList<double>{80, 20};
        QTest::newRow("two at one place") << QList<double>{50, 50} << QList<double>{45, 55};
        QTest::newRow("three close, from below") << QList<double>{51, 50, 49} << QList<double>{60, 50, 40};
        QTest::newRow("at the top") << QList<double>{2, 3, 50} << QList<double>{5, 15, 50};
        QTest::newRow("at the bottom") << QList<double>{99, 100} << QList<double>{85, 95};
        QTest::newRow("a pair pushed by the bottom pushes one") << QList<double>{84, 97, 98} << QList<double>{75, 85, 95};
    }

    void stay()
    {
        QFETCH(QList<double>, wanted);
        QFETCH(QList<double>, expected);
        const std::vector<double> middles = spreadOut(wanted, 10, 0, 100);
        QCOMPARE(QList<double>(middles.begin(), middles.end()), expected);
    }

    /// No nearby arrangement in the same order is closer to the lines.
    void neverOverlapAndLieAsCloseAsCanBe()
    {
        constexpr double kHeight = 10, kBottom = 100, kTiny = 1e-9;
        std::mt19937 random(3);
        for (int i = 0; i < 500; ++i) {
            std::vector<double> wanted(1 + random() % 10);
            for (double &y : wanted)
                y = std::uniform_real_distribution(0.0, kBottom)(random);
            std::ranges::sort(wanted);
            const std::vector<double> middles = spreadOut(wanted, kHeight, 0, kBottom);
            QVERIFY(middles.front() >= kHeight / 2 - kTiny && middles.back() <= kBottom - kHeight / 2 + kTiny);
            for (std::size_t j = 1; j < middles.size(); ++j)
                QVERIFY(middles[j] - middles[j - 1] >= kHeight - kTiny);
            const auto cost = [&](const std::vector<double> &places) {
                double sum = 0;
                for (std::size_t j = 0; j < places.size(); ++j)
                    sum += (places[j] - wanted[j]) * (places[j] - wanted[j]);
                return sum;
            };
            const auto isAllowed = [&](const std::vector<double> &places) {
                for (std::size_t j = 0; j < places.size(); ++j)
                    if (places[j] < (j ? places[j - 1] + kHeight : kHeight / 2) || places[j] > kBottom - kHeight / 2)
                        return false;
                return true;
            };
            for (std::size_t from = 0; from < middles.size(); ++from)
                for (std::size_t to = from; to < middles.size(); ++to)
                    for (const double move : {-0.5, 0.5}) {
                        std::vector<double> moved = middles;
                        for (std::size_t j = from; j <= to; ++j)
                            moved[j] += move;
                        QVERIFY(!isAllowed(moved) || cost(moved) >= cost(middles) - kTiny);
                    }
        }
    }
};

LENSBOARD_TEST(ValueLabelsTest)
#include "tst_value_labels.moc"
