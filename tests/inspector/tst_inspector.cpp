// Lenses on a model, through the inspector: what is plotted when.

#include "core/inspector/inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "tests/support/settings.h"

#include <ATen/ops/randn.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include <QTest>

#include <cmath>
#include <set>

using namespace lensboard;
using experiment::Json;
namespace nn = torch::nn;

namespace {

/// Layers plotted per tag, and values by "tag/layer/label".
class Seen final : public visualizer::Visualizer
{
public:
    std::map<QString, QStringList> layers;
    std::map<QString, double> values;
    int ticks = 0;

    void plotNumerical(const record::TickStamp &, const std::string &tag, const visualizer::Readings &r) override { keep(tag, r); }
    void plotProbabilities(const record::TickStamp &, const std::string &tag, const visualizer::Readings &r) override { keep(tag, r); }
    void endTick(const record::TickStamp &) override { ++ticks; }

private:
    void keep(const std::string &tagName, const visualizer::Readings &readings)
    {
        const QString tag = QString::fromStdString(tagName);
        layers[tag].clear();
        for (const auto &reading : readings) {
            const QString layer = QString::fromStdString(reading.layer);
            layers[tag] << layer;
            for (const auto &value : reading.values)
                values[tag + '/' + layer + '/' + QString::fromStdString(value.label)] = value.value;
        }
    }
};

struct Bench
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> fc1, fc2;
    std::unique_ptr<hook::ModelTap> tap;
    Seen seen;
    std::unique_ptr<inspector::Inspector> inspector;
    std::int64_t ticks = 0;

    explicit Bench(const std::vector<experiment::Choice> &lenses, const experiment::InspectorSettings &settings = {},
                   bool freezeFirst = false)
    {
        at::manual_seed(4);
        fc1 = net->add<nn::LinearImpl>("fc1", 3, 4);
        net->add<nn::ReLUImpl>("relu", nn::ReLUOptions(true)); // in place
        net->add<nn::DropoutImpl>("drop", 0.5);
        fc2 = net->add<nn::LinearImpl>("fc2", nn::LinearOptions(4, 2).bias(false));
        if (freezeFirst)
            fc1->weight.set_requires_grad(false);
        tap = std::make_unique<hook::ModelTap>(net);
        inspector = std::make_unique<inspector::Inspector>(settings);
        for (const auto &choice : lenses)
            inspector->add(choice.kind, lens::makeLens(choice), choice.get<bool>("enabled"));
        inspector->attach(*tap, seen);
    }

    void step(std::int64_t batch = 6)
    {
        net->zero_grad(true);
        const at::Tensor loss = net->forward(at::randn({batch, 3})).square().mean();
        loss.backward();
        const at::NoGradGuard noGradients;
        for (auto &parameter : net->parameters())
            if (parameter.grad().defined())
                parameter.sub_(0.1 * parameter.grad());
        inspector->stepped();
        inspector->pushLoss(loss.item<double>(), lens::Phase::Train);
    }

    void tick()
    {
        seen.layers.clear();
        seen.values.clear();
        ++ticks;
        inspector->tick({ticks, ticks, ticks, ticks, 0});
    }
};

const std::vector<const char *> kAllLenses = {"LossMetrics", "OutputActivation", "ParameterGradientGeometry",
                                              "ParameterUpdateGeometry"};

std::vector<experiment::Choice> allLenses()
{
    std::vector<experiment::Choice> choices;
    for (const char *lens : kAllLenses)
        choices.push_back(test::lensChoice(lens));
    return choices;
}

} // namespace

class InspectorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachLensPlotsItsTagsPerLayer()
    {
        Bench bench(allLenses());
        for (int i = 0; i < 4; ++i)
            bench.step();
        bench.tick();
        auto &layers = bench.seen.layers;
        QCOMPARE(layers["Output Activations"], (QStringList{"relu", "drop"}));
        QCOMPARE(layers["Warning Output Activations"], (QStringList{"Warning Output Activations"}));
        QCOMPARE(layers["Weight Gradient Norm"], (QStringList{"fc1", "fc2"}));
        QCOMPARE(layers["Weight Update Correlation"], (QStringList{"fc1", "fc2"}));
        QCOMPARE(layers["Bias Gradient Norm"], (QStringList{"fc1"})); // fc2 has none: watched for what it has
        QVERIFY(bench.seen.values["Output Activations/drop/activation_rate"]
                < bench.seen.values["Output Activations/relu/activation_rate"]);
        QCOMPARE(bench.seen.values["Warning Output Activations/Warning Output Activations/worst activation_rate"],
                 bench.seen.values["Output Activations/drop/activation_rate"]);
    }

    void gradientNormsAreThoseOfAutograd()
    {
        Bench bench({test::lensChoice("ParameterGradientGeometry")});
        bench.step();
        const double norm = bench.fc1->weight.grad().to(at::kDouble).norm().item<double>();
        bench.tick();
        QVERIFY(std::fabs(bench.seen.values["Weight Gradient Norm/fc1/mean"] - norm) < 1e-6 * norm);
        QVERIFY(!bench.seen.layers.contains("Weight Gradient Correlation")); // one gradient has no predecessor
    }

    void requireAllDropsModulesThatLackOne()
    {
        Bench bench({test::lensChoice("ParameterGradientGeometry", {{"require_all", true}})});
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.layers["Weight Gradient Norm"], (QStringList{"fc1"}));
    }

    void frozenParametersAreNotWatched()
    {
        Bench bench(allLenses(), {}, true);
        bench.step();
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.layers["Weight Gradient Norm"], (QStringList{"fc2"}));
        QCOMPARE(bench.seen.layers["Bias Gradient Norm"], (QStringList{"fc1"}));
    }

    void switchedOffALensHasNoHookAndNoPlot()
    {
        Bench bench(allLenses());
        const std::size_t all = bench.tap->hookCount();
        bench.step();
        bench.inspector->setEnabled("ParameterGradientGeometry", false);
        QVERIFY(bench.tap->hookCount() < all);
        bench.step();
        bench.tick();
        QVERIFY(!bench.seen.layers.contains("Weight Gradient Norm"));
        QVERIFY(bench.seen.layers.contains("Weight Update Norm"));
        bench.inspector->setEnabled("ParameterGradientGeometry", true);
        QCOMPARE(bench.tap->hookCount(), all);
        bench.step();
        bench.tick();
        QVERIFY(bench.seen.layers.contains("Weight Gradient Norm"));
        QVERIFY_EXCEPTION_THROWN(bench.inspector->setEnabled("NoSuchLens", true), std::invalid_argument);
    }

    void detachLeavesNothing()
    {
        Bench bench(allLenses());
        QVERIFY(bench.tap->hookCount() > 0);
        bench.inspector->detach();
        QCOMPARE(bench.tap->hookCount(), std::size_t{0});
        bench.step(); // nobody minds
        bench.inspector->attach(*bench.tap, bench.seen);
        bench.step();
        bench.tick();
        QVERIFY(bench.seen.layers.contains("Weight Gradient Norm"));
        bench.inspector.reset();
        QCOMPARE(bench.tap->hookCount(), std::size_t{0});
    }

    void inactiveTicksMeasureNothingAndLeakNothing()
    {
        experiment::InspectorSettings settings;
        settings.activeEvery = 2;
        Bench bench({test::lensChoice("LossMetrics"), test::lensChoice("ParameterUpdateGeometry")}, settings);
        bench.inspector->pushLoss(1000, lens::Phase::Train);
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.ticks, 0);
        QVERIFY(bench.seen.layers.empty());
        bench.step();
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.ticks, 1);
        QVERIFY(bench.seen.values["Loss/Loss/train_loss mean"] < 100);
        QVERIFY(bench.seen.values["Weight Update Norm/fc1/mean"] > 0);
    }

    void evaluationOnlyTicksAndSmallBatchesAreFine()
    {
        Bench bench(allLenses());
        bench.net->eval();
        {
            const at::NoGradGuard noGradients;
            bench.net->forward(at::randn({5, 3}));
            bench.inspector->pushLoss(0.5, lens::Phase::Evaluation);
        }
        bench.tick();
        QCOMPARE(bench.seen.values["Loss/Loss/val_loss mean"], 0.5);
        QVERIFY(!bench.seen.layers.contains("Output Activations"));
        bench.net->train();
        bench.step(6);
        bench.step(2);
        bench.step(1);
        bench.tick();
        QVERIFY(!bench.seen.values.contains("Loss/Loss/val_loss mean")); // not a stale one
        for (const auto &[name, value] : bench.seen.values)
            QVERIFY2(std::isfinite(value), qPrintable(name));
    }

    void evaluationCanBeToldFromGradients()
    {
        experiment::InspectorSettings settings;
        settings.evaluationFromGrad = true;
        Bench bench({test::lensChoice("OutputActivation")}, settings);
        {
            const at::NoGradGuard noGradients;
            bench.net->forward(at::randn({5, 3})); // the modules are in training mode
        }
        bench.tick();
        QVERIFY(bench.seen.layers.empty());
        bench.net->eval();
        bench.net->forward(at::randn({5, 3}));
        bench.tick();
        QVERIFY(bench.seen.layers.contains("Output Activations"));
    }

    void accumulatedGradientsAreSeenAsTheyGrow()
    {
        Bench bench({test::lensChoice("ParameterGradientGeometry", {{"inplace", false}, {"line_aggregation", {"min", "max"}}})});
        const at::Tensor input = at::randn({4, 3});
        bench.net->eval();
        bench.net->zero_grad(true);
        for (int i = 0; i < 2; ++i)
            bench.net->forward(input).square().mean().backward();
        bench.tick();
        const double low = bench.seen.values["Weight Gradient Norm/fc1/min"], high = bench.seen.values["Weight Gradient Norm/fc1/max"];
        QVERIFY(std::fabs(high - 2 * low) < 1e-5 * high);
    }

    void includeExcludeAndDepthChooseLayers()
    {
        Bench bench({test::lensChoice("OutputActivation", {{"include", {"Linear"}}, {"exclude", {"Dropout"}}, {"warning_plot", false}})});
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.layers["Output Activations"], (QStringList{"fc1", "relu", "fc2"}));
        QVERIFY(!bench.seen.layers.contains("Warning Output Activations"));
        experiment::InspectorSettings settings;
        settings.depth = 0;
        Bench root({test::lensChoice("OutputActivation", {{"include", {"Sequential"}}})}, settings);
        root.step();
        root.tick();
        QCOMPARE(root.seen.layers["Output Activations"], (QStringList{""}));
    }

    void nonFiniteValuesAreCountedThoughAMedianHidesThem()
    {
        Bench bench({test::lensChoice("LossMetrics", {{"inplace", false}, {"loss_line", {"median"}}})});
        for (const double loss : {1.0, static_cast<double>(NAN), 3.0})
            bench.inspector->pushLoss(loss, lens::Phase::Train);
        bench.tick();
        QCOMPARE(bench.seen.values["Loss/Loss/train_loss median"], 2.0);
        QCOMPARE(bench.seen.values["Loss/Loss/train_loss not finite"], 1.0);
    }

    void lossAndMetricsShareAPlotIfAsked()
    {
        Bench bench({test::lensChoice("LossMetrics", {{"separate_loss_and_metrics", false}, {"metrics", {"b"}}})});
        bench.inspector->pushLoss(1, lens::Phase::Train);
        bench.inspector->pushMetric("a", 2);
        bench.inspector->pushMetric("b", 3);
        bench.tick();
        QCOMPARE(bench.seen.values.size(), std::size_t{2});
        QCOMPARE(bench.seen.values["Loss & Metrics/Loss & Metrics/b mean"], 3.0);
    }
};

QTEST_GUILESS_MAIN(InspectorTest)
#include "tst_inspector.moc"
