#include "core/runs/divergence/divergence.h"
#include "core/runs/divergence/divergence_json.h"
#include "core/store/columns/run_store.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <map>
#include <random>
#include <tuple>

using namespace lensboard;
using record::SeriesRole;
using runs::Divergence;
using runs::divergenceOf;
using runs::StepPart;

namespace {

/// A training of layers fc1, relu and fc2. Its values are set one by one.
class Training
{
public:
    explicit Training(const std::string &experiment = {}, const std::vector<std::string> &layers = {"fc1", "relu", "fc2"}) : m_layers(layers)
    {
        record::RunInfo info;
        info.experiment = experiment;
        info.layers = {{.name = "", .type = "Sequential", .leaf = false, .parameters = {}},
                       {.name = layers[0], .type = "Linear", .parameters = {}},
                       {.name = layers[1], .type = "ReLU", .parameters = {}},
                       {.name = layers[2], .type = "Linear", .parameters = {}}};
        m_run->restart(info);
        for (const auto &[tag, lens] : kTags)
            m_run->registerTag({.name = tag, .lens = lens, .big = std::string(tag) == "Loss"});
    }

    /// Sets the value of a tick; ticks end at their step. Empty layer: the loss.
    void set(std::int64_t step, std::size_t tag, const std::string &layer, double value, const std::string &label = "mean")
    {
        m_values[step][seriesOf(tag, layer, label)] = value;
    }
    /// Sets all quantities of a step to numbers that depend on the step, the quantity and \p seed.
    void setAll(std::int64_t step, double seed = 0)
    {
        for (std::size_t tag = 0; tag < std::size(kTags); ++tag)
            for (std::size_t layer = 0; layer < (tag == kLoss ? 1 : m_layers.size()); ++layer)
                set(step, tag, tag == kLoss ? std::string() : m_layers[layer], static_cast<double>(step) + 10.0 * static_cast<double>(tag + 3 * layer + 1) + seed);
    }
    /// Adds \p difference to a value that is already set.
    void change(std::int64_t step, std::size_t tag, const std::string &layer, double difference)
    {
        m_values.at(step).at(seriesOf(tag, layer, "mean")) += difference;
    }
    std::shared_ptr<const store::Run> run()
    {
        std::int64_t tick = 0;
        for (const auto &[step, values] : m_values) {
            record::Frame frame{{++tick, 1, step, step, static_cast<double>(step)}, {}};
            for (const auto &[series, value] : values)
                frame.values.push_back({series, value});
            m_run->commit(std::move(frame));
        }
        return m_run;
    }

    static constexpr std::size_t kOutput = 0, kLoss = 1, kOutputGradient = 2, kUpdate = 3, kNorm = 4;

private:
    std::uint32_t seriesOf(std::size_t tag, const std::string &layer, const std::string &label)
    {
        const auto [known, isNew] = m_series.try_emplace({tag, layer, label}, 0);
        if (isNew)
            known->second = m_run->registerSeries({static_cast<std::uint32_t>(tag), layer.empty() ? "Loss" : layer, label, SeriesRole::Line});
        return known->second;
    }

    static constexpr std::pair<const char *, const char *> kTags[] = {{"Output Norm", "OutputNorm"},
                                                                      {"Loss", "LossMetrics"},
                                                                      {"Output Gradient Norm", "OutputGradientGeometry"},
                                                                      {"Weight Update Norm", "ParameterUpdateGeometry"},
                                                                      {"Weight Norm", "ParameterNorm"}};

    std::vector<std::string> m_layers;
    std::shared_ptr<store::RunStore> m_run = std::make_shared<store::RunStore>();
    std::map<std::tuple<std::size_t, std::string, std::string>, std::uint32_t> m_series;
    std::map<std::int64_t, std::map<std::uint32_t, double>> m_values; ///< by step and series
};

/// "12 output of relu" of the first difference.
QString firstOf(const Divergence &divergence)
{
    if (divergence.series.empty())
        return "none";
    const runs::DivergedSeries &first = divergence.series.front();
    return QString("%1 %2 of %3").arg(first.step).arg(toText(first.part), QString::fromStdString(first.layer));
}

Training equalTraining(std::int64_t steps = 40)
{
    Training training;
    for (std::int64_t step = 1; step <= steps; ++step)
        training.setAll(step);
    return training;
}

} // namespace

class DivergenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalRuns()
    {
        const Divergence none = divergenceOf(*equalTraining().run(), *equalTraining().run());
        QCOMPARE(firstOf(none), QString("none"));
        QCOMPARE(none.commonSteps, std::size_t(40));
        QCOMPARE(none.compared[static_cast<std::size_t>(StepPart::Output)], std::size_t(3));
        QVERIFY(none.hasEqualTicks);
        QVERIFY(none.unmatched.empty());
    }

    void oneDifference()
    {
        Training changed = equalTraining();
        changed.change(17, Training::kUpdate, "relu", 1e-13);
        const Divergence found = divergenceOf(*equalTraining().run(), *changed.run());
        QCOMPARE(firstOf(found), QString("17 update of relu"));
        QCOMPARE(found.series.size(), std::size_t(1));
        QCOMPARE(found.series[0].lastEqual, std::optional<std::int64_t>(16));
        QCOMPARE(found.series[0].secondValue - found.series[0].firstValue > 0, true);
        QVERIFY(!found.coversSteps);
    }

    void aStepBeginsWithTheData()
    {
        Training changed = equalTraining();
        for (const char *layer : {"fc2", "relu"}) {
            changed.change(5, Training::kOutput, layer, 1);
            changed.change(5, Training::kOutputGradient, layer, 1);
        }
        changed.change(5, Training::kLoss, "", 1);
        changed.change(5, Training::kNorm, "fc1", 1);
        changed.change(5, Training::kNorm, "fc2", 20);
        changed.change(4, Training::kNorm, "relu", 1);
        const Divergence found = divergenceOf(*equalTraining().run(), *changed.run());
        QStringList order;
        for (const runs::DivergedSeries &each : found.series)
            order << QString("%1 %2 %3").arg(each.step).arg(toText(each.part), QString::fromStdString(each.layer));
        QCOMPARE(order, QStringList({"4 parameter relu", "5 output relu", "5 output fc2", "5 loss ", "5 gradient of an output fc2",
                                     "5 gradient of an output relu", "5 parameter fc2", "5 parameter fc1"}));
    }

    void notFinite()
    {
        Training first = equalTraining(), second = equalTraining(), third = equalTraining();
        for (Training *each : {&first, &second})
            each->change(9, Training::kOutput, "fc1", std::numeric_limits<double>::quiet_NaN());
        third.change(9, Training::kOutput, "fc1", std::numeric_limits<double>::infinity());
        const auto run = first.run();
        QCOMPARE(firstOf(divergenceOf(*run, *second.run())), QString("none"));
        const Divergence found = divergenceOf(*run, *third.run(), {.tolerance = 0.5});
        QCOMPARE(firstOf(found), QString("9 output of fc1"));
        const experiment::Json json = toJson(found)["series"][0];
        QCOMPARE(json["values"].dump(), std::string(R"(["NaN","Infinity"])"));
        QCOMPARE(json["relative"].dump(), std::string(R"("Infinity")"));
    }

    void tolerance()
    {
        Training changed = equalTraining();
        changed.change(7, Training::kOutput, "fc1", 0.17 * 0.9e-3); // of 17
        changed.change(30, Training::kOutput, "fc1", 40 * 1.1e-3);  // of 40
        const auto run = equalTraining().run();
        QCOMPARE(firstOf(divergenceOf(*run, *changed.run(), {.tolerance = 1e-3})), QString("30 output of fc1"));
    }

    void otherTicks()
    {
        Training first, second;
        for (std::int64_t step = 2; step <= 60; step += 2)
            first.setAll(step);
        for (std::int64_t step = 3; step <= 60; step += 3)
            second.setAll(step);
        second.change(9, Training::kOutput, "fc1", 1); // no common step
        second.change(24, Training::kNorm, "fc1", 1);
        second.change(24, Training::kOutput, "fc2", 0.5);
        const Divergence found = divergenceOf(*first.run(), *second.run());
        QCOMPARE(firstOf(found), QString("24 parameter of fc1")); // the largest, as the order within several steps is not known
        QCOMPARE(found.series[0].lastEqual, std::optional<std::int64_t>(18));
        QCOMPARE(found.commonSteps, std::size_t(10));
        QVERIFY(!found.hasEqualTicks);
        QVERIFY(found.coversSteps);
    }

    void aShorterRunHasEqualTicks()
    {
        const Divergence found = divergenceOf(*equalTraining(40).run(), *equalTraining(25).run());
        QVERIFY(found.hasEqualTicks);
        QCOMPARE(found.commonSteps, std::size_t(25));
        QCOMPARE(firstOf(found), QString("none"));
    }

    void renamedLayers()
    {
        Training other({}, {"0", "1", "2"});
        for (std::int64_t step = 1; step <= 40; ++step)
            other.setAll(step);
        other.change(3, Training::kOutput, "1", 1);
        const Divergence found = divergenceOf(*equalTraining().run(), *other.run());
        QCOMPARE(firstOf(found), QString("3 output of relu"));
        QCOMPARE(found.series[0].otherLayer, std::string("1"));
        QVERIFY(found.unmatched.empty());
    }

    void quantitiesOfOneRun()
    {
        Training more = equalTraining();
        more.set(1, Training::kOutput, "fc1", 3, "max");
        const Divergence found = divergenceOf(*equalTraining().run(), *more.run());
        QCOMPARE(found.unmatched, std::vector<std::string>({"Output Norm/fc1/max"}));
    }

    /// Compares with maps of all values.
    void randomRuns()
    {
        std::mt19937 random(20260101);
        for (int round = 0; round < 5; ++round) {
            std::map<std::int64_t, double> maps[2];
            const auto make = [&](std::map<std::int64_t, double> &map, double change) {
                auto run = std::make_shared<store::RunStore>();
                run->registerTag({.name = "Loss", .lens = "LossMetrics", .big = true});
                run->registerSeries({0, "Loss", "train_loss", SeriesRole::Line});
                std::int64_t step = 0;
                for (std::int64_t tick = 1; tick <= 20000; ++tick) {
                    step += static_cast<std::int64_t>(random() % 3); // some ticks end at the step of the one before
                    map[step] = std::sin(static_cast<double>(step)) + (step > 12000 && step % 50 == 7 ? change : 0);
                    run->commit({{tick, 1, step, step, 0}, {{0, map[step]}}});
                }
                return run;
            };
            const auto first = make(maps[0], 0), second = make(maps[1], round % 5 == 0 ? 0 : 1);
            std::optional<std::int64_t> expected, lastEqual;
            for (const auto &[step, value] : maps[0])
                if (const auto other = maps[1].find(step); other != maps[1].end() && !expected) {
                    if (other->second == value)
                        lastEqual = step;
                    else
                        expected = step;
                }
            const Divergence found = divergenceOf(*first, *second);
            QCOMPARE(!found.series.empty(), expected.has_value());
            if (expected) {
                QCOMPARE(found.series[0].step, *expected);
                QCOMPARE(found.series[0].lastEqual, lastEqual);
            }
        }
    }

    void repeats()
    {
        const std::string experiment = R"({"model": {"kind": "x"}, "lr": 0.1, "seed": %})";
        std::mt19937 random(7);
        std::normal_distribution<double> noise;
        const auto make = [&](int seed, double lr, double difference) {
            std::string text = experiment;
            text.replace(text.find('%'), 1, std::to_string(seed));
            text.replace(text.find("0.1"), 3, std::to_string(lr));
            Training training(text);
            for (std::int64_t step = 1; step <= 400; ++step) {
                training.setAll(step);
                for (const char *layer : {"fc1", "relu", "fc2"})
                    training.change(step, Training::kOutput, layer, noise(random));
                if (step > 200)
                    training.change(step, Training::kOutput, "relu", difference);
                for (const std::size_t tag : {Training::kOutputGradient, Training::kUpdate, Training::kNorm})
                    for (const char *layer : {"fc1", "relu", "fc2"})
                        training.change(step, tag, layer, noise(random));
                training.change(step, Training::kLoss, "", noise(random));
            }
            return training.run();
        };
        const auto first = make(1, 0.1, 0), other = make(2, 0.1, 0), changed = make(3, 0.2, 25);
        const runs::Repeats repeats{make(4, 0.1, 0), make(5, 0.1, 0), make(6, 0.1, 0)};
        QCOMPARE(firstOf(divergenceOf(*first, *other, {.repeats = repeats})), QString("none"));
        QCOMPARE(firstOf(divergenceOf(*first, *changed, {.repeats = repeats})), QString("201 output of relu"));
        QVERIFY_EXCEPTION_THROWN(divergenceOf(*first, *other, {.repeats = {make(7, 0.3, 0)}}), std::invalid_argument);
    }
};

LENSBOARD_TEST(DivergenceTest)
#include "tst_divergence.moc"
