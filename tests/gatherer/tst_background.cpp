// Values computed after a tick, in the background: in order, one tick at a time, with the cost charged to the requester.

#include "core/gatherer/background.h"
#include "tests/support/patience.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace lensboard::gatherer;

namespace {

double laterCost(Background &background, StepCosts &costs, Background::Account account)
{
    costs.endStep();
    {
        const StepCosts::TickWork work(costs);
        background.endTick(costs);
    }
    costs.endTick();
    const auto ofTick = costs.ofLastTick();
    return account < ofTick.size() ? ofTick[account] : 0;
}

/// Uses some of its thread's processor time.
double busyWork()
{
    std::vector<double> all(100'000);
    std::iota(all.begin(), all.end(), 1.0);
    for (int i = 0; i < 20; ++i)
        std::ranges::rotate(all, all.begin() + 1);
    return all.front();
}

} // namespace

class BackgroundTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersComeInTheOrderInWhichTheyWereAskedFor()
    {
        Background background;
        std::vector<int> order;
        std::vector<std::shared_future<double>> numbers;
        for (int i = 0; i < 100; ++i)
            numbers.push_back(background.compute(0, [&order, i] {
                order.push_back(i);
                return i;
            }));
        for (int i = 0; i < 100; ++i)
            QCOMPARE(numbers[static_cast<std::size_t>(i)].get(), static_cast<double>(i));
        QVERIFY(std::ranges::is_sorted(order) && order.size() == 100);
    }

    void oneTicksNumbersAreOnTheWay()
    {
        Background background;
        StepCosts costs;
        std::promise<void> mayGoOn;
        const auto first = background.compute(1, [go = mayGoOn.get_future().share()] {
            go.wait();
            return 1;
        });
        QVERIFY(background.isBusy(1));
        QVERIFY(!background.isBusy(0));
        const auto second = background.compute(1, [] { return 2; }); // same tick: does not wait
        background.endTick(costs);
        std::atomic<bool> isAsked = false;
        std::jthread tick([&] {
            background.compute(1, [] { return 3; });
            isAsked = true;
        });
        QTest::qWait(20); // long enough to detect it if it did not wait
        QVERIFY(!isAsked);
        mayGoOn.set_value();
        tick.join();
        QCOMPARE(first.get() + second.get(), 3.0);
    }

    void whatItTakesIsChargedToWhoAsked()
    {
        Background background;
        StepCosts costs;
        background.compute(2, busyWork).wait();
        QTRY_VERIFY(!background.isBusy(2));
        const double seconds = laterCost(background, costs, 2);
        QVERIFY(seconds > 0);
        QCOMPARE(costs.ofLastTick()[0] + costs.ofLastTick()[1], 0.0);
        QCOMPARE(laterCost(background, costs, 2), 0.0); // once
    }

    void anErrorIsReportedWhenTheTickEnds()
    {
        Background background;
        StepCosts costs;
        const auto number = background.compute(0, []() -> double { throw std::runtime_error("no memory"); });
        number.wait();
        QTRY_VERIFY(!background.isBusy(0));
        QVERIFY_EXCEPTION_THROWN(background.endTick(costs), std::runtime_error);
        background.endTick(costs); // once
        QCOMPARE(background.compute(0, [] { return 4; }).get(), 4.0);
    }

    void nothingThatWasAskedForIsLost()
    {
        std::vector<std::shared_future<double>> numbers;
        {
            Background background;
            for (int i = 0; i < 20; ++i)
                numbers.push_back(background.compute(0, busyWork));
        }
        for (const auto &number : numbers)
            QCOMPARE(number.get(), 21.0);
    }
};

QTEST_GUILESS_MAIN(BackgroundTest)
#include "tst_background.moc"
