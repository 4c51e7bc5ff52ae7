// Device behaviour of lenses, checked on host tensors: a step waits for no number, and a tick copies all pending numbers at once.

#include "core/experiment/experiment_schema.h"
#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/support/made_run.h"
#include "tests/support/settings.h"

#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/record_function.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>

using namespace lensboard;
namespace nn = torch::nn;

namespace {

thread_local int numbersRead = 0; ///< on this thread; the host waited for each
thread_local int copies = 0;      ///< to the host, on this thread

/// Counts operations that would wait for a device, during its lifetime.
class Waits
{
public:
    Waits()
    {
        numbersRead = copies = 0;
        m_callback = at::addThreadLocalCallback(at::RecordFunctionCallback(&Waits::count).needsInputs(true));
    }
    ~Waits() { at::removeCallback(m_callback); }
    Waits(const Waits &) = delete;
    Waits &operator=(const Waits &) = delete;

private:
    static std::unique_ptr<at::ObserverContext> count(const at::RecordFunction &function)
    {
        const std::string_view name = function.name();
        numbersRead += name == "aten::_local_scalar_dense" ? 1 : 0;
        if (name == "aten::to") // moves to a device, not only to another type
            copies += std::ranges::any_of(function.inputs(), &c10::IValue::isDevice) ? 1 : 0;
        return nullptr;
    }

    at::CallbackHandle m_callback;
};

/// Counts operators that compute or copy, during its lifetime. On a device each is at least one kernel.
class Operators
{
public:
    Operators()
    {
        s_count = s_depth = 0;
        m_callback = at::addThreadLocalCallback(at::RecordFunctionCallback(&Operators::begin, &Operators::end).scopes({at::RecordScope::FUNCTION}));
    }
    ~Operators() { at::removeCallback(m_callback); }
    Operators(const Operators &) = delete;
    Operators &operator=(const Operators &) = delete;

    int count() const { return s_count; }

private:
    static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction &function)
    {
        static const std::set<std::string_view> views = {"aten::detach", "aten::flatten", "aten::narrow", "aten::reshape", "aten::split_with_sizes"};
        s_count += s_depth++ == 0 && !views.contains(function.name()) ? 1 : 0;
        return nullptr;
    }
    static void end(const at::RecordFunction &, at::ObserverContext *) { --s_depth; }

    inline static thread_local int s_count = 0, s_depth = 0;
    at::CallbackHandle m_callback;
};

struct Training
{
    std::shared_ptr<model::Sequential> net = std::make_shared<model::Sequential>();
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    std::unique_ptr<torch::optim::SGD> optimizer;
    std::unique_ptr<hook::ModelTap> tap;
    std::unique_ptr<inspector::ModelInspector> inspector;
    at::Tensor inputs, targets;
    std::int64_t steps = 0, ticks = 0;

    Training(bool asOnDevice, double budget, const std::vector<std::string> &without = {}, int more = 0)
    {
        at::manual_seed(4);
        net->add<nn::LinearImpl>("fc1", 6, 16);
        net->add<nn::ReLUImpl>("relu");
        net->add<nn::DropoutImpl>("dropout", 0.2);
        net->add<nn::LinearImpl>("fc2", 16, 8);
        net->add<nn::TanhImpl>("tanh");
        for (int i = 0; i < more; ++i)
            net->add<nn::LinearImpl>("more" + std::to_string(i), 8, 8);
        net->add<nn::LinearImpl>("fc3", 8, 3);
        net->add<nn::LogSoftmaxImpl>("scores", 1);
        inputs = at::randn({8, 6});
        targets = at::randint(3, {8}, at::kLong);
        optimizer = std::make_unique<torch::optim::SGD>(net->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
        tap = std::make_unique<hook::ModelTap>(net);
        experiment::InspectorSettings settings;
        settings.budget = budget;
        inspector = std::make_unique<inspector::ModelInspector>(settings);
        if (asOnDevice)
            inspector->gatherOnHost();
        for (const experiment::Section &lens : experiment::lensSchemas())
            if (std::ranges::find(without, lens.kind) == without.end())
                inspector->add(lens.kind, lens::makeLens(test::lensChoice(lens.kind)));
        inspector->attach(*tap, recorder);
    }

    void step()
    {
        optimizer->zero_grad();
        inspector->setTargets(targets);
        at::cross_entropy_loss(net->forward(inputs), targets).backward();
        optimizer->step();
        inspector->stepped();
        inspector->setTargets({});
        inspector->pushLoss(1.0 / static_cast<double>(++steps), lens::Phase::Train);
    }

    void validate()
    {
        net->eval();
        net->forward(inputs);
        net->train();
    }

    void tick()
    {
        ++ticks;
        inspector->tick({ticks, 1, steps, steps, 0});
        run->awaitLate();
    }
};

/// Returns the number of copies in 100 steps and a validation. Aborts if a number was read.
int copiesIn(Training &training)
{
    const Waits waits;
    for (int step = 0; step < 100; ++step)
        training.step();
    training.validate();
    if (numbersRead > 0)
        qFatal("%d numbers were waited for", numbersRead);
    return copies;
}

} // namespace

class DevicePathTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepWaitsForNothing_data()
    {
        QTest::addColumn<double>("budget");
        QTest::newRow("every step") << 0.0;
        QTest::newRow("some steps") << 0.2;
    }

    void aStepWaitsForNothing()
    {
        QFETCH(double, budget);
        std::vector<std::string> all;
        for (const experiment::Section &lens : experiment::lensSchemas())
            all.push_back(lens.kind);
        Training unwatched(false, 0, all);
        const int own = copiesIn(unwatched); // PyTorch's own copies, of data already in place
        std::erase(all, "EffectiveRank");
        Training ranks(true, budget, all);
        QCOMPARE(copiesIn(ranks), own);
        Training training(true, budget, {"ParameterCondition", "EffectiveRank"}); // these lenses copy whole matrices at the end of a tick
        for (int tick = 0; tick < 4; ++tick) {
            QCOMPARE(copiesIn(training), own);
            const Waits waits;
            training.tick();
            QCOMPARE(numbersRead, 0);
            QCOMPARE(copies, tick == 0 ? 5 : 1); // one more each for inputs and targets, two for predictions
        }
        const Waits waits; // checks that the counters work
        at::randn({2}).sum().item<double>();
        at::randn({2}).to(at::kCPU);
        QCOMPARE(numbersRead, 1);
        QCOMPARE(copies, 1);
    }

    /// Parameters of all layers are measured together.
    void moreLayersNeedNoMoreOperators()
    {
        std::vector<std::string> none, others;
        for (const experiment::Section &lens : experiment::lensSchemas()) {
            none.push_back(lens.kind);
            const bool isOfParameters = lens.kind == "ParameterGradientGeometry" || lens.kind == "ParameterGradientActivation"
                                        || lens.kind == "ParameterUpdateGeometry" || lens.kind == "WeightUpdateRatio";
            if (!isOfParameters)
                others.push_back(lens.kind);
        }
        std::vector<int> added;
        for (const int more : {0, 20}) {
            std::vector<int> counts;
            for (const auto &without : {none, others}) {
                Training training(true, 0, without, more);
                for (int step = 0; step < 3; ++step)
                    training.step();
                const Operators operators;
                training.step();
                counts.push_back(operators.count());
            }
            added.push_back(counts[1] - counts[0]);
        }
        QVERIFY2(added[0] > 10 && added[1] == added[0], qPrintable(QString("%1 and %2").arg(added[0]).arg(added[1])));
    }

    void theSameIsFound()
    {
        const std::vector<std::string> ofTime = {"StepTime", "Machine"};
        Training onHost(false, 0, ofTime), onDevice(true, 0, ofTime);
        for (Training *training : {&onHost, &onDevice}) {
            at::manual_seed(5);
            for (int i = 0; i < 3; ++i) {
                for (int step = 0; step < 70; ++step)
                    training->step();
                training->validate();
                training->tick();
            }
        }
        const auto expected = test::frames(*onHost.run), found = test::frames(*onDevice.run);
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].values.size(), expected[i].values.size());
            for (std::size_t j = 0; j < found[i].values.size(); ++j) {
                QCOMPARE(found[i].values[j].series, expected[i].values[j].series);
                const double a = found[i].values[j].value, b = expected[i].values[j].value;
                QVERIFY2((std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b)),
                         qPrintable(QString("tick %1, series %2: %3, %4").arg(i).arg(found[i].values[j].series).arg(a).arg(b)));
            }
        }
    }

    /// Pending notifications are flushed in parts, so memory stays bounded for ticks of any length.
    void aLongTickIsNotifiedInParts()
    {
        Training training(true, 0);
        constexpr int kSteps = 4000;
        int most = 0, some = 0;
        for (int step = 0; step < kSteps; ++step) {
            const Waits waits;
            training.step();
            most = std::max(most, copies);
            some += copies > 1 ? 1 : 0; // one is PyTorch's
        }
        QCOMPARE(most, 2);
        QVERIFY(some > 0 && some < 5);
        training.tick();
        QCOMPARE(test::frames(*training.run).size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(DevicePathTest)
#include "tst_device_path.moc"
