// Lenses with a memory limit, smaller than the tensors they compare: their results match results without a limit.

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
#include <map>

using namespace lensboard;
namespace nn = torch::nn;

namespace {

constexpr int kLayers = 6, kStepsInTick = 100;
const std::vector<std::string> kLenses = {"OutputGradientGeometry", "ParameterGradientGeometry", "ParameterUpdateGeometry", "ParameterNorm"};

/// Parallel layers with gradients that turn by 90° at each step: consecutive steps have a cosine of 0, others -1 or 1.
struct Training
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::vector<std::shared_ptr<hook::Tapped<nn::LinearImpl>>> layers;
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    std::unique_ptr<hook::ModelTap> tap;
    std::unique_ptr<inspector::ModelInspector> inspector;
    std::int64_t steps = 0, ticks = 0;

    Training(const std::string &memory, double budget, const std::vector<std::string> &lenses = kLenses)
    {
        for (int i = 0; i < kLayers; ++i)
            layers.push_back(net->add<nn::LinearImpl>("fc" + std::to_string(i), nn::LinearOptions(4, 2).bias(false)));
        tap = std::make_unique<hook::ModelTap>(net);
        experiment::InspectorSettings settings;
        settings.budget = budget;
        settings.memory = memory;
        inspector = std::make_unique<inspector::ModelInspector>(settings);
        for (const std::string &lens : lenses)
            inspector->add(lens, lens::makeLens(test::lensChoice(lens)));
        inspector->attach(*tap, recorder);
    }

    void step()
    {
        net->zero_grad(true);
        const double turns[4][2] = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
        const at::Tensor gradient = at::tensor({turns[steps % 4][0], turns[steps % 4][1]}, at::kFloat);
        at::Tensor loss = at::dot(layers.front()->forward(at::ones({4}) / 2), gradient);
        for (std::size_t i = 1; i < layers.size(); ++i)
            loss = loss + at::dot(layers[i]->forward(at::ones({4}) / 2), gradient);
        loss.backward();
        {
            const at::NoGradGuard noGradients;
            for (auto &parameter : net->parameters())
                parameter.sub_(0.1 * parameter.grad());
        }
        inspector->stepped();
        ++steps;
    }

    void train(int count)
    {
        for (int tick = 0; tick < count; ++tick) {
            for (int i = 0; i < kStepsInTick; ++i)
                step();
            ++ticks;
            inspector->tick({ticks, 1, steps, steps, 0});
        }
    }

    /// Returns the mean values of a tag, by layer.
    std::map<std::string, std::vector<double>> means(const std::string &tag) const
    {
        store::RunCursor cursor;
        const store::RunChanges all = run->since(cursor);
        std::map<std::string, std::vector<double>> means;
        for (std::uint32_t i = 0; i < all.series.size(); ++i)
            if (all.tags[all.series[i].tag].second.name == tag && all.series[i].label == "mean")
                for (const auto &placed : run->values(i, 0, 1'000'000))
                    means[all.series[i].layer].push_back(placed.value);
        return means;
    }

    std::string notices() const
    {
        store::RunCursor cursor;
        std::string text;
        for (const record::RunEvent &event : run->since(cursor).events)
            text += event.text + '\n';
        return text;
    }
};

} // namespace

class MemoryLimitTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A weight has 32 bytes: a lens of updates keeps two copies, a lens of gradients one. An output gradient has 8 bytes.
    void whatIsKeptIsKnown()
    {
        Training training("", 0);
        QCOMPARE(training.inspector->keptBytes().at("ParameterUpdateGeometry"), kLayers * 64.0); // before the first step
        QCOMPARE(training.inspector->keptBytes().at("ParameterGradientGeometry"), kLayers * 64.0); // at most
        training.train(1);
        const auto kept = training.inspector->keptBytes();
        QCOMPARE(kept.at("ParameterUpdateGeometry"), kLayers * 64.0);
        QCOMPARE(kept.at("ParameterGradientGeometry"), kLayers * 32.0);
        QCOMPARE(kept.at("OutputGradientGeometry"), kLayers * 8.0);
        QCOMPARE(kept.at("ParameterNorm"), 0.0);
        QVERIFY(training.notices().empty());
    }

    void layersAreComparedInTurns_data()
    {
        QTest::addColumn<QString>("memory");
        QTest::addColumn<double>("budget");
        for (const double budget : {0.0, 0.1, 1.0})
            for (const char *memory : {"0.3 kB", "0.1 kB", "0.064 kB"})
                QTest::addRow("%s, budget %g", memory, budget) << QString(memory) << budget;
    }

    void layersAreComparedInTurns()
    {
        QFETCH(QString, memory);
        QFETCH(double, budget);
        Training training(memory.toStdString(), budget);
        training.train(30);
        QVERIFY(training.notices().find("in turns") != std::string::npos);
        for (const auto &[name, norm] : {std::pair("Output Gradient", 2.0), std::pair("Weight Gradient", 2.0), std::pair("Weight Update", 0.2)}) {
            const auto norms = training.means(name + std::string(" Norm")), cosines = training.means(name + std::string(" Correlation"));
            QCOMPARE(norms.size(), std::size_t{kLayers});
            QCOMPARE(cosines.size(), std::size_t{kLayers});
            for (const auto &[layer, values] : norms)
                for (const double value : values)
                    QVERIFY2(std::abs(value - norm) < 1e-4, qPrintable(QString("%1 %2").arg(name).arg(value)));
            for (const auto &[layer, values] : cosines)
                for (const double value : values)
                    QVERIFY2(std::abs(value) < 1e-4, qPrintable(QString("%1 %2").arg(name).arg(value)));
        }
        const std::size_t ticks = training.means("Weight Norm").begin()->second.size(); // this lens keeps no tensors
        QVERIFY2(budget > 0 ? ticks > 0 : ticks == 30, qPrintable(QString::number(ticks))); // within a budget, a busy machine skips ticks
    }

    void whatDoesNotFitIsNamed()
    {
        Training training("0.04 kB", 0); // less than two weights, or two of their gradients
        training.train(5);
        QVERIFY(training.means("Weight Update Norm").empty());
        QCOMPARE(training.means("Output Gradient Norm").size(), std::size_t{kLayers});
        QVERIFY2(training.notices().find("Layer \"fc3\": its weight is not measured") != std::string::npos, training.notices().c_str());
    }

    /// Two copies fit into 70 bytes.
    void conditionsHaveTurnsToo()
    {
        Training training("0.07 kB", 0, {"ParameterCondition"});
        training.train(30);
        training.run->awaitLate();
        QVERIFY(training.notices().find("in turns") != std::string::npos);
        const auto conditions = training.means("Weight Cond");
        QCOMPARE(conditions.size(), std::size_t{kLayers});
        for (const auto &[layer, values] : conditions)
            QCOMPARE(values.size(), std::size_t{10});
        Training none("0.03 kB", 0, {"ParameterCondition"});
        none.train(1);
        QVERIFY(none.means("Weight Cond").empty());
        QVERIFY2(none.notices().find("leaves out layer \"fc3\"") != std::string::npos, none.notices().c_str());
    }

    void whatFitsIsComparedAtEveryStep()
    {
        Training training("1 MB", 0);
        training.train(3);
        for (const auto &[layer, norms] : training.means("Weight Update Norm"))
            QCOMPARE(norms.size(), std::size_t{3});
        QVERIFY(training.notices().empty());
    }
};

QTEST_GUILESS_MAIN(MemoryLimitTest)
#include "tst_memory_limit.moc"
