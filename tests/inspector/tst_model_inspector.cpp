// Lenses on a model through the inspector: when each value is plotted.

#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "core/visualizer/labelled_visualizer.h"
#include "tests/support/settings.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/histogram.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/tensor.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/loss.h>

#include <QTest>

#include <cmath>
#include <deque>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

using namespace lensboard;
using experiment::Json;
namespace nn = torch::nn;

namespace {

/// Collects the layers plotted per tag, and the values by "tag/layer/label".
class Seen final : public visualizer::LabelledVisualizer
{
public:
    std::map<QString, QStringList> layers;
    std::map<QString, QStringList> labels; ///< of the layer plotted last
    std::map<QString, double> values;
    std::map<std::string, record::TagSpec> tags;
    int ticks = 0;
    QStringList notices;

    std::uint32_t registerTag(const record::TagSpec &tag) override
    {
        tags[tag.name] = tag;
        return LabelledVisualizer::registerTag(tag);
    }
    void endTick(const record::TickStamp &) override { ++ticks; }
    void note(const record::RunEvent &event) override { notices << QString::fromStdString(event.text); }

private:
    void show(const record::TickStamp &, const record::TagSpec &spec, const visualizer::Readings &readings) override
    {
        const QString tag = QString::fromStdString(spec.name);
        layers[tag].clear();
        for (const auto &reading : readings) {
            const QString layer = QString::fromStdString(reading.layer);
            layers[tag] << layer;
            labels[tag].clear();
            for (const auto &value : reading.values)
                labels[tag] << QString::fromStdString(value.label);
            for (const auto &value : reading.values)
                values[tag + '/' + layer + '/' + QString::fromStdString(value.label)] = value.value;
            for (const auto &range : reading.ranges) {
                values[tag + '/' + layer + '/' + QString::fromStdString(range.lowLabel)] = range.low;
                values[tag + '/' + layer + '/' + QString::fromStdString(range.highLabel)] = range.high;
            }
        }
    }
};

struct Bench
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> fc1, fc2;
    std::unique_ptr<hook::ModelTap> tap;
    Seen seen;
    std::unique_ptr<inspector::ModelInspector> inspector;
    std::int64_t ticks = 0;

    explicit Bench(const std::vector<experiment::KindSettings> &lenses, const experiment::InspectorSettings &settings = {},
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
        inspector = std::make_unique<inspector::ModelInspector>(settings);
        for (const auto &choice : lenses)
            inspector->add(choice.kind, lens::makeLens(choice), choice.settings.at("enabled").get<bool>());
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

std::vector<experiment::KindSettings> allLenses()
{
    std::vector<experiment::KindSettings> choices;
    for (const experiment::Section &lens : experiment::lensSchemas())
        choices.push_back(test::lensChoice(lens.kind));
    return choices;
}

/// Model with a given forward function.
class Free final : public nn::Module
{
public:
    template <typename Module, typename... Arguments>
    std::shared_ptr<hook::Tapped<Module>> add(const std::string &name, Arguments &&...arguments)
    {
        return register_module(name, std::make_shared<hook::Tapped<Module>>(std::forward<Arguments>(arguments)...));
    }
};

/// Replaces its buffer in each forward by a tensor with as many elements as its input, one more than its old value.
class Counter : public nn::Module
{
public:
    at::Tensor forward(const at::Tensor &x)
    {
        m_count = at::full({x.size(0)}, m_count[0].item<double>() + 1);
        return x;
    }

private:
    at::Tensor &m_count = register_buffer("count", at::zeros({3}));
};

/// All lenses on a custom model.
struct Watched
{
    std::shared_ptr<Free> model = std::make_shared<Free>();
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> a = model->add<nn::LinearImpl>("a", 4, 4);
    std::shared_ptr<hook::Tapped<nn::ReLU6Impl>> relu = model->add<nn::ReLU6Impl>("relu");
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> b = model->add<nn::LinearImpl>("b", 4, 4);
    std::unique_ptr<hook::ModelTap> tap;
    Seen seen;
    inspector::ModelInspector inspector{experiment::InspectorSettings()};
    std::int64_t ticks = 0;

    void attach()
    {
        tap = std::make_unique<hook::ModelTap>(model);
        for (const auto &choice : allLenses())
            inspector.add(choice.kind, lens::makeLens(choice));
        inspector.setBatchSize(2);
        inspector.attach(*tap, seen);
    }
    at::Tensor forward(const at::Tensor &x) { return b->forward(relu->forward(a->forward(x))); }
    void backward(const at::Tensor &loss)
    {
        model->zero_grad(true);
        loss.backward();
        inspector.stepped();
    }
    void tick()
    {
        seen.layers.clear();
        seen.values.clear();
        ++ticks;
        inspector.tick({ticks, ticks, ticks, ticks, 0});
    }
};

/// Counts steps under the tag \p plot. While \p fails is true, attaching throws after its hook is registered.
class StepsLens final : public lens::Lens
{
public:
    StepsLens(const std::string &plot, const bool &fails) : m_tags{{.name = plot, .lens = "StepsLens", .quantity = "steps", .big = true}}, m_fails(fails) {}

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &) override
    {
        m_hook = gatherers.tap().afterStep([this] { ++m_steps; });
        if (m_fails)
            throw std::invalid_argument("cannot be attached");
    }
    void detach() override { m_hook.reset(); }
    void plot(lens::Plotter &out) const override
    {
        out.plot(m_tags.front()).line(0, 0, m_steps, [this] { return lens::Plotter::Name{m_tags.front().name, "count"}; });
    }
    void endTick() override { m_steps = 0; }

private:
    std::vector<record::TagSpec> m_tags;
    const bool &m_fails;
    hook::Hook m_hook;
    int m_steps = 0;
};

at::Tensor input(std::int64_t batch = 5)
{
    return at::randn({batch, 4});
}

using Scenario = std::function<void(Watched &)>;

const std::vector<std::pair<const char *, Scenario>> kScenarios = {
    {"not a number", [](Watched &w) { w.backward(w.forward(at::full({5, 4}, NAN)).sum()); }},
    {"infinite", [](Watched &w) { w.backward(w.forward(at::full({5, 4}, INFINITY)).sum()); }},
    {"a batch of none", [](Watched &w) { w.backward(w.forward(input(0)).sum()); }},
    {"a batch of one", [](Watched &w) { w.backward(w.forward(input(1)).sum()); }},
    {"a smaller last batch", [](Watched &w) {
         w.backward(w.forward(input(8)).sum());
         w.backward(w.forward(input(3)).sum());
     }},
    {"no batch dimension", [](Watched &w) { w.backward(w.forward(at::randn({4})).sum()); }},
    {"called twice", [](Watched &w) { w.backward(w.a->forward(w.relu->forward(w.a->forward(input()))).square().sum()); }},
    {"output not in the loss", [](Watched &w) {
         const at::Tensor unused = w.b->forward(input());
         w.backward(w.a->forward(input()).square().sum());
     }},
    {"shared parameters", [](Watched &w) {
         const at::Tensor x = w.a->forward(input());
         w.b->weight.set_data(w.a->weight.data());
         w.backward(w.b->forward(x).square().sum());
     }},
    {"gradient accumulation", [](Watched &w) {
         w.model->zero_grad(true);
         for (int i = 0; i < 3; ++i)
             w.forward(input()).square().sum().backward();
         w.inspector.stepped();
     }},
    {"clipped in place", [](Watched &w) {
         for (int i = 0; i < 3; ++i) {
             w.backward(w.forward(input()).square().sum());
             for (auto &parameter : w.model->parameters())
                 parameter.mutable_grad().data().mul_(0.1);
         }
     }},
    {"zeroed in place", [](Watched &w) {
         for (int i = 0; i < 3; ++i) {
             w.model->zero_grad(false);
             w.forward(input()).square().sum().backward();
             w.inspector.stepped();
         }
     }},
    {"evaluation only", [](Watched &w) {
         w.model->eval();
         const at::NoGradGuard noGradients;
         w.forward(input());
         w.model->train();
     }},
    {"double backward", [](Watched &w) {
         const at::Tensor x = input().requires_grad_();
         w.forward(x).square().sum().backward({}, true, true);
         x.grad().square().sum().backward();
         w.inspector.stepped();
     }},
    {"nothing at all", [](Watched &) {}},
};

/// One of \p count processes that train a model together; alone if \p count is 1.
struct Replica
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::unique_ptr<hook::ModelTap> tap;
    Seen seen;
    inspector::ModelInspector inspector{experiment::InspectorSettings()};

    Replica(int rank, int count, std::vector<std::vector<double>> &passed)
    {
        at::manual_seed(4);
        net->add<nn::LinearImpl>("fc1", 3, 500);
        net->add<nn::LinearImpl>("fc2", 500, 400);
        net->add<nn::LinearImpl>("fc3", 400, 300);
        tap = std::make_unique<hook::ModelTap>(net);
        if (count > 1)
            inspector.trainWith({rank, count, true, false, [&passed, rank](const std::vector<double> &own, bool) {
                                     if (rank == 0)
                                         return std::exchange(passed, {});
                                     passed.push_back(own);
                                     return std::vector<std::vector<double>>();
                                 }});
        for (const char *kind : {"ParameterGradientGeometry", "ParameterGradientActivation", "ParameterUpdateGeometry", "ParameterNorm"})
            inspector.watch(test::lensChoice(kind));
        inspector.attach(*tap, seen);
    }

    void step(const at::Tensor &inputs)
    {
        net->zero_grad(true);
        net->forward(inputs).square().mean().backward();
        const at::NoGradGuard noGradients;
        for (auto &parameter : net->parameters())
            parameter.sub_(0.1 * parameter.grad());
        inspector.stepped();
    }
};

} // namespace

class ModelInspectorTest : public QObject
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
        QCOMPARE(layers["Bias Gradient Norm"], (QStringList{"fc1"})); // fc2 has no bias: only its weight is watched
        QVERIFY(bench.seen.values["Output Activations/drop/activation_rate"]
                < bench.seen.values["Output Activations/relu/activation_rate"]);
        QCOMPARE(bench.seen.values["Warning Output Activations/Warning Output Activations/worst activation_rate"],
                 bench.seen.values["Output Activations/drop/activation_rate"]);
    }

    void nothingThrowsOrPoisonsLaterTicks_data()
    {
        QTest::addColumn<int>("scenario");
        for (std::size_t i = 0; i < kScenarios.size(); ++i)
            QTest::newRow(kScenarios[i].first) << static_cast<int>(i);
    }

    void nothingThrowsOrPoisonsLaterTicks()
    {
        QFETCH(int, scenario);
        at::manual_seed(11);
        Watched watched;
        watched.attach();
        kScenarios[static_cast<std::size_t>(scenario)].second(watched);
        watched.tick();
        for (int i = 0; i < 2; ++i) // the next tick already works
            watched.backward(watched.forward(input()).square().sum());
        const double norm = watched.a->weight.grad().to(at::kDouble).norm().item<double>();
        watched.tick();
        QVERIFY(watched.seen.values["Weight Gradient Norm/a/max"] >= norm * (1 - 1e-5));
        for (const auto &[name, value] : watched.seen.values)
            QVERIFY2(std::isfinite(value), qPrintable(name));
        for (const char *tag : {"Output Activations", "Output Norm", "Output Gradient Norm", "Weight Gradient Activation",
                                "Bias Gradient Norm", "Weight Norm", "Weight Update Norm", "Weight Cond"})
            QVERIFY2(watched.seen.layers.contains(tag), tag);
    }

    void halfPrecisionIsMeasuredInFloat_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("bfloat16") << static_cast<int>(at::kBFloat16);
        QTest::newRow("float16") << static_cast<int>(at::kHalf);
        QTest::newRow("float64") << static_cast<int>(at::kDouble);
    }

    void halfPrecisionIsMeasuredInFloat()
    {
        QFETCH(int, type);
        const auto dtype = static_cast<at::ScalarType>(type);
        Watched watched;
        watched.model->to(dtype);
        watched.attach();
        const bool computes = dtype != at::kHalf; // LibTorch hardly supports float16 on processors
        for (int i = 0; i < 3; ++i) {
            if (computes)
                watched.relu->forward(input().to(dtype));
            watched.backward(watched.a->weight.square().sum());
        }
        watched.tick();
        const double expected = 2 * watched.a->weight.to(at::kDouble).norm().item<double>();
        QVERIFY(std::fabs(watched.seen.values["Weight Gradient Norm/a/mean"] - expected) < 1e-2 * expected);
        QVERIFY(std::fabs(watched.seen.values["Weight Gradient Correlation/a/mean"] - 1) < 1e-2);
        QCOMPARE(watched.seen.values["Weight Update Norm/a/mean"], 0.0);
        QCOMPARE(watched.seen.values["Output Norm/relu/mean"] > 0, computes);
    }

    void whatCannotBeMeasuredIsToldOnce()
    {
        Watched watched;
        const auto embedding = watched.model->add<nn::EmbeddingImpl>("words", nn::EmbeddingOptions(9, 4).sparse(true));
        watched.attach();
        for (int i = 0; i < 3; ++i) {
            watched.backward(watched.forward(embedding->forward(at::randint(9, {2, 3}, at::kLong))).square().sum());
            watched.tick();
        }
        const QStringList told = watched.seen.notices.filter("\"words\": the gradient of its weight");
        QCOMPARE(told.size(), 1);
        QVERIFY2(told.front().contains("sparse"), qPrintable(told.front()));
        QVERIFY(watched.seen.layers["Weight Norm"].contains("words"));
    }

    void saturationIsOfWhatSaturates()
    {
        const auto model = std::make_shared<Free>();
        const auto tanh = model->add<nn::TanhImpl>("tanh");
        const auto relu = model->add<nn::ReLUImpl>("relu");
        const auto attention = model->add<nn::SoftmaxImpl>("attention", -1);
        hook::ModelTap tap(model);
        Seen seen;
        inspector::ModelInspector inspector{experiment::InspectorSettings()};
        inspector.add("OutputSaturation", lens::makeLens(test::lensChoice("OutputSaturation")));
        inspector.attach(tap, seen);
        relu->forward(tanh->forward(at::tensor({9.0, 1.0, -9.0, 9.0}).reshape({2, 2})));
        attention->forward(at::tensor({9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}).reshape({2, 4}));
        inspector.tick({1, 1, 1, 1, 0});
        QCOMPARE(seen.layers["Output Saturation"], (QStringList{"tanh", "attention"}));
        QCOMPARE(seen.values["Output Saturation/tanh/saturation_rate"], 0.75);
        QCOMPARE(seen.values["Output Saturation/tanh/saturated_units"], 0.5);
        QCOMPARE(seen.values["Output Saturation/attention/saturation_rate"], 0.5);
        QVERIFY(!seen.values.contains("Output Saturation/attention/saturated_units"));
        QCOMPARE(seen.values["Warning Output Saturation/Warning Output Saturation/worst saturation_rate"], 0.75);
        QCOMPARE(seen.values["Warning Output Saturation/Warning Output Saturation/worst saturated_units"], 0.5);
    }

    void activationsThatSaturateShowSaturation_data()
    {
        QTest::addColumn<experiment::Json>("settings");
        QTest::addColumn<bool>("isSaturation");
        QTest::newRow("default") << experiment::Json::object() << true;
        QTest::newRow("off") << experiment::Json{{"saturation", false}} << false;
        QTest::newRow("monitorch") << experiment::Json{{"parity", true}} << false;
    }

    void activationsThatSaturateShowSaturation()
    {
        QFETCH(const experiment::Json, settings);
        QFETCH(const bool, isSaturation);
        const auto model = std::make_shared<Free>();
        const auto tanh = model->add<nn::TanhImpl>("tanh");
        const auto sigmoid = model->add<nn::SigmoidImpl>("sigmoid");
        const auto hardtanh = model->add<nn::HardtanhImpl>("hardtanh");
        const auto relu = model->add<nn::ReLUImpl>("relu");
        hook::ModelTap tap(model);
        Seen seen;
        inspector::ModelInspector inspector{experiment::InspectorSettings()};
        inspector.add("OutputActivation", lens::makeLens(test::lensChoice("OutputActivation", settings)));
        inspector.attach(tap, seen);
        const at::Tensor input = at::tensor({9.0, 1.0, -9.0, 9.0}).reshape({2, 2}); // units are columns
        for (int batch = 0; batch < 2; ++batch)
            relu->forward(hardtanh->forward(sigmoid->forward(tanh->forward(input) * 9)));
        inspector.tick({1, 1, 1, 1, 0});
        const auto value = [&](const QString &name) { return seen.values.contains(name) ? seen.values.at(name) : NAN; };
        const QString tag = "Output Activations/", warning = "Warning Output Activations/Warning Output Activations/";
        QCOMPARE(value(tag + "relu/activation_rate"), 1.0);
        QCOMPARE(value(tag + "relu/death_rate"), 0.0);
        if (!isSaturation) {
            QCOMPARE(value(tag + "tanh/activation_rate"), 1.0);
            QVERIFY(!seen.values.contains(tag + "tanh/saturation_rate") && !seen.values.contains(warning + "worst saturation_rate"));
            return;
        }
        QVERIFY(!seen.values.contains(tag + "tanh/activation_rate"));
        const at::Tensor flat = at::tanh(input).abs().ge(0.99).to(at::kDouble); // the definition
        QCOMPARE(value(tag + "tanh/saturation_rate"), flat.mean().item<double>());
        QCOMPARE(value(tag + "tanh/saturated_units"), flat.mean(0).eq(1).to(at::kDouble).mean().item<double>());
        QCOMPARE(value(tag + "sigmoid/saturation_rate"), 1.0);
        QCOMPARE(value(tag + "hardtanh/saturation_rate"), 0.0);
        QCOMPARE(value(warning + "worst saturation_rate"), 1.0);
        QCOMPARE(value(warning + "worst activation_rate"), 1.0);
    }

    void dataAreMeasuredInTheFirstTickOrInEveryOne()
    {
        for (const char *when : {"first", "every"}) {
            Watched watched;
            watched.inspector.add("Data", lens::makeLens(test::lensChoice("Data", {{"when", when}})));
            watched.tap = std::make_unique<hook::ModelTap>(watched.model);
            watched.inspector.attach(*watched.tap, watched.seen);
            for (int tick = 0; tick < 2; ++tick) {
                for (const bool isTraining : {true, false}) {
                    watched.model->train(isTraining);
                    const at::Tensor targets = isTraining ? at::tensor({0, 2, 2, -100}) : at::tensor({1, 1, 1, 1});
                    watched.inspector.setTargets(targets);
                    watched.forward(at::tensor({1.0f, 2.0f, 3.0f, isTraining ? 6.0f : 99.0f}).reshape({1, 4}));
                    watched.inspector.setTargets({});
                }
                watched.tick();
                QCOMPARE(watched.seen.layers.contains("Inputs"), tick == 0 || std::string(when) == "every");
                QCOMPARE(watched.seen.layers.contains("Labels"), watched.seen.layers.contains("Inputs"));
                if (!watched.seen.layers.contains("Inputs"))
                    continue;
                QCOMPARE(watched.seen.values["Inputs/Inputs/mean"], 3.0);
                QCOMPARE(watched.seen.values["Inputs/Inputs/std"], std::sqrt(3.5));
                QCOMPARE(watched.seen.values["Inputs/Inputs/min"], 1.0);
                QCOMPARE(watched.seen.values["Inputs/Inputs/max"], 6.0);
                QCOMPARE(watched.seen.values["Inputs/Inputs/share not finite"], 0.0);
                QCOMPARE(watched.seen.labels["Labels"], (QStringList{"class 0", "class 1", "class 2"}));
                QCOMPARE(watched.seen.values["Labels/Labels/class 1"], 0.0);
                QCOMPARE(watched.seen.values["Labels/Labels/class 2"], 2.0 / 3);
            }
            QCOMPARE(watched.tap->hookCount() > 0, std::string(when) == "every");
        }
    }

    void predictionsAndProbabilitiesAreCounted()
    {
        const auto softmax = std::make_shared<hook::Tapped<torch::nn::SoftmaxImpl>>(1);
        hook::ModelTap tap(softmax);
        Seen seen;
        inspector::ModelInspector inspector{experiment::InspectorSettings()};
        inspector.add("Data", lens::makeLens(test::lensChoice("Data")));
        inspector.attach(tap, seen);
        softmax->forward(at::tensor({9.0, 1.0, 0.0, 2.0, 1.0, 0.0, 0.0, 3.0, 8.0, 9.0, 1.0, 1.0}).reshape({4, 3}));
        inspector.tick({1, 1, 1, 1, 0});
        QCOMPARE(seen.labels["Predictions"], (QStringList{"class 0", "class 1", "class 2", "share that sums to 1"}));
        QCOMPARE(seen.values["Predictions/Predictions/class 0"], 0.75);
        QCOMPARE(seen.values["Predictions/Predictions/class 1"], 0.0);
        QCOMPARE(seen.values["Predictions/Predictions/share that sums to 1"], 1.0);
    }

    /// Compares with the divergence of two normal distributions, computed by hand.
    void batchNormDriftIsThatOfBatchesFromWhatEvaluationUses()
    {
        const auto norm = std::make_shared<hook::Tapped<torch::nn::BatchNorm1dImpl>>(torch::nn::BatchNorm1dOptions(2).momentum(0.0));
        hook::ModelTap tap(norm);
        Seen seen;
        inspector::ModelInspector inspector{experiment::InspectorSettings()};
        inspector.add("BatchNormDrift", lens::makeLens(test::lensChoice("BatchNormDrift")));
        inspector.attach(tap, seen);
        const at::Tensor batch = at::tensor({3.0f, 1.0f, 5.0f, -1.0f, 3.0f, 1.0f, 5.0f, -1.0f}).reshape({4, 2}); // means 4, 0; variances 1
        norm->forward(batch);
        norm->forward(100 * batch); // the first batch of a tick is used
        norm->eval();
        norm->forward(2 * batch);
        inspector.tick({1, 1, 1, 1, 0});
        const auto divergence = [](double mean, double variance) { return 0.5 * (variance + mean * mean - 1 - std::log(variance)); };
        const QString layer = "Batch Norm Drift/(model)/";
        QVERIFY(std::abs(seen.values[layer + "train"] - (divergence(4, 1) + divergence(0, 1)) / 2) < 1e-3);
        QVERIFY(std::abs(seen.values[layer + "eval"] - (divergence(8, 4) + divergence(0, 4)) / 2) < 1e-3);
    }

    void histogramsCountWhatIsThere()
    {
        Watched watched;
        const auto run = std::make_shared<store::RunStore>();
        store::StoreVisualizer recorder(run);
        watched.inspector.add("Histogram", lens::makeLens(test::lensChoice("Histogram", {{"every", 2}})));
        watched.tap = std::make_unique<hook::ModelTap>(watched.model);
        watched.inspector.attach(*watched.tap, recorder);
        std::vector<at::Tensor> gradients, outputs;
        for (int step = 0; step < 3; ++step) {
            outputs.push_back(watched.forward(at::randn({8, 4})));
            watched.backward(outputs.back().square().sum());
            gradients.push_back(watched.b->weight.grad().clone());
        }
        watched.inspector.tick({1, 1, 3, 3, 0});
        store::RunCursor cursor;
        const store::RunChanges all = run->since(cursor);
        std::map<std::string, record::Histogram> found; // by tag and layer
        for (std::uint32_t i = 0; i < all.series.size(); ++i)
            found[all.tags[all.series[i].tag].second.name + '/' + all.series[i].layer] = *run->histograms(i).front().histogram;
        QCOMPARE(found.size(), std::size_t{2 + 2 + 3});
        const auto isOf = [&](const std::string &series, const at::Tensor &values) {
            const record::Histogram &histogram = found.at(series);
            const at::Tensor counts = std::get<0>(at::histogram(values.detach().to(at::kDouble), at::tensor(at::ArrayRef<double>(histogram.edges))));
            return counts.equal(at::tensor(at::ArrayRef<double>(histogram.counts)));
        };
        QVERIFY(isOf("Weight Histogram/b", watched.b->weight));
        QVERIFY(isOf("Weight Gradient Histogram/b", at::cat({gradients[0], gradients[2]})));
        QVERIFY(isOf("Output Histogram/b", at::cat({outputs[0], outputs[2]})));
    }

    /// A lens that is switched on within a tick has not been on for a whole step.
    void aLensWithoutValuesIsReportedOnce()
    {
        Bench bench({test::lensChoice("ParameterGradientGeometry"), test::lensChoice("OutputGradientGeometry", {{"enabled", false}})});
        const auto stepWithoutBackward = [&] {
            bench.net->forward(at::randn({6, 3}));
            bench.inspector->stepped();
        };
        stepWithoutBackward();
        bench.inspector->setEnabled("OutputGradientGeometry", true);
        stepWithoutBackward();
        bench.tick();
        QCOMPARE(bench.seen.notices.size(), 1);
        QVERIFY2(bench.seen.notices.front().startsWith("ParameterGradientGeometry has no values") && bench.seen.notices.front().contains(".grad"),
                 qPrintable(bench.seen.notices.front()));
        stepWithoutBackward();
        bench.tick();
        QCOMPARE(bench.seen.notices.size(), 2);
        QVERIFY2(bench.seen.notices.back().startsWith("OutputGradientGeometry has no values"), qPrintable(bench.seen.notices.back()));
        for (int tick = 0; tick < 3; ++tick) {
            tick == 1 ? bench.step() : stepWithoutBackward();
            bench.tick();
        }
        QCOMPARE(bench.seen.notices.size(), 2);
    }

    void aTrainingWithValuesIsNotReported()
    {
        Bench bench(allLenses());
        for (int tick = 0; tick < 4; ++tick) {
            bench.step();
            bench.tick();
        }
        QVERIFY2(bench.seen.notices.filter("has no values").isEmpty(), qPrintable(bench.seen.notices.join('\n')));
    }

    /// Half of the units of each layer are dead.
    void unitsAreThoseOfTheModule()
    {
        const auto deathRate = [](const std::shared_ptr<model::Sequential> &net, const at::Tensor &input) {
            hook::ModelTap tap(net);
            Seen seen;
            inspector::ModelInspector inspector({});
            inspector.add("OutputActivation", lens::makeLens(test::lensChoice("OutputActivation")));
            inspector.attach(tap, seen);
            net->forward(input);
            inspector.tick({1, 1, 1, 1, 0});
            return seen.values.at("Output Activations/relu/death_rate");
        };
        const auto linear = std::make_shared<model::Sequential>(), convolution = std::make_shared<model::Sequential>();
        const auto halfDead = [](auto layer) {
            const at::NoGradGuard noGradients;
            layer->weight.mul_(1e-3);
            layer->bias.copy_(at::tensor({-1.0, -1.0, 1.0, 1.0}));
        };
        halfDead(linear->add<nn::LinearImpl>("layer", 3, 4));
        halfDead(convolution->add<nn::Conv1dImpl>("layer", nn::Conv1dOptions(3, 4, 1)));
        linear->add<nn::ReLUImpl>("relu");
        convolution->add<nn::ReLUImpl>("relu");
        QCOMPARE(deathRate(linear, at::randn({2, 5, 3})), 0.5);
        QCOMPARE(deathRate(convolution, at::randn({2, 3, 5})), 0.5);
    }

    void aLensThatFindsNothingSaysSo()
    {
        Bench bench({test::lensChoice("ParameterNorm", {{"parameters", {"wieght"}}}), test::lensChoice("LossMetrics"),
                     test::lensChoice("OutputNorm")});
        QCOMPARE(bench.seen.notices.size(), 1);
        QVERIFY2(bench.seen.notices.front().startsWith("ParameterNorm finds no layer"), qPrintable(bench.seen.notices.front()));
    }

    void metricsComeInTheOrderAskedFor()
    {
        Bench bench({test::lensChoice("LossMetrics", {{"metrics", {"b", "a"}}})});
        bench.inspector->pushMetric("a", 1);
        bench.inspector->pushMetric("b", 2);
        bench.tick();
        QCOMPARE(bench.seen.labels["Metrics"], (QStringList{"b mean", "a mean"}));
    }

    void aBufferIsWatchedThatIsReplaced()
    {
        Watched watched;
        const auto counter = watched.model->add<Counter>("counter");
        watched.tap = std::make_unique<hook::ModelTap>(watched.model);
        for (const char *kind : {"StateMonitor", "DifferenceMonitor"}) {
            const auto choice = experiment::lensChoice({{"kind", kind}, {"name", kind}, {"module", "counter"}, {"attribute", "count"}});
            watched.inspector.add(choice.name(), lens::makeLens(choice));
        }
        watched.inspector.attach(*watched.tap, watched.seen);
        const auto meansAfter = [&](std::int64_t size) {
            counter->forward(at::zeros({size}));
            watched.tick();
            QList<double> means;
            for (const char *kind : {"StateMonitor", "DifferenceMonitor"})
                if (const auto found = watched.seen.values.find(QString("%1/%1/mean").arg(kind)); found != watched.seen.values.end())
                    means << found->second;
            return means;
        };
        QCOMPARE(meansAfter(3), (QList<double>{1, 1}));
        QCOMPARE(meansAfter(3), (QList<double>{2, 1}));
        QCOMPARE(meansAfter(5), (QList<double>{3})); // no earlier tensor of this shape exists
        QCOMPARE(meansAfter(5), (QList<double>{4, 1}));
    }

    void aLossModuleIsWatched()
    {
        Watched watched;
        const auto loss = watched.model->add<nn::MSELossImpl>("loss");
        watched.tap = std::make_unique<hook::ModelTap>(watched.model);
        watched.inspector.add("LossMetrics", lens::makeLens(test::lensChoice("LossMetrics", {{"loss_module", "loss"}})));
        watched.inspector.attach(*watched.tap, watched.seen);
        watched.inspector.pushLoss(1000, lens::Phase::Train);
        const double expected = loss->forward(at::full({3}, 2.0), at::full({3}, 5.0)).item<double>();
        watched.tick();
        QCOMPARE(watched.seen.values["Loss/Loss/train_loss mean"], expected);
    }

    void updatesCanSpanExplicitCalls()
    {
        Watched watched;
        watched.tap = std::make_unique<hook::ModelTap>(watched.model);
        watched.inspector.add("ParameterUpdateGeometry",
                              lens::makeLens(test::lensChoice("ParameterUpdateGeometry", {{"when", "call"}})));
        watched.inspector.attach(*watched.tap, watched.seen);
        const at::NoGradGuard noGradients;
        watched.inspector.call();
        for (int i = 0; i < 3; ++i) {
            watched.a->bias.add_(1);
            watched.inspector.stepped(); // not part of the request
        }
        watched.inspector.call();
        watched.tick();
        QVERIFY(std::fabs(watched.seen.values["Bias Update Norm/a/mean"] - 6) < 1e-5);
    }

    void lensesShareOneHookAndOneLook()
    {
        Watched watched;
        watched.attach();
        // a, b: output gradient, two gradients and the step of two parameters; relu: forward, and the copied part of its output; the input of the
        // first. A histogram needs tensors without copies and has hooks of its own: gradients of two weights, three outputs.
        // Moments of two weights. Begin and end of the model's forward, the gradient of its output and the step, for StepTime.
        QCOMPARE(watched.tap->hookCount(), std::size_t{2 * (1 + 2 + 2) + 2 + 1 + 2 + 3 + 2 + 4});
    }

    void gradientNormsAreThoseOfAutograd()
    {
        Bench bench({test::lensChoice("ParameterGradientGeometry")});
        bench.step();
        const double norm = bench.fc1->weight.grad().to(at::kDouble).norm().item<double>();
        bench.tick();
        QVERIFY(std::fabs(bench.seen.values["Weight Gradient Norm/fc1/mean"] - norm) < 1e-6 * norm);
        QVERIFY(!bench.seen.layers.contains("Weight Gradient Correlation")); // a single gradient has no predecessor
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
        bench.inspector->setEnabled("GradientNoise", false);
        QCOMPARE(bench.tap->hookCount(), all); // another lens uses the same gradients
        bench.inspector->setEnabled("ParameterGradientActivation", false);
        QVERIFY(bench.tap->hookCount() < all);
        bench.inspector->setEnabled("ParameterGradientActivation", true);
        bench.step();
        bench.tick();
        QVERIFY(!bench.seen.layers.contains("Weight Gradient Norm"));
        QVERIFY(bench.seen.layers.contains("Weight Update Norm"));
        bench.inspector->setEnabled("ParameterGradientGeometry", true);
        QCOMPARE(bench.tap->hookCount(), all - 2); // data and predictions are measured in the first tick only
        bench.step();
        bench.tick();
        QVERIFY(bench.seen.layers.contains("Weight Gradient Norm"));
        QVERIFY_EXCEPTION_THROWN(bench.inspector->setEnabled("NoSuchLens", true), std::invalid_argument);
    }

    void aReplacedLensMeasuresAsItIsToldFromThereOn()
    {
        Bench bench({test::lensChoice("LossMetrics"), test::lensChoice("ParameterGradientGeometry"),
                     test::lensChoice("ParameterUpdateGeometry")});
        const std::size_t all = bench.tap->hookCount();
        bench.step();
        bench.step();
        bench.inspector->pushLoss(1000, lens::Phase::Train);
        bench.inspector->watch(test::lensChoice("LossMetrics", {{"loss_line", {"max"}}, {"log_scale", true}}));
        bench.inspector->watch(test::lensChoice("ParameterGradientGeometry", {{"parameters", {"weight"}}}));
        QVERIFY(bench.tap->hookCount() < all); // without the hooks of biases
        QVERIFY(bench.seen.tags["Loss"].logY);
        bench.step();
        bench.tick();
        QVERIFY(bench.seen.values["Loss/Loss/train_loss max"] < 100); // the values gathered in the tick are discarded
        QVERIFY(!bench.seen.values.contains("Loss/Loss/train_loss mean"));
        QVERIFY(bench.seen.layers.contains("Weight Gradient Norm"));
        QVERIFY(!bench.seen.layers.contains("Bias Gradient Norm"));
        QVERIFY(bench.seen.layers.contains("Bias Update Norm"));

        bench.inspector->setEnabled("ParameterGradientGeometry", false);
        const std::size_t without = bench.tap->hookCount();
        bench.inspector->watch(test::lensChoice("ParameterGradientGeometry", {{"enabled", false}}));
        QCOMPARE(bench.tap->hookCount(), without); // it stays off
        bench.inspector->watch(test::lensChoice("ParameterGradientGeometry"));
        QCOMPARE(bench.tap->hookCount(), all);
    }

    void aLensThatCannotBeAttachedIsOff()
    {
        bool fails = true;
        Bench bench({test::lensChoice("ParameterUpdateGeometry")});
        const std::size_t others = bench.tap->hookCount();
        bench.inspector->add("Steps", std::make_unique<StepsLens>("Steps", fails), false);
        for (int i = 0; i < 2; ++i)
            QVERIFY_EXCEPTION_THROWN(bench.inspector->setEnabled("Steps", true), std::invalid_argument);
        QCOMPARE(bench.tap->hookCount(), others);
        bench.step();
        bench.step();
        bench.tick();
        QVERIFY(!bench.seen.layers.contains("Steps"));
        QVERIFY(bench.seen.layers.contains("Weight Update Norm"));
        fails = false;
        bench.inspector->setEnabled("Steps", true);
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.values["Steps/Steps/count"], 1.0);
    }

    void anAttachmentThatFailsLeavesNothing()
    {
        bool fails = true;
        Bench bench({});
        bench.inspector->detach();
        bench.inspector->add("Steps", std::make_unique<StepsLens>("Steps", fails));
        bench.inspector->watch(test::lensChoice("OutputNorm")); // not reached
        QVERIFY_EXCEPTION_THROWN(bench.inspector->attach(*bench.tap, bench.seen), std::invalid_argument);
        QCOMPARE(bench.tap->hookCount(), std::size_t{0});
        bench.step();
        bench.inspector->call();
        bench.tick();
        QVERIFY(bench.seen.layers.empty());
    }

    /// The lens does not continue with its old settings.
    void aLensWhoseNewSettingsAreRefusedIsOff()
    {
        const bool fails = false;
        Bench bench({});
        bench.inspector->add("Steps", std::make_unique<StepsLens>("Gain Update Norm", fails));
        const std::size_t others = bench.tap->hookCount();
        bench.inspector->watch(test::lensChoice("ParameterUpdateGeometry"));
        QVERIFY_EXCEPTION_THROWN(bench.inspector->watch(test::lensChoice("ParameterUpdateGeometry", {{"parameters", {"gain"}}})), std::invalid_argument);
        QCOMPARE(bench.tap->hookCount(), others);
        bench.step();
        bench.step();
        bench.tick();
        QVERIFY(!bench.seen.layers.contains("Weight Update Norm"));
        bench.inspector->watch(test::lensChoice("ParameterUpdateGeometry"));
        bench.step();
        bench.step();
        bench.tick();
        QVERIFY(bench.seen.layers.contains("Weight Update Norm"));
    }

    void aMetricMayBeCalledAsALoss()
    {
        Bench bench({test::lensChoice("LossMetrics", {{"separate_loss_and_metrics", false}, {"metrics_line", {"mean", "max", "min"}}})});
        bench.inspector->pushLoss(5, lens::Phase::Evaluation);
        bench.inspector->pushMetric("val_loss", 1);
        bench.inspector->pushMetric("val_loss", 3);
        bench.tick();
        QCOMPARE(bench.seen.values["Loss & Metrics/Loss & Metrics/val_loss max"], 3.0);
        QCOMPARE(bench.seen.values["Loss & Metrics/Loss & Metrics/val_loss min"], 1.0);
        QVERIFY(!bench.seen.values.contains("Loss & Metrics/Loss & Metrics/val_loss not finite"));
    }

    /// Older checkpoints had fewer settings, and only the newest state of a history.
    void aMonitorGoesOnFromAnOlderCheckpoint()
    {
        const auto monitor = test::lensChoice("OutputMonitor", {{"name", "fc1"}, {"module", "fc1"}, {"reducer", {{"kind", "EMA"}, {"duration", 3}}}});
        Bench before({}), after({});
        before.inspector->watch(monitor);
        for (int i = 0; i < 5; ++i)
            before.step();
        before.tick();
        auto saved = before.inspector->save();
        QCOMPARE(saved.size(), std::size_t{1});
        auto settings = experiment::Json::parse(saved[0].settings);
        QCOMPARE(settings.erase("lags") + settings.erase("output"), std::size_t{2});
        saved[0].settings = settings.dump();
        const at::Tensor newest = saved[0].state.tensors.at(0).second[0].clone();
        saved[0].state.tensors = {{"state", newest}};

        after.inspector->watch(monitor);
        after.inspector->resumeAfter(1);
        after.inspector->restore(saved, {.isSameRun = true, .tickGoesOn = true});
        const auto goesOn = after.inspector->save();
        QCOMPARE(goesOn[0].state.count("observations").value(), 5);
        QVERIFY(at::equal(goesOn[0].state.tensors.at(0).second, newest.unsqueeze(0)));
        const auto showsHistory = [&] {
            after.step();
            after.tick();
            return std::ranges::any_of(after.seen.values, [](const auto &each) { return each.first.contains(" ago"); });
        };
        QVERIFY(!showsHistory()); // the state of two steps ago is still unknown
        QVERIFY(showsHistory());
        QVERIFY2(after.seen.notices.isEmpty(), qPrintable(after.seen.notices.join('\n')));
    }

    void aLensSetAnewPlotsUnderItsNewLayers()
    {
        Bench bench({test::lensChoice("OutputNorm")});
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.layers["Output Norm"], QStringList{"relu"});
        bench.inspector->watch(test::lensChoice("OutputNorm", {{"include", {"Linear"}}, {"exclude", {"ReLU"}}}));
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.layers["Output Norm"], (QStringList{"fc1", "fc2"}));
    }

    void aLensCanComeWhileTraining()
    {
        Bench bench({test::lensChoice("LossMetrics")});
        bench.step();
        bench.tick();
        QVERIFY(!bench.seen.tags.contains("Weight Gradient Norm"));
        bench.inspector->watch(test::lensChoice("ParameterGradientGeometry"));
        QCOMPARE(bench.seen.tags["Weight Gradient Norm"].lens, "ParameterGradientGeometry");
        bench.step();
        bench.tick();
        QCOMPARE(bench.seen.layers["Weight Gradient Norm"], (QStringList{"fc1", "fc2"}));
        bench.inspector->detach();
        QCOMPARE(bench.tap->hookCount(), std::size_t{0});
        bench.inspector->watch(test::lensChoice("LossMetrics", {{"loss_line", {"min"}}})); // no model yet: applies to the next one
        bench.inspector->attach(*bench.tap, bench.seen);
        bench.step();
        bench.tick();
        QVERIFY(bench.seen.values.contains("Loss/Loss/train_loss min"));
    }

    void detachLeavesNothing()
    {
        Bench bench(allLenses());
        QVERIFY(bench.tap->hookCount() > 0);
        bench.inspector->detach();
        QCOMPARE(bench.tap->hookCount(), std::size_t{0});
        bench.step(); // no error
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
        QCOMPARE(root.seen.layers["Output Activations"], (QStringList{"(model)"}));
    }

    void processesMeasureSomeLayersEach()
    {
        std::vector<std::vector<double>> passed;
        Replica alone(0, 1, passed);
        std::deque<Replica> processes; // the first ends its tick last, so the others have sent their data by then
        for (const int rank : {2, 1, 0})
            processes.emplace_back(rank, 3, passed);
        const std::vector<experiment::KindSettings> changes = {test::lensChoice("ParameterUpdateGeometry", {{"normalise_by_size", true}}),
                                                               test::lensChoice("ParameterNorm", {{"enabled", false}}),
                                                               test::lensChoice("ParameterGradientGeometry", {{"inplace", false}, {"line_aggregation", {"median"}}})};
        const auto forEachInspector = [&](const auto &function) {
            function(alone.inspector);
            for (Replica &each : processes)
                function(each.inspector);
        };
        for (std::int64_t tick = 1; tick <= 4; ++tick) {
            for (int step = 0; step < 3; ++step) {
                const at::Tensor inputs = at::randn({6, 3});
                alone.step(inputs);
                for (Replica &each : processes)
                    each.step(inputs);
            }
            forEachInspector([tick](auto &inspector) { inspector.tick({tick, tick, tick, tick, 0}); });
            const Seen &seen = processes.back().seen;
            QCOMPARE(seen.values, alone.seen.values);
            QCOMPARE(seen.layers, alone.seen.layers);
            std::size_t hooks = 0;
            for (const Replica &each : processes) {
                QVERIFY(each.tap->hookCount() < alone.tap->hookCount());
                hooks += each.tap->hookCount();
            }
            QCOMPARE(hooks, alone.tap->hookCount());
            if (static_cast<std::size_t>(tick) <= changes.size())
                forEachInspector([&](auto &inspector) { inspector.watch(changes[static_cast<std::size_t>(tick) - 1]); });
        }
        QVERIFY(alone.seen.values.size() > 40);
        QVERIFY(alone.seen.notices.empty() && processes.back().seen.notices.empty());
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
        QVERIFY(bench.seen.values.contains("Loss & Metrics/Loss & Metrics/train_loss mean"));
        QVERIFY(!bench.seen.values.contains("Loss & Metrics/Loss & Metrics/a mean"));
        QCOMPARE(bench.seen.values["Loss & Metrics/Loss & Metrics/b mean"], 3.0);
    }
};

QTEST_GUILESS_MAIN(ModelInspectorTest)
#include "tst_model_inspector.moc"
