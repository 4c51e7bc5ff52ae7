#include "core/experiment/experiment.h"
#include "core/training/learning_rate_schedule.h"

#include <QTest>

#include <cmath>

using namespace lensboard;
using training::LearningRateSchedule;
using experiment::Json;

namespace {

LearningRateSchedule made(const Json &settings, double rate = 0.1, std::int64_t epochs = 10, std::int64_t steps = 20)
{
    Json json = {{"format", 1}, {"dataset", {{"kind", "spirals"}}}, {"model", {{"kind", "mlp"}}}, {"optimizer", {{"kind", "sgd"}}}, {"scheduler", settings}};
    return LearningRateSchedule(experiment::Experiment::fromJson(json).scheduler.as<settings::Schedule>(), rate, epochs, steps);
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class LearningRateScheduleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutOneTheRateStands()
    {
        QCOMPARE(made({{"kind", "none"}}).rate(0, 1), 0.1);
        QCOMPARE(made({{"kind", "none"}}).rate(199, 10), 0.1);
    }

    void aWarmUpRisesInEqualSteps()
    {
        const auto schedule = made({{"kind", "warmup"}, {"warmup_steps", 4}});
        for (int step = 0; step < 4; ++step)
            QVERIFY(near(schedule.rate(step, 1), 0.1 * (step + 1) / 4));
        QCOMPARE(schedule.rate(4, 1), 0.1);
    }

    void stepsFallByEpochs()
    {
        const auto schedule = made({{"kind", "step"}, {"every", 3}, {"factor", 0.5}});
        QCOMPARE(schedule.rate(0, 1), 0.1);
        QCOMPARE(schedule.rate(59, 3), 0.1);
        QVERIFY(near(schedule.rate(60, 4), 0.05));
        QVERIFY(near(schedule.rate(180, 10), 0.0125));
    }

    void aScheduleThatFallsFarIsLogarithmic()
    {
        QVERIFY(!made({{"kind", "none"}}).spansDecades());
        QVERIFY(!made({{"kind", "cosine"}}).spansDecades()); // it falls to 0, but a linear axis shows its shape better
        QVERIFY(!made({{"kind", "warmup"}, {"warmup_steps", 20}}).spansDecades());
        QVERIFY(!made({{"kind", "step"}, {"every", 9}}).spansDecades());
        QVERIFY(!made({{"kind", "step"}, {"every", 3}, {"factor", 0.5}}).spansDecades());
        QVERIFY(made({{"kind", "step"}, {"every", 3}, {"factor", 0.09}}).spansDecades());
        QVERIFY(made({{"kind", "plateau"}}).spansDecades());
    }

    void aCosineEndsAtTheLeast()
    {
        const auto schedule = made({{"kind", "cosine"}, {"least", 0.02}});
        QVERIFY(near(schedule.rate(0, 1), 0.1));
        QVERIFY(near(schedule.rate(100, 6), 0.06)); // the middle is the mean of both ends
        QVERIFY(near(schedule.rate(50, 3), 0.02 + 0.04 * (1 + std::sqrt(0.5))));
        QVERIFY(near(schedule.rate(200, 10), 0.02));
    }

    void aPlateauWaitsForItsPatience()
    {
        auto schedule = made({{"kind", "plateau"}, {"patience", 2}, {"factor", 0.1}, {"threshold", 0.01}, {"least", 0.005}});
        schedule.endEpoch(1.0);
        schedule.endEpoch(0.995); // an improvement, but too small
        schedule.endEpoch(NAN);
        QCOMPARE(schedule.rate(0, 4), 0.1);
        schedule.endEpoch(1.0);
        QVERIFY(near(schedule.rate(0, 5), 0.01));
        schedule.endEpoch(0.5);
        for (int i = 0; i < 3; ++i)
            schedule.endEpoch(0.5);
        QCOMPARE(schedule.rate(0, 9), 0.005); // not 0.001
    }

    /// Non-finite losses are never used for comparison, at any position.
    void aPlateauOutlivesALossThatIsNotFinite()
    {
        for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
            auto schedule = made({{"kind", "plateau"}, {"patience", 2}, {"factor", 0.1}});
            schedule.endEpoch(bad);
            for (const double loss : {1.0, 0.9, 0.8, bad, 0.7, 0.6, 0.5})
                schedule.endEpoch(loss);
            QCOMPARE(schedule.rate(0, 9), 0.1);
            for (int i = 0; i < 3; ++i)
                schedule.endEpoch(bad);
            QVERIFY(near(schedule.rate(0, 12), 0.01)); // three epochs without an improvement
        }
    }

    void aChosenRateGoesOnInProportion()
    {
        auto schedule = made({{"kind", "step"}, {"every", 1}, {"factor", 0.5}});
        schedule.choose(0.4, 20, 2);
        QVERIFY(near(schedule.rate(20, 2), 0.4));
        QVERIFY(near(schedule.rate(40, 3), 0.2));
        auto other = made({{"kind", "step"}, {"every", 1}, {"factor", 0.5}});
        other.restore(schedule.state());
        QCOMPARE(other.rate(40, 3), schedule.rate(40, 3));
    }
};

QTEST_APPLESS_MAIN(LearningRateScheduleTest)
#include "tst_learning_rate_schedule.moc"
