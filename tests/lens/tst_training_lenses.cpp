// Lenses on training progress, compared with the definitions in plain LibTorch: step lengths relative to weights, signal in gradients, effective
// dimensions of weights and outputs.

#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/support/settings.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/linalg_svdvals.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/randn_like.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/linear.h>

#include <QTest>

#include <cmath>
#include <limits>
#include <map>

using namespace lensboard;
using experiment::Json;
namespace nn = torch::nn;

namespace {

/// Model under lenses; the test makes its steps.
struct Watched
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> fc1, fc2;
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    std::unique_ptr<hook::ModelTap> tap;
    std::unique_ptr<inspector::ModelInspector> inspector;
    at::Tensor hidden; ///< relu's output in the last step
    std::int64_t ticks = 0;

    explicit Watched(const std::vector<experiment::KindSettings> &lenses, bool asOnDevice = false, const experiment::InspectorSettings &settings = {})
    {
        at::manual_seed(4);
        fc1 = net->add<nn::LinearImpl>("fc1", 40, 50);
        net->add<nn::ReLUImpl>("relu");
        fc2 = net->add<nn::LinearImpl>("fc2", 50, 3);
        tap = std::make_unique<hook::ModelTap>(net);
        inspector = std::make_unique<inspector::ModelInspector>(settings);
        if (asOnDevice)
            inspector->gatherOnHost();
        for (const experiment::KindSettings &lens : lenses)
            inspector->watch(lens);
        inspector->attach(*tap, recorder);
    }

    void step(double rate = 0.1)
    {
        net->zero_grad(true);
        const at::Tensor inputs = at::randn({8, 40});
        hidden = at::linear(inputs, fc1->weight, fc1->bias).detach().relu();
        net->forward(inputs).square().mean().backward();
        {
            const at::NoGradGuard noGradients;
            for (auto &parameter : net->parameters())
                parameter.sub_(rate * parameter.grad());
        }
        inspector->stepped();
    }

    /// Trains with a loss linear in the parameters, so that \p gradients are the parameters' gradients.
    void stepBy(const std::vector<at::Tensor> &gradients)
    {
        net->zero_grad(true);
        at::Tensor loss = at::zeros({});
        for (std::size_t i = 0; const at::Tensor &parameter : net->parameters())
            loss = loss + (parameter * gradients[i++]).sum();
        loss.backward();
        inspector->stepped();
    }

    void tick()
    {
        ++ticks;
        inspector->tick({ticks, 1, ticks, ticks, 0});
        run->awaitLate();
    }

    /// The values of a line, by tick; NaN where there is none.
    std::vector<double> values(const std::string &tag, const std::string &layer, const std::string &label) const
    {
        std::vector<double> values(static_cast<std::size_t>(ticks), std::numeric_limits<double>::quiet_NaN());
        store::RunCursor cursor;
        const store::RunChanges all = run->since(cursor);
        for (std::uint32_t i = 0; i < all.series.size(); ++i)
            if (all.tags[all.series[i].tag].second.name == tag && all.series[i].layer == layer && all.series[i].label == label)
                for (const auto &placed : run->values(i, 0, values.size()))
                    values[placed.frame] = placed.value;
        return values;
    }

    double value(const std::string &tag, const std::string &layer, const std::string &label) const { return values(tag, layer, label).back(); }
};

/// Gradients with a known mean and deviation.
struct Noise
{
    std::vector<at::Tensor> mean;
    double deviation;

    std::vector<at::Tensor> draw() const
    {
        std::vector<at::Tensor> drawn;
        for (const at::Tensor &each : mean)
            drawn.push_back(each + deviation * at::randn_like(each));
        return drawn;
    }
};

/// Moments of consecutive gradients, in float64.
struct Moments
{
    double signal = 0, power = 0;

    void add(const at::Tensor &a, const at::Tensor &b)
    {
        const at::Tensor x = a.to(at::kDouble).flatten(), y = b.to(at::kDouble).flatten();
        signal += x.dot(y).item<double>();
        power += (x.dot(x).item<double>() + y.dot(y).item<double>()) / 2;
    }
    double share() const { return std::max(0.0, signal / power); }
    double noise() const { return (power - signal) / signal; }
};

struct Ranks
{
    double effective, stable;
};

/// In float64.
Ranks ranksOf(const at::Tensor &matrix)
{
    const at::Tensor values = at::linalg_svdvals(matrix.detach().to(at::kDouble)), shares = values / values.sum();
    return {(-(shares * shares.clamp_min(1e-300).log()).sum()).exp().item<double>(), (values.square().sum() / values.square().max()).item<double>()};
}

bool near(double a, double b, double relative = 1e-5)
{
    return std::fabs(a - b) <= relative * std::fabs(b) + 1e-12;
}

} // namespace

class TrainingLensesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void updateRatiosAreThoseOfTheDefinition_data()
    {
        QTest::addColumn<bool>("onDevice");
        QTest::addColumn<bool>("besideUpdates");
        QTest::newRow("alone") << false << false;
        QTest::newRow("beside the norms of updates") << false << true;
        QTest::newRow("as on a device") << true << true;
    }

    void updateRatiosAreThoseOfTheDefinition()
    {
        QFETCH(bool, onDevice);
        QFETCH(bool, besideUpdates);
        std::vector<experiment::KindSettings> lenses = {test::lensChoice("WeightUpdateRatio", {{"parameters", {"weight", "bias"}}})};
        if (besideUpdates)
            lenses.insert(lenses.begin(), test::lensChoice("ParameterUpdateGeometry"));
        Watched watched(lenses, onDevice);
        watched.fc2->bias.data().zero_(); // its first step starts from zero, so it has no ratio
        watched.step(0);
        for (int tick = 0; tick < 2; ++tick) {
            std::map<std::string, stats::RunningStats> expected;
            for (int i = 0; i < 4; ++i) {
                std::map<std::string, at::Tensor> before;
                for (const auto &parameter : watched.net->named_parameters())
                    before[parameter.key()] = parameter.value().detach().to(at::kDouble).clone();
                watched.step();
                for (const auto &parameter : watched.net->named_parameters()) {
                    const at::Tensor &old = before[parameter.key()];
                    const double norm = old.norm().item<double>();
                    if (norm > 0)
                        expected[parameter.key()].add((parameter.value().detach().to(at::kDouble) - old).norm().item<double>() / norm);
                }
            }
            watched.tick();
            QCOMPARE(expected["fc2.bias"].count(), tick == 0 ? 3 : 4);
            for (const auto &[name, ratio] : expected) {
                const std::string layer = name.substr(0, 3), tag = name.ends_with("bias") ? "Bias Update Ratio" : "Weight Update Ratio";
                QVERIFY(near(watched.value(tag, layer, "mean"), ratio.mean()));
            }
        }
    }

    void theRatioOfTheFirstStepAfterAResumption()
    {
        Watched watched({test::lensChoice("WeightUpdateRatio")});
        watched.inspector->resumeAfter(0);
        const at::Tensor before = watched.fc1->weight.detach().clone();
        watched.step();
        watched.tick();
        QVERIFY(near(watched.value("Weight Update Ratio", "fc1", "mean"),
                     ((watched.fc1->weight - before).norm() / before.norm()).item<double>()));
    }

    void signalSharesAreThoseOfTheDefinition_data()
    {
        QTest::addColumn<bool>("onDevice");
        QTest::newRow("on the host") << false;
        QTest::newRow("as on a device") << true;
    }

    void signalSharesAreThoseOfTheDefinition()
    {
        QFETCH(bool, onDevice);
        // Each parameter matches two patterns but counts once.
        Watched watched({test::lensChoice("GradientNoise", {{"parameters", {"weight", "bias", "*"}}, {"batch_size", 32}}),
                         test::lensChoice("ParameterGradientGeometry")}, onDevice);
        const auto parameters = watched.net->named_parameters();
        Noise noise{{}, 0.05};
        for (const auto &parameter : parameters)
            noise.mean.push_back(0.02 * at::randn_like(parameter.value()));
        std::vector<at::Tensor> before;
        for (int tick = 0; tick < 2; ++tick) {
            std::vector<Moments> expected(parameters.size());
            Moments all;
            for (int i = 0; i < 20; ++i) {
                const auto gradients = noise.draw();
                watched.stepBy(gradients);
                for (std::size_t p = 0; p < before.size(); ++p) {
                    expected[p].add(before[p], gradients[p]);
                    all.add(before[p], gradients[p]);
                }
                before = gradients;
            }
            watched.tick();
            for (std::size_t p = 0; p < parameters.size(); ++p) {
                const std::string name = parameters[p].key(), layer = name.substr(0, 3), title = name.ends_with("bias") ? "Bias" : "Weight";
                QVERIFY(near(watched.value(title + " Gradient Signal Share", layer, "value"), expected[p].share()));
                QVERIFY(near(watched.value("Parameter Gradient Signal Share", name, "value"), expected[p].share()));
                if (expected[p].signal > 0)
                    QVERIFY(near(watched.value(title + " Gradient Noise Scale", layer, "value"), 32 * expected[p].noise(), 1e-4));
            }
            QVERIFY(near(watched.value("Gradient Signal Share", "Gradient Signal Share", "value"), all.share()));
            QVERIFY(near(watched.value("Gradient Noise Scale", "Gradient Noise Scale", "value"), 32 * all.noise(), 1e-4));
        }
    }

    void theNoiseScaleIsThatOfTheSource_data()
    {
        QTest::addColumn<double>("budget");
        QTest::newRow("every step") << 0.0;
        QTest::newRow("some steps") << 0.05;
    }

    void theNoiseScaleIsThatOfTheSource()
    {
        QFETCH(double, budget);
        experiment::InspectorSettings settings;
        settings.budget = budget;
        Watched watched({test::lensChoice("GradientNoise", {{"batch_size", 8}})}, false, settings);
        Noise noise{{}, 0.1};
        double squares = 0, variance = 0;
        for (const at::Tensor &parameter : watched.net->parameters()) {
            noise.mean.push_back(0.05 * at::randn_like(parameter));
            squares += noise.mean.back().square().sum().item<double>();
            variance += noise.deviation * noise.deviation * static_cast<double>(parameter.numel());
        }
        for (int i = 0; i < 3000; ++i)
            watched.stepBy(noise.draw());
        watched.tick();
        QVERIFY(near(watched.value("Gradient Signal Share", "Gradient Signal Share", "value"), squares / (squares + variance), 0.1));
        QVERIFY(near(watched.value("Gradient Noise Scale", "Gradient Noise Scale", "value"), 8 * variance / squares, 0.15));
    }

    void gradientsThatTurnHaveNoSignal()
    {
        Watched watched({test::lensChoice("GradientNoise", {{"batch_size", 8}})});
        std::vector<at::Tensor> gradients;
        for (const at::Tensor &parameter : watched.net->parameters())
            gradients.push_back(at::ones_like(parameter));
        for (int i = 0; i < 4; ++i) {
            watched.stepBy(gradients);
            for (at::Tensor &gradient : gradients)
                gradient = -gradient;
        }
        watched.tick();
        QCOMPARE(watched.value("Weight Gradient Signal Share", "fc1", "value"), 0.0);
        QVERIFY(std::isnan(watched.value("Weight Gradient Noise Scale", "fc1", "value")));
        watched.inspector->resumeAfter(watched.ticks); // values before the resumption are not in a checkpoint
        gradients.assign(4, at::zeros({}));
        for (int i = 0; i < 3; ++i)
            watched.stepBy(gradients);
        watched.tick();
        QVERIFY(std::isnan(watched.value("Weight Gradient Signal Share", "fc1", "value")));
        watched.stepBy(gradients);
        watched.tick();
        QVERIFY(std::isnan(watched.value("Weight Gradient Signal Share", "fc1", "value"))); // of zero gradients
        watched.stepBy({at::ones({50, 40}), at::zeros({}), at::zeros({}), at::zeros({})});
        watched.stepBy({at::ones({50, 40}), at::zeros({}), at::zeros({}), at::zeros({})});
        watched.tick();
        QVERIFY(near(watched.value("Weight Gradient Signal Share", "fc1", "value"), 1 / 1.5));
    }

    void ranksOfWeightsAndOfTheLastBatch()
    {
        Watched watched({test::lensChoice("EffectiveRank")});
        for (int tick = 0; tick < 3; ++tick) {
            at::Tensor fourth;
            for (int i = 1; i <= 5; ++i) {
                watched.step();
                fourth = i == 4 ? watched.hidden : fourth;
            }
            watched.net->eval();
            watched.net->forward(at::randn({2, 40})); // a validation does not count
            watched.net->train();
            const Ranks weight = ranksOf(watched.fc1->weight), output = ranksOf(tick == 0 ? fourth : watched.hidden);
            watched.tick();
            QVERIFY(near(watched.value("Weight Effective Rank", "fc1", "value"), weight.effective));
            QVERIFY(near(watched.value("Weight Stable Rank", "fc1", "value"), weight.stable));
            QVERIFY(near(watched.value("Output Effective Rank", "relu", "value"), output.effective, 1e-4));
            QVERIFY(near(watched.value("Output Stable Rank", "relu", "value"), output.stable, 1e-4));
        }
    }

    void outputsAreThinnedEvenly()
    {
        Watched watched({test::lensChoice("EffectiveRank", {{"output_size", 4}, {"include", {"Linear"}}, {"exclude", {"ReLU"}}, {"parameters", Json::array()}})});
        watched.step();
        watched.tick();
        QVERIFY(std::isnan(watched.value("Output Effective Rank", "relu", "value")));
        Watched ofRelu({test::lensChoice("EffectiveRank", {{"output_size", 4}, {"effective", false}})});
        ofRelu.step();
        const at::Tensor rows = at::tensor({0, 2, 4, 6}, at::kLong), columns = at::tensor({0, 12, 25, 37}, at::kLong);
        const Ranks expected = ranksOf(ofRelu.hidden.index_select(0, rows).index_select(1, columns));
        ofRelu.tick();
        QVERIFY(near(ofRelu.value("Output Stable Rank", "relu", "value"), expected.stable, 1e-3));
        QVERIFY(std::isnan(ofRelu.value("Output Effective Rank", "relu", "value")));
        QVERIFY(!std::isnan(watched.value("Output Effective Rank", "fc2", "value")));
    }

    /// The last batch of a tick is also known after a resumption within the tick.
    void ranksOfATickThatIsResumed()
    {
        const experiment::KindSettings lens = test::lensChoice("EffectiveRank", {{"parameters", Json::array()}});
        Watched before({lens}), after({lens});
        for (int i = 0; i < 5; ++i)
            before.step();
        before.tick();
        for (int i = 0; i < 3; ++i)
            before.step();
        const auto saved = before.inspector->save();
        after.inspector->resumeAfter(1);
        after.inspector->restore(saved, {.isSameRun = true, .tickGoesOn = true});
        after.step();
        after.step();
        const Ranks expected = ranksOf(after.hidden);
        after.tick();
        QVERIFY(near(after.value("Output Effective Rank", "relu", "value"), expected.effective, 1e-4));
    }
};

QTEST_GUILESS_MAIN(TrainingLensesTest)
#include "tst_training_lenses.moc"
