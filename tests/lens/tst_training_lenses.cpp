// What lenses say of how a training goes, against the definitions in plain LibTorch: how far steps go beside the weights.

#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/support/settings.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/randn.h>
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

/// A model under lenses, whose steps a test makes.
struct Watched
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> fc1, fc2;
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    std::unique_ptr<hook::ModelTap> tap;
    std::unique_ptr<inspector::ModelInspector> inspector;
    std::int64_t ticks = 0;

    explicit Watched(const std::vector<experiment::Choice> &lenses, bool asOnDevice = false, const experiment::InspectorSettings &settings = {})
    {
        at::manual_seed(4);
        fc1 = net->add<nn::LinearImpl>("fc1", 40, 50);
        net->add<nn::ReLUImpl>("relu");
        fc2 = net->add<nn::LinearImpl>("fc2", 50, 3);
        tap = std::make_unique<hook::ModelTap>(net);
        inspector = std::make_unique<inspector::ModelInspector>(settings);
        if (asOnDevice)
            inspector->gatherOnHost();
        for (const experiment::Choice &lens : lenses)
            inspector->watch(lens);
        inspector->attach(*tap, recorder);
    }

    void step(double rate = 0.1)
    {
        net->zero_grad(true);
        net->forward(at::randn({8, 40})).square().mean().backward();
        {
            const at::NoGradGuard noGradients;
            for (auto &parameter : net->parameters())
                parameter.sub_(rate * parameter.grad());
        }
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
        std::vector<experiment::Choice> lenses = {test::lensChoice("WeightUpdateRatio", {{"parameters", {"weight", "bias"}}})};
        if (besideUpdates)
            lenses.insert(lenses.begin(), test::lensChoice("ParameterUpdateGeometry"));
        Watched watched(lenses, onDevice);
        watched.fc2->bias.data().zero_(); // its first step is from nothing, so it has no ratio
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
};

QTEST_GUILESS_MAIN(TrainingLensesTest)
#include "tst_training_lenses.moc"
