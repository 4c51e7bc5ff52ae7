// Lenses under a budget measure some of the steps: their results match results over all steps.

#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/support/settings.h"

#include <ATen/ops/dot.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/tensor.h>
#include <torch/nn/modules/linear.h>

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace lensboard;
namespace nn = torch::nn;

namespace {

constexpr int kStepsInTick = 100;

/// The output gradient has length 2 and turns by 90° at each step. The input has length 1, so the weights' gradient also has length 2, and ten times
/// the update. Steps two apart have a cosine of -1 or 1, not 0.
struct Training
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    std::unique_ptr<hook::ModelTap> tap;
    std::unique_ptr<inspector::ModelInspector> inspector;
    std::int64_t steps = 0, ticks = 0;

    explicit Training(double budget, const std::vector<std::string> &lenses)
    {
        net->add<nn::LinearImpl>("fc", nn::LinearOptions(4, 2).bias(false));
        tap = std::make_unique<hook::ModelTap>(net);
        experiment::InspectorSettings settings;
        settings.budget = budget;
        inspector = std::make_unique<inspector::ModelInspector>(settings);
        for (const std::string &lens : lenses)
            inspector->add(lens, lens::makeLens(test::lensChoice(lens)));
        inspector->attach(*tap, recorder);
    }

    void step(double loss = 1)
    {
        net->zero_grad(true);
        const double turns[4][2] = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
        const at::Tensor gradient = at::tensor({turns[steps % 4][0], turns[steps % 4][1]}, at::kFloat);
        at::dot(net->forward(at::ones({4}) / 2), gradient).backward();
        {
            const at::NoGradGuard noGradients;
            for (auto &parameter : net->parameters())
                parameter.sub_(0.1 * parameter.grad());
        }
        inspector->stepped();
        inspector->pushLoss(loss, lens::Phase::Train);
        ++steps;
    }

    void tick()
    {
        ++ticks;
        inspector->tick({ticks, 1, steps, steps, 0});
    }

    /// Returns all values of a line.
    std::vector<double> values(const std::string &tag, const std::string &label) const
    {
        store::RunCursor cursor;
        const store::RunChanges all = run->since(cursor);
        for (std::uint32_t i = 0; i < all.series.size(); ++i)
            if (all.tags[all.series[i].tag].second.name == tag && all.series[i].label == label) {
                std::vector<double> values;
                for (const auto &placed : run->values(i, 0, std::numeric_limits<std::size_t>::max()))
                    values.push_back(placed.value);
                return values;
            }
        return {};
    }

    std::set<std::string> labels(const std::string &tag) const
    {
        store::RunCursor cursor;
        const store::RunChanges all = run->since(cursor);
        std::set<std::string> labels;
        for (const record::SeriesSpec &series : all.series)
            if (all.tags[series.tag].second.name == tag)
                labels.insert(series.label);
        return labels;
    }
};

} // namespace

class BudgetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyConsecutiveTensorsAreCompared_data()
    {
        QTest::addColumn<double>("budget");
        QTest::newRow("every step") << 0.0;
        QTest::newRow("few") << 0.01;
        QTest::newRow("some") << 0.1;
        QTest::newRow("most") << 1.0;
    }
    void onlyConsecutiveTensorsAreCompared()
    {
        QFETCH(double, budget);
        Training training(budget, {"OutputGradientGeometry", "ParameterGradientGeometry", "ParameterUpdateGeometry", "ParameterNorm"});
        for (int tick = 0; tick < 20; ++tick) {
            for (int i = 0; i < kStepsInTick; ++i)
                training.step();
            training.tick();
        }
        for (const auto &[name, norm] : {std::pair("Output Gradient", 2.0), std::pair("Weight Gradient", 2.0), std::pair("Weight Update", 0.2)}) {
            const std::vector<double> norms = training.values(name + std::string(" Norm"), "mean");
            const std::vector<double> cosines = training.values(name + std::string(" Correlation"), "mean");
            QVERIFY2(!norms.empty() && !cosines.empty(), name);
            for (const double each : norms)
                QVERIFY2(std::abs(each - norm) < 1e-4, qPrintable(QString("%1: %2").arg(name).arg(each)));
            for (const double each : cosines)
                QVERIFY2(std::abs(each) < 1e-4, qPrintable(QString("%1: %2").arg(name).arg(each)));
            QVERIFY(budget > 0 || norms.size() == 20);
        }
    }

    void numbersToCompareWithMonitorchAreOfEveryStep()
    {
        Training training(1e-4, {"ParameterUpdateGeometry"});
        training.inspector->watch(test::lensChoice("OutputGradientGeometry", {{"parity", true}}));
        for (int tick = 0; tick < 3; ++tick) {
            for (int i = 0; i < kStepsInTick; ++i)
                training.step();
            training.tick();
        }
        QVERIFY(training.values(record::kCoverageTag, "ParameterUpdateGeometry").back() < 1);
        QVERIFY(training.values(record::kCoverageTag, "OutputGradientGeometry").empty()); // no step is left out
        QCOMPARE(training.values("Output Gradient Norm", "mean").size(), std::size_t{3});
    }

    void explicitCallsAreAllMeasured()
    {
        Training training(1e-4, {"LossMetrics"});
        training.inspector->watch(test::lensChoice("ParameterUpdateGeometry", {{"when", "call"}}));
        for (int call = 0; call < 20; ++call) {
            for (int i = 0; i < 51; ++i) // one step more than restores the direction
                training.step();
            training.inspector->call();
        }
        training.tick();
        const std::vector<double> norms = training.values("Weight Update Norm", "mean");
        QVERIFY(!norms.empty() && norms.front() > 0);
        QCOMPARE(training.values(record::kCoverageTag, "ParameterUpdateGeometry").back(), 1.0);
    }

    void fromHowManyStepsItIsIsPlotted()
    {
        Training training(0.01, {"LossMetrics", "ParameterGradientGeometry", "OutputNorm"});
        for (int tick = 0; tick < 5; ++tick) {
            for (int i = 0; i < kStepsInTick; ++i)
                training.step();
            training.tick();
        }
        QCOMPARE(training.labels(record::kCoverageTag), (std::set<std::string>{"OutputNorm", "ParameterGradientGeometry"}));
        const std::vector<double> measured = training.values("Steps Measured", "ParameterGradientGeometry");
        const std::vector<double> norms = training.values("Weight Gradient Norm", "mean");
        QCOMPARE(measured.size(), std::size_t{5});
        QCOMPARE(norms.size(), static_cast<std::size_t>(std::ranges::count_if(measured, [](double share) { return share > 0; })));
        for (const double share : measured)
            QVERIFY(share >= 0 && share <= 1 && std::abs(100 * share - std::round(100 * share)) < 1e-9);
        QVERIFY(measured.front() > 0); // a cost must be known
        QCOMPARE(training.values("Loss", "train_loss mean").size(), std::size_t{5}); // measures every step
        QVERIFY(Training(0, {"OutputNorm"}).labels("Steps Measured").empty());
    }

    void allLensesMeasureAfterALossThatIsNotFinite()
    {
        Training training(1e-4, {"ParameterGradientGeometry", "OutputGradientGeometry"});
        for (int i = 0; i < 300; ++i)
            training.step();
        training.tick();
        training.step(NAN);
        for (int i = 0; i < 9; ++i)
            training.step();
        training.tick();
        for (const char *lens : {"ParameterGradientGeometry", "OutputGradientGeometry"})
            QVERIFY2(training.values("Steps Measured", lens).back() >= 0.8, lens);
    }

    void conditionNumbersComeLaterAndAllOfThem()
    {
        constexpr std::int64_t kTicks = 20;
        Training training(0, {"ParameterCondition"});
        for (int tick = 0; tick < kTicks; ++tick) {
            training.step();
            training.tick();
        }
        training.inspector->detach();
        const std::vector<double> conditions = training.values("Weight Cond", "mean");
        QCOMPARE(conditions.size(), static_cast<std::size_t>(kTicks));
    }

    void aTickIsNotMeasuredWhileTheLastOneIsComputed()
    {
        gatherer::StepSampler sampler(0.5);
        sampler.sampleTicks(0);
        sampler.endTick([](auto) { return true; });
        QVERIFY(!sampler.measures(0));
        sampler.beginTick({});
        sampler.endTick([](auto) { return false; });
        QVERIFY(sampler.measures(0));
    }

    void lensesComeAndGo()
    {
        Training training(0.05, {"ParameterGradientGeometry", "OutputGradientGeometry", "ParameterUpdateGeometry", "ParameterCondition"});
        for (int i = 0; i < 2000; ++i) {
            training.step();
            if (i % 37 == 0)
                training.inspector->setEnabled("OutputGradientGeometry", i % 2 == 0);
            if (i % 53 == 0)
                training.inspector->setEnabled("ParameterUpdateGeometry", i % 2 != 0);
            if (i % 50 == 49)
                training.tick();
        }
        for (const double each : training.values("Output Gradient Correlation", "mean"))
            QVERIFY(std::abs(each) < 1e-4);
        for (const double each : training.values("Weight Update Norm", "mean"))
            QVERIFY(std::abs(each - 0.2) < 1e-4);
        training.inspector->detach();
        QCOMPARE(training.tap->hookCount(), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(BudgetTest)
#include "tst_budget.moc"
