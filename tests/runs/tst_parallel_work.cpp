#include "core/runs/parallel_work.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace lensboard;

class TestParallelWork final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doesEachOnceAndReportsItHere_data();
    void doesEachOnceAndReportsItHere();
    void passesAnErrorOn();
    void endsEarlyWhenStopped();
};

void TestParallelWork::doesEachOnceAndReportsItHere_data()
{
    QTest::addColumn<std::size_t>("count");
    for (const std::size_t count : {0, 1, 3, 1000})
        QTest::addRow("%zu", count) << count;
}

void TestParallelWork::doesEachOnceAndReportsItHere()
{
    QFETCH(std::size_t, count);
    std::vector<std::size_t> squares(count);
    std::multiset<std::size_t> reported;
    const auto here = std::this_thread::get_id();
    runs::workInParallel(
        count, {}, [&](std::size_t i) { squares[i] += i * i; },
        [&](std::size_t i) {
            QVERIFY(std::this_thread::get_id() == here);
            QCOMPARE(squares[i], i * i); // its work is finished
            reported.insert(i);
        });
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    QVERIFY(std::equal(reported.begin(), reported.end(), all.begin(), all.end()));
}

void TestParallelWork::passesAnErrorOn()
{
    std::atomic<int> begun = 0;
    const auto work = [&](std::size_t i) {
        ++begun;
        if (i == 5)
            throw std::runtime_error("the sixth");
        if (i > 5)
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // until the error arrives
    };
    QVERIFY_EXCEPTION_THROWN(runs::workInParallel(100000, {}, work, [](std::size_t) {}), std::runtime_error);
    QVERIFY(begun < 100000);
}

void TestParallelWork::endsEarlyWhenStopped()
{
    std::stop_source stop;
    std::atomic<int> begun = 0;
    int reported = 0;
    runs::workInParallel(
        100000, stop.get_token(),
        [&](std::size_t i) {
            ++begun;
            while (i >= 10 && !stop.stop_requested())
                std::this_thread::yield();
        },
        [&](std::size_t) {
            if (++reported == 3)
                stop.request_stop();
        });
    QCOMPARE(reported, 3);
    QVERIFY(begun < 100000);
}

LENSBOARD_TEST(TestParallelWork)
#include "tst_parallel_work.moc"
