// Estimates of a training's duration, with a simulated clock.

#include "core/session/training_pace.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

using namespace lensboard;
using session::TrainingPace;

namespace {

struct Training
{
    std::int64_t epochs, steps, validations;
    std::function<double(std::int64_t batch)> stepSeconds;
    double validationSeconds;
};

struct Estimate
{
    double at, left, rate;
    std::int64_t epoch;
};

/// Returns the estimates after each batch; the last one is for the finished training.
std::vector<Estimate> estimates(const Training &training)
{
    TrainingPace pace;
    const TrainingPace::Batches perEpoch{static_cast<double>(training.steps), static_cast<double>(training.validations)};
    double now = 1000;
    pace.resume(now);
    std::vector<Estimate> all;
    std::int64_t number = 0;
    for (std::int64_t epoch = 1; epoch <= training.epochs; ++epoch)
        for (std::int64_t batch = 1; batch <= training.steps + training.validations; ++batch) {
            const bool isValidation = batch > training.steps;
            now += isValidation ? training.validationSeconds : training.stepSeconds(number++);
            pace.add(isValidation, now);
            session::Position position;
            position.epoch = epoch;
            position.batch = batch;
            all.push_back({now, pace.secondsLeft(batchesLeft(position, training.epochs, perEpoch)), pace.stepsPerSecond(), epoch});
        }
    return all;
}

} // namespace

class TrainingPaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A validation batch takes a tenth of a training batch. If both counted alike, an hour would become twenty minutes and back.
    void validationDoesNotMoveTheTimeLeft()
    {
        const auto jittery = [](std::int64_t number) { return 0.06 * (number % 5 == 0 ? 1.4 : 0.9); };
        const auto all = estimates({6, 1000, 400, jittery, 0.006});
        const double end = all.back().at;
        for (const Estimate &estimate : all) {
            const double truth = end - estimate.at, tolerance = estimate.epoch == 1 ? 0.2 * truth + 1 : 0.02 * truth + 0.1;
            QVERIFY2(estimate.left < 0 || std::abs(estimate.left - truth) < tolerance,
                     qPrintable(QString("epoch %1: %2 s left of %3").arg(estimate.epoch).arg(estimate.left).arg(truth)));
            QVERIFY(estimate.left < 0 || std::abs(estimate.rate - 1 / 0.06) < 1.5);
        }
        QCOMPARE(all.back().left, 0.0);
        const auto told = std::count_if(all.begin(), all.end(), [](const Estimate &estimate) { return estimate.left >= 0; });
        QVERIFY2(told > static_cast<std::ptrdiff_t>(all.size()) * 99 / 100, qPrintable(QString::number(told)));
    }

    void aSlowStartIsNoForecast()
    {
        const auto slowAtFirst = [](std::int64_t number) { return number < 2 ? 0.7 : 0.005; };
        const auto all = estimates({8, 1875, 300, slowAtFirst, 0.0015});
        QVERIFY(all.back().at - 1000 < 80);
        const auto most = std::max_element(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.left < b.left; });
        QVERIFY2(most->left > 0 && most->left < 90, qPrintable(QString::number(most->left)));
    }

    void slowStepsAreToldAfterTheSecond()
    {
        const auto all = estimates({1, 5, 0, [](std::int64_t) { return 60.0; }, 0});
        QCOMPARE(all[0].left, -1.0); // the first batch gives no estimate
        QCOMPARE(all[1].left, 180.0);
        QCOMPARE(all[4].left, 0.0);
    }

    void aPauseTakesNoTime()
    {
        TrainingPace pace;
        double now = 0;
        pace.resume(now);
        for (int i = 0; i < 30; ++i) {
            if (i == 20)
                pace.resume(now += 3600);
            pace.add(false, now += 0.1);
        }
        QVERIFY(std::abs(pace.stepsPerSecond() - 10) < 1e-6);
        QVERIFY(std::abs(pace.secondsLeft({100, 0}) - 10) < 1e-6);
    }

    /// Switching on a lens changes the rate at once, and the remaining time soon.
    void whatIsRecentCounts()
    {
        const auto slower = [](std::int64_t number) { return number < 2000 ? 0.01 : 0.02; };
        const auto all = estimates({1, 10000, 0, slower, 0});
        QVERIFY(all[1999].rate > 99 && all[2110].rate < 55);
        QVERIFY(std::abs(all[2800].left - 0.02 * 7200) < 5);
    }
};

LENSBOARD_TEST(TrainingPaceTest)
#include "tst_training_pace.moc"
