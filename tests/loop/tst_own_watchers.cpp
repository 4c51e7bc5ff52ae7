// Custom lenses, monitors and recorders on unmodified models.

#include "core/lens/custom_lens.h"
#include "core/loop/loop_inspector.h"
#include "core/monitor/monitors.h"
#include "core/recorder/tensor_recorder.h"
#include "core/reducer/trace_reducers.h"
#include "core/store/file/run_file.h"
#include "tests/support/aten.h"
#include "tests/support/made_run.h"
#include "tests/support/replaced_parameter.h"

#include <ATen/ops/allclose.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>
#include <torch/optim/sgd.h>
#include <torch/serialize.h>
#include <torch/utils.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

using namespace lensboard;
namespace nn = torch::nn;

namespace {

nn::Sequential net()
{
    torch::manual_seed(7);
    nn::Sequential made;
    made->push_back(nn::Linear(3, 4));
    made->push_back(nn::Tanh());
    made->push_back(nn::Linear(4, 1));
    return made;
}

/// Log of a lens's notifications; outlives the lens.
struct Seen
{
    std::vector<std::string> log;
    std::map<std::string, at::Tensor> tensors;
    std::map<std::string, const nn::Module *> modules;
    int attached = 0;

    void note(const std::string &what, const at::Tensor &tensor)
    {
        log.push_back(what);
        tensors[what] = tensor.detach().clone();
    }
};

class Everything final : public custom::BaseLens
{
public:
    explicit Everything(Seen &seen) : m_seen(seen) {}

    std::vector<record::TagSpec> tags() const override
    {
        return {{.name = "Weight Sum", .lens = {}, .quantity = "sum"}, {.name = "Steps", .lens = {}, .quantity = "steps", .big = true}};
    }

    void attach(custom::Model &model, const std::vector<custom::Module> &modules) override
    {
        ++m_seen.attached;
        for (const custom::Module &module : modules) {
            m_seen.modules[module.name] = module.module;
            if (module.name == "2")
                addHooks(model, module);
        }
    }

    void detach() override { m_seen.log.push_back("detach"); }

    void plot(custom::Plot &out) override
    {
        m_seen.log.push_back("plot");
        out.line(0, "2", "sum", m_sum);
        out.band(0, "2", {"low", "high"}, m_sum - 1, m_sum + 1);
        out.line(1, "", "count", m_steps);
    }

    void endTick() override
    {
        m_seen.log.push_back("end");
        m_steps = 0;
    }

    void pushLoss(double value, record::Phase phase) override
    {
        m_seen.log.push_back("loss " + std::to_string(value) + (phase == record::Phase::Train ? " training" : " validation"));
    }
    void pushMetric(const std::string &name, double value) override { m_seen.log.push_back(name + ' ' + std::to_string(value)); }

private:
    void addHooks(custom::Model &model, const custom::Module &module)
    {
        model.beforeForward(module, [this](std::span<const Tensor> inputs) { m_seen.note("before", inputs.front()); });
        model.afterForward(module, [this](std::span<const Tensor> inputs, const at::Tensor &output) {
            m_seen.note("input", inputs.front());
            m_seen.note("output", output);
        });
        model.onOutputGradient(module, [this](const at::Tensor &gradient) { m_seen.note("output gradient", gradient); });
        model.onInputGradient(module, [this](const at::Tensor &gradient) { m_seen.note("input gradient", gradient); });
        model.onParameterGradient(module, "weight", [this](const at::Tensor &gradient) { m_seen.note("weight gradient", gradient); });
        model.afterStep([this, &model, module] {
            ++m_steps;
            m_sum = model.parameter(module, "weight").sum().item();
            m_seen.log.push_back("step");
        });
        model.onCall([this] { m_seen.log.push_back("call"); });
        model.atTickEnd([this] { m_seen.log.push_back("tick"); });
    }

    Seen &m_seen;
    double m_sum = 0;
    int m_steps = 0;
};

/// Counts the steps of a tick. Shared by the lens that feeds it and another lens that only shows it.
struct StepCounter
{
    int steps = 0;
};

class SharingLens final : public custom::BaseLens
{
public:
    SharingLens(std::string tag, std::shared_ptr<StepCounter> counter, bool owns)
        : m_tag(std::move(tag)), m_counter(std::move(counter)), m_owns(owns)
    {}

    std::vector<record::TagSpec> tags() const override { return {{.name = m_tag, .lens = {}, .quantity = "steps", .big = true}}; }
    void attach(custom::Model &model, const std::vector<custom::Module> &) override
    {
        if (m_owns && !std::exchange(m_counts, true))
            model.afterStep([this] { ++m_counter->steps; });
    }
    void plot(custom::Plot &out) override { out.line(0, "", "count", m_counter->steps); }
    void endTick() override
    {
        if (m_owns)
            m_counter->steps = 0;
    }

private:
    std::string m_tag;
    std::shared_ptr<StepCounter> m_counter;
    bool m_owns;
    bool m_counts = false;
};

/// Counts its steps. Attaching throws late if it is not ready.
class ReadyLens final : public custom::BaseLens
{
public:
    explicit ReadyLens(bool isReady) : m_isReady(isReady) {}

    std::vector<record::TagSpec> tags() const override { return {{.name = "Ready", .lens = {}, .quantity = "steps", .big = true}}; }
    void attach(custom::Model &model, const std::vector<custom::Module> &) override
    {
        if (!std::exchange(m_isAttached, true)) // otherwise these layers became known later
            model.afterStep([this] { ++m_steps; });
        if (!m_isReady)
            throw std::runtime_error("not yet");
    }
    void plot(custom::Plot &out) override { out.line(0, "", "count", m_steps); }
    void endTick() override { m_steps = 0; }

private:
    bool m_isReady;
    bool m_isAttached = false;
    int m_steps = 0;
};

/// Throws when it is detached.
class ClingingLens final : public custom::BaseLens
{
public:
    std::vector<record::TagSpec> tags() const override { return {}; }
    void attach(custom::Model &model, const std::vector<custom::Module> &) override { model.afterStep([] {}); }
    void detach() override { throw std::runtime_error("no way"); }
    void plot(custom::Plot &) override {}
};

std::map<std::string, std::vector<double>> valuesOf(const std::filesystem::path &file)
{
    const store::RunFile run(file);
    const store::RunChanges all = test::whole(run);
    std::map<std::uint32_t, std::string> tags;
    for (const auto &[index, tag] : all.tags)
        tags[index] = tag.name;
    std::map<std::string, std::vector<double>> values;
    for (const record::Frame &frame : run.frames(0, all.lastFrame))
        for (const auto &[series, value] : frame.values) {
            const record::SeriesSpec &spec = all.series.at(series);
            values[tags.at(spec.tag) + '/' + spec.layer + '/' + spec.label].push_back(value);
        }
    return values;
}

} // namespace

class OwnWatchersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLensSeesEveryMoment()
    {
        Seen seen;
        nn::Sequential model = net();
        torch::optim::SGD optimizer(model->parameters(), 0.1);
        Inspector inspector({}, RunRecorder(path("moments.lbrun")));
        inspector.attach(*model, "net");
        inspector.add("Everything", [&seen] { return std::make_unique<Everything>(seen); });
        const at::Tensor points = at::randn({5, 3});
        const at::Tensor hidden = at::tanh(model[0]->as<nn::Linear>()->forward(points)).detach();
        seen.log.clear();

        const at::Tensor outputs = model->forward(points);
        const at::Tensor loss = (outputs * outputs).sum();
        loss.backward();
        optimizer.step();
        inspector.stepped();
        inspector.pushLoss(1.5);
        inspector.pushLoss(0.5, Phase::Evaluation);
        inspector.pushMetric("accuracy", 0.25);
        inspector.call();
        inspector.tick();

        const std::vector<std::string> expected = {"before", "input", "output", "output gradient", "input gradient", "weight gradient", "step",
                                                   "loss 1.500000 training", "loss 0.500000 validation", "accuracy 0.250000", "call", "tick", "plot", "end"};
        auto sorted = seen.log, sortedExpected = expected;
        std::ranges::sort(sorted); // autograd does not define the order of gradients
        std::ranges::sort(sortedExpected);
        QCOMPARE(sorted, sortedExpected);
        QCOMPARE(seen.log.front(), std::string("before"));
        QCOMPARE(seen.log.back(), std::string("end"));
        QVERIFY(seen.tensors.at("input").allclose(hidden));
        QVERIFY(seen.tensors.at("output").equal(outputs.detach()));
        QVERIFY(seen.tensors.at("output gradient").allclose(2 * outputs.detach()));
        QVERIFY(seen.tensors.at("weight gradient").allclose((2 * outputs.detach()).t().matmul(hidden)));
        QCOMPARE(seen.modules.at("2"), static_cast<const nn::Module *>(model[2].get()));
        QCOMPARE(seen.modules.at("0.tanh"), nullptr); // a function without a module in this model
    }

    void whatALensPlotsIsRecordedLikeAnyOther()
    {
        Seen seen;
        const auto file = path("plots.lbrun");
        nn::Sequential model = net();
        std::vector<double> sums;
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(file));
            inspector.add("Everything", [&seen] { return std::make_unique<Everything>(seen); });
            inspector.attach(*model, "net");
            torch::optim::SGD optimizer(model->parameters(), 0.1);
            for (int step = 1; step <= 6; ++step) {
                if (step == 3 || step == 5)
                    inspector.setEnabled("Everything", step == 5); // off for a tick
                optimizer.zero_grad();
                model->forward(at::ones({2, 3})).sum().backward();
                optimizer.step();
                inspector.stepped();
                if (step < 3 || step > 4)
                    sums.push_back(model[2]->as<nn::Linear>()->weight.sum().item<double>());
                if (step % 2 == 0)
                    inspector.tick();
            }
        }
        auto values = valuesOf(file);
        QCOMPARE(values.at("Weight Sum/net.2/sum"), (std::vector{sums[1], sums[3]}));
        QCOMPARE(values.at("Weight Sum/net.2/low"), (std::vector{sums[1] - 1, sums[3] - 1}));
        QCOMPARE(values.at("Steps/Steps/net count"), (std::vector{2.0, 2.0}));
        QCOMPARE(values.at("Weight Norm/net.2/mean").size(), std::size_t{3});
    }

    void lensesSharePreprocessorsAndNoPlots()
    {
        const auto file = path("shared.lbrun");
        const auto counter = std::make_shared<StepCounter>();
        nn::Sequential model = net();
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(file));
            inspector.add("Counter", [&] { return std::make_unique<SharingLens>("Counted", counter, true); });
            inspector.add("Reader", [&] { return std::make_unique<SharingLens>("Read", counter, false); }); // attached after the owner
            QVERIFY_EXCEPTION_THROWN(inspector.add("Reader", [&] { return std::make_unique<SharingLens>("Again", counter, false); }),
                                     std::invalid_argument);
            inspector.attach(*model);
            for (int step = 1; step <= 6; ++step) {
                inspector.stepped();
                if (step % 3 == 0)
                    inspector.tick();
            }
            const auto taken = [&] { return std::make_unique<SharingLens>("Weight Norm", counter, false); };
            QVERIFY_EXCEPTION_THROWN(inspector.add("Thief", taken), std::invalid_argument);
        }
        auto values = valuesOf(file);
        QCOMPARE(values.at("Counted/Counted/count"), (std::vector{3.0, 3.0}));
        QCOMPARE(values.at("Read/Read/count"), (std::vector{3.0, 3.0}));
    }

    void plotsOfAllLayersTellModelsApart()
    {
        const auto file = path("apart.lbrun");
        nn::Sequential a = net(), b = net();
        {
            Inspector inspector({lens::LossMetrics(), lens::OutputActivation(), lens::OutputMonitor(R"({"name": "made", "module": "b.0"})")}, RunRecorder(file));
            inspector.add("Ready", [] { return std::make_unique<ReadyLens>(true); });
            inspector.attach(*a, "a");
            inspector.attach(*b, "b");
            for (int tick = 0; tick < 3; ++tick) {
                a->forward(at::randn({2, 3}));
                b->forward(at::randn({2, 3}));
                inspector.stepped(*a);
                inspector.pushLoss(1);
                inspector.tick();
            }
        }
        const auto values = valuesOf(file);
        QCOMPARE(values.at("Ready/Ready/a count"), (std::vector{1.0, 1.0, 1.0}));
        QCOMPARE(values.at("Ready/Ready/b count"), (std::vector{0.0, 0.0, 0.0}));
        for (const char *model : {"a", "b"})
            QCOMPARE(values.at("Warning Output Activations/Warning Output Activations/" + std::string(model) + " worst saturation_rate").size(),
                     std::size_t{2}); // their activations are known from the end of the first tick on
        QCOMPARE(values.at("Loss/Loss/train_loss mean").size(), std::size_t{3});
        QCOMPARE(values.at("made/made/mean").size(), std::size_t{3});
    }

    /// The refused setting conflicts with a custom lens's plot, and the roster does not know custom plots.
    void whatIsRefusedStaysOffWhereAModelIsWatchedAnew()
    {
        const auto file = path("refused.lbrun");
        const auto counter = std::make_shared<StepCounter>();
        nn::Sequential model = net(), other = net();
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(file));
            inspector.add("Counter", [&] { return std::make_unique<SharingLens>("Gain Norm", counter, false); });
            inspector.attach(*model);
            const auto tick = [&] {
                inspector.stepped();
                inspector.tick();
            };
            tick();
            inspector.commands().set(lens::ParameterNorm(R"({"parameters": ["gain"]})"));
            tick();
            test::replaceParameter(*model[0]->as<nn::Linear>(), "bias"); // watching restarts
            tick();
            inspector.attach(*other, "other");
            tick();
            inspector.detach(*other);
            inspector.commands().set(lens::ParameterNorm());
            inspector.setEnabled("ParameterNorm", true);
            tick();
        }
        const auto values = valuesOf(file);
        QCOMPARE(values.at("Weight Norm/0/mean").size(), std::size_t{2}); // in the first and the last tick
        QVERIFY(!values.contains("Weight Norm/other.0/mean"));
    }

    void aMonitorKeepsItsHistoryAndFollowsItsModel()
    {
        nn::Sequential model = net();
        Inspector inspector({}, RunRecorder(path("monitor.lbrun")));
        const auto watch = std::make_shared<monitor::OutputMonitor>(
            std::make_unique<reducer::PassthroughReducer>(reducer::History{.stepTime = 1, .duration = 3}), monitor::Gate{},
            [](const at::Tensor &output) { return output.size(0) > 1; },
            [](const at::Tensor &output) { return monitor::Observed{output.detach().sum(0)}; });
        inspector.add(watch, "net.0");
        inspector.attach(*model, "net");
        const at::Tensor weight = model[0]->as<nn::Linear>()->weight.detach().clone(), bias = model[0]->as<nn::Linear>()->bias.detach().clone();
        std::vector<at::Tensor> expected;
        for (int step = 0; step < 5; ++step) {
            if (step == 3)
                test::replaceParameter(*model[2]->as<nn::Linear>(), "bias"); // watching restarts: the history stays
            const at::Tensor points = at::randn({step == 1 ? 1 : 4, 3});
            const at::Tensor out = model->forward(points);
            if (step != 1)
                expected.insert(expected.begin(), weight.matmul(points.sum(0)) + 4 * bias);
            out.sum().backward();
            inspector.stepped();
            inspector.tick();
        }
        const reducer::Reducer &history = watch->reducer();
        QCOMPARE(history.observations(), std::size_t{4});
        QVERIFY(at::allclose(history.dump(), at::stack({expected[0], expected[1], expected[2]}), 1e-4, 1e-5));
        QVERIFY(at::allclose(history.view(1), expected[1], 1e-4, 1e-5));
        inspector.detach(*model);
        QVERIFY(!watch->registered());
        QVERIFY(at::allclose(history.peek(), expected[0], 1e-4, 1e-5)); // stays readable
    }

    /// Stops a loop two ticks after it saved its state, and resumes it from there.
    void aLoopGoesOnInItsRun()
    {
        const auto lenses = std::vector{lens::LossMetrics(), lens::ParameterNorm(), lens::ParameterUpdateGeometry(R"({"correlation": false})"),
                                        lens::OutputMonitor(R"({"name": "mean output", "module": "net.0", "reducer": {"kind": "EMA", "duration": 4}})"),
                                        lens::ForwardOutput(R"({"name": "sum", "layers": ["net.2"], "reduction": "mean", "over": "training"})")};
        const auto file = path("resumed.lbrun"), state = path("resumed.pt");
        Seen seen;
        const auto train = [&](RunRecorder recorder, int from, int to, int saveAt, std::pair<std::string, std::string> &saved) {
            nn::Sequential model = net();
            torch::optim::SGD optimizer(model->parameters(), torch::optim::SGDOptions(0.1).momentum(0.5));
            if (!saved.first.empty()) {
                std::istringstream weights(saved.first), momenta(saved.second);
                torch::load(model, weights);
                torch::load(optimizer, momenta);
            }
            Inspector inspector(lenses, std::move(recorder));
            inspector.add("Everything", [&seen] { return std::make_unique<Everything>(seen); });
            inspector.attach(*model, "net");
            for (int step = from; step <= to; ++step) {
                torch::manual_seed(static_cast<std::uint64_t>(step));
                optimizer.zero_grad();
                const at::Tensor loss = model->forward(at::randn({6, 3})).square().mean();
                loss.backward();
                optimizer.step();
                inspector.stepped();
                inspector.pushLoss(loss);
                inspector.addSamples(6);
                if (step == 3)
                    inspector.setEnabled("Everything", false);
                inspector.tick();
                if (step == saveAt) {
                    inspector.saveState(state);
                    std::ostringstream weights, momenta;
                    torch::save(model, weights);
                    torch::save(optimizer, momenta);
                    saved = {weights.str(), momenta.str()};
                }
            }
        };
        std::pair<std::string, std::string> none, saved;
        train(RunRecorder(path("whole.lbrun")), 1, 12, 0, none);
        train(RunRecorder(file), 1, 8, 6, saved);
        QVERIFY_EXCEPTION_THROWN(RunRecorder::resume(file, file), std::runtime_error); // no state; the run is unchanged
        QVERIFY_EXCEPTION_THROWN(RunRecorder::resume(path("no.lbrun"), state), std::runtime_error);
        train(RunRecorder::resume(file, state), 7, 12, 0, saved);
        QVERIFY(valuesOf(file) == valuesOf(path("whole.lbrun")));
        QCOMPARE(valuesOf(file).at("Loss/Loss/train_loss mean").size(), std::size_t{12});
        QCOMPARE(valuesOf(file).at("Weight Sum/net.2/sum").size(), std::size_t{2});
        const store::RunFile whole(path("whole.lbrun")), resumed(file);
        const auto expected = whole.ticks(0, 100), ticks = resumed.ticks(0, 100);
        QCOMPARE(ticks.size(), std::size_t{12});
        for (std::size_t i = 0; i < ticks.size(); ++i)
            QVERIFY(ticks[i].tick == expected[i].tick && ticks[i].step == expected[i].step && ticks[i].samples == expected[i].samples);
        QVERIFY(!std::filesystem::exists(file.string() + ".before"));
    }

    /// A custom lens not changed by any order keeps the program's current settings.
    void whatCommandsAddedAndSetGoesOn()
    {
        const auto file = path("ordered.lbrun"), state = path("ordered.pt");
        const auto counter = std::make_shared<StepCounter>();
        nn::Sequential model = net();
        const auto tick = [&](Inspector &inspector) {
            model->forward(at::ones({2, 3})).sum().backward();
            inspector.stepped();
            inspector.tick();
        };
        const auto begin = [&](Inspector &inspector) {
            inspector.add("Counter", [&] { return std::make_unique<SharingLens>("Gain Cond", counter, false); });
            inspector.attach(*model);
        };
        {
            Inspector inspector({lens::ParameterNorm(), lens::OutputNorm()}, RunRecorder(file));
            begin(inspector);
            inspector.commands().set(lens::ParameterNorm(R"({"parameters": ["bias"]})"));
            inspector.commands().set(lens::OutputMonitor(R"({"name": "made", "module": "0"})"));
            inspector.commands().set(lens::ParameterCondition(R"({"parameters": ["gain"]})")); // conflicts with an existing plot
            tick(inspector); // executes the commands after its forward
            tick(inspector);
            inspector.commands().set(lens::ParameterUpdateGeometry());
            inspector.commands().setEnabled("made", false);
            inspector.saveState(state); // includes commands that the loop has not executed yet
        }
        for (int times = 0; times < 2; ++times) {
            Inspector inspector({lens::ParameterNorm(), lens::OutputNorm(R"({"include": ["Linear"]})")}, RunRecorder::resume(file, state));
            begin(inspector);
            std::map<std::string, std::string> watchers;
            for (const LensChoice &watcher : inspector.commands().watchers())
                watchers[watcher.kind] = watcher.settings;
            QCOMPARE(watchers.size(), std::size_t{5});
            QVERIFY2(watchers.at("ParameterNorm").find(R"("parameters":["bias"])") != std::string::npos, watchers.at("ParameterNorm").c_str());
            QVERIFY2(watchers.at("OutputMonitor").find(R"("enabled":false)") != std::string::npos, watchers.at("OutputMonitor").c_str());
            QVERIFY2(watchers.at("OutputNorm").find(R"("include":["Linear"])") != std::string::npos, watchers.at("OutputNorm").c_str());
            QVERIFY(watchers.contains("ParameterUpdateGeometry") && watchers.contains("CustomLens"));
            tick(inspector);
            inspector.saveState(state);
        }
        const auto values = valuesOf(file);
        QCOMPARE(values.at("Bias Norm/0/mean").size(), std::size_t{4});
        QVERIFY(!values.contains("Weight Norm/0/mean"));
        QCOMPARE(values.at("made/made/mean").size(), std::size_t{1});
        QCOMPARE(values.at("Gain Cond/Gain Cond/count").size(), std::size_t{4});
    }

    void aRunThatCannotGoOnIsLeftAsItIs()
    {
        const auto file = path("kept.lbrun"), state = path("kept.pt");
        nn::Sequential model = net();
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(file));
            inspector.attach(*model);
            for (int tick = 0; tick < 3; ++tick)
                inspector.tick();
            inspector.saveState(state);
            QCOMPARE(store::RunFile(file).ticks(0, 100).size(), std::size_t{3}); // a crash would lose no tick before the state
            for (int tick = 0; tick < 2; ++tick)
                inspector.tick();
        }
        const auto mistyped = [&] { Inspector({lens::OutputNorm(R"({"no such": 1})")}, RunRecorder::resume(file, state)); };
        QVERIFY_EXCEPTION_THROWN(mistyped(), std::invalid_argument);
        const auto never = [&] { Inspector({lens::ParameterNorm()}, RunRecorder::resume(file, state), {.activeEvery = 0}); };
        QVERIFY_EXCEPTION_THROWN(never(), std::invalid_argument);
        {
            const RunRecorder unused = RunRecorder::resume(file, state);
            QCOMPARE(unused.path(), file);
            QCOMPARE(unused.progress().ticks, std::int64_t{3});
            QCOMPARE(unused.progress().written, std::int64_t{3});
            unused.flush();
        }
        RunRecorder::resume(file, state).close();
        QVERIFY(!std::filesystem::exists(file.string() + ".before"));
        QCOMPARE(store::RunFile(file).ticks(0, 100).size(), std::size_t{5});
        QCOMPARE(store::RunFile(file).info().status, record::RunStatus::Finished);
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder::resume(file, state)); // resumed normally
            inspector.attach(*model);
            inspector.tick();
        }
        QCOMPARE(store::RunFile(file).ticks(0, 100).size(), std::size_t{4});
        const auto fresh = [&] { Inspector({lens::ParameterNorm()}, RunRecorder(path("fresh.lbrun")), {.activeEvery = 0}); };
        QVERIFY_EXCEPTION_THROWN(fresh(), std::invalid_argument);
        QVERIFY(!std::filesystem::exists(path("fresh.lbrun")));
    }

    /// Covers a model attached only after the second resumption, and a layer known only after the first step.
    void whatIsNotThereYetWaitsForItsState()
    {
        const auto file = path("late.lbrun"), state = path("late.pt");
        const auto lenses = std::vector{lens::ForwardOutput(R"({"name": "sum", "reduction": "sum", "over": "training"})")};
        struct Activated : nn::Module
        {
            nn::Linear linear = register_module("linear", nn::Linear(2, 2));
            at::Tensor forward(const at::Tensor &points) { return at::tanh(linear(points)); }
        };
        Activated first, second;
        const at::Tensor points = at::ones({1, 2});
        at::Tensor sum = at::zeros({1, 2}), activated = at::zeros({1, 2});
        const auto train = [&](RunRecorder recorder, bool withSecond) {
            Inspector inspector(lenses, std::move(recorder));
            inspector.attach(first, "first");
            if (withSecond)
                inspector.attach(second, "second");
            for (int step = 0; step < 3; ++step) {
                first.forward(points).sum().backward();
                if (withSecond) {
                    const at::Tensor output = second.forward(points).detach();
                    sum += output.atanh();
                    if (step > 0)
                        activated += output;
                }
                inspector.stepped();
                inspector.tick();
            }
            inspector.saveState(state);
        };
        train(RunRecorder(file), true);
        train(RunRecorder::resume(file, state), false);
        train(RunRecorder::resume(file, state), true);
        const store::RunFile run(file);
        std::map<std::string, std::vector<float>> newest;
        const store::RunChanges all = test::whole(run);
        for (std::uint32_t index = 0; index < all.series.size(); ++index)
            if (const auto places = run.tensorPlaces(index); !places.empty())
                newest[all.series[index].layer] = run.tensor(index, places.back().frame)->values;
        const auto isShown = [&newest](const std::string &layer, const at::Tensor &expected) {
            return newest.contains(layer) && at::tensor(newest.at(layer)).allclose(expected.flatten(), 1e-4, 1e-5);
        };
        QVERIFY(isShown("second.linear", sum));
        QVERIFY(isShown("second.linear.tanh", activated));
    }

    void oneOfSeveralOutputsIsWatched()
    {
        nn::LSTM lstm(nn::LSTMOptions(3, 5));
        Inspector inspector({}, RunRecorder(path("lstm.lbrun")));
        const auto monitor = [](std::size_t which) {
            return std::make_shared<monitor::OutputMonitor>(std::make_unique<reducer::PassthroughReducer>(reducer::History()), monitor::Gate{}, nullptr,
                                                            nullptr, which);
        };
        const auto hidden = monitor(1), cell = monitor(2), none = monitor(3);
        const auto recorded = std::make_shared<recorder::TensorRecorder>(recorder::RecordedTensor::ForwardOutput, recorder::RecorderSettings{.which = 2});
        for (const auto &each : {hidden, cell, none})
            inspector.add(each, "net");
        inspector.add(recorded);
        inspector.attach(*lstm, "net");
        const auto [output, states] = lstm->forward(at::randn({4, 2, 3}));
        QVERIFY(at::equal(hidden->reducer().peek(), std::get<0>(states).detach()));
        QVERIFY(at::equal(cell->reducer().peek(), std::get<1>(states).detach()));
        QVERIFY(at::equal(recorded->data(0).front(), std::get<1>(states).detach()));
        QCOMPARE(none->reducer().observations(), std::size_t{0});
    }

    void aRecorderOfATypeSumsAWholeTraining()
    {
        nn::Sequential model;
        model->push_back(nn::Embedding(10, 4));
        model->push_back(nn::Linear(4, 2));
        model->to(at::kDouble);
        Inspector inspector({}, RunRecorder(path("recorder.lbrun")));
        int step = 0;
        const auto sum = [](const at::Tensor &kept, const at::Tensor &next) { return kept + next; };
        const auto odd = [&step] { return step % 2 == 1; };
        const auto linear = std::make_shared<recorder::TensorRecorder>(recorder::RecordedTensor::ForwardOutput,
                                                                       recorder::RecorderSettings{.condition = odd, .reduction = sum});
        const auto tokens = std::make_shared<recorder::TensorRecorder>(recorder::RecordedTensor::ForwardInput);
        inspector.add(linear, {.matches = recorder::isA<nn::LinearImpl>});
        inspector.add(tokens, {.matches = recorder::isA<nn::EmbeddingImpl>});
        inspector.attach(*model);
        at::Tensor expected = at::zeros({3, 2}, at::kDouble);
        at::Tensor last;
        for (step = 0; step < 6; ++step) {
            if (step == 4)
                test::replaceParameter(*model[1]->as<nn::Linear>(), "bias"); // watching restarts: the sum continues
            last = at::randint(10, {3}, at::kLong);
            const at::Tensor out = model->forward(last);
            if (step % 2 == 1)
                expected += out.detach();
            out.sum().backward();
            inspector.stepped();
            inspector.tick(); // ticks do not clear reducers owned by the caller
        }
        QCOMPARE(linear->size(), std::size_t{1});
        QCOMPARE(linear->module(0), std::string("1"));
        QCOMPARE(linear->samples(0), std::size_t{3});
        QCOMPARE(test::aten(linear->data(0).front()).scalar_type(), at::kDouble);
        QVERIFY(at::allclose(linear->data(0).front(), expected));
        QCOMPARE(tokens->size(), std::size_t{1});
        QCOMPARE(tokens->data(0).size(), std::size_t{6});
        QCOMPARE(test::aten(tokens->data(0).back()).scalar_type(), at::kLong);
        QVERIFY(at::equal(tokens->data(0).back(), last));
    }

    /// Functions and layers without parameters become known while the model runs.
    void aRecorderFindsWhatBecomesKnownLater()
    {
        nn::Sequential model(nn::Linear(3, 4), nn::ReLU(), nn::Linear(4, 1));
        Inspector inspector({}, RunRecorder(path("later.lbrun")), {.depth = 0});
        const auto recorded = std::make_shared<recorder::TensorRecorder>(recorder::RecordedTensor::ForwardOutput);
        const auto all = std::make_shared<recorder::TensorRecorder>(recorder::RecordedTensor::ForwardOutput);
        inspector.add(recorded, {.types = {"ReLU"}}, "net");
        inspector.add(all);
        inspector.attach(*model, "net");
        const auto *const first = model[0]->as<nn::Linear>();
        const at::Tensor weight = first->weight.detach().clone(), bias = first->bias.detach().clone();
        at::Tensor expected;
        for (int step = 0; step < 3; ++step) {
            const at::Tensor points = at::randn({2, 3});
            expected = (points.matmul(weight.t()) + bias).clamp_min(0);
            model->forward(points).sum().backward();
            inspector.stepped();
            inspector.tick();
        }
        QCOMPARE(recorded->size(), std::size_t{1});
        QCOMPARE(recorded->module(0), std::string("net.0.relu"));
        QCOMPARE(recorded->samples(0), std::size_t{2}); // found in the first step, watched afterwards
        QVERIFY(at::allclose(recorded->data(0).back(), expected, 1e-4, 1e-5));
        QCOMPARE(all->size(), std::size_t{3});
        inspector.detach(*model);
        model->forward(at::randn({2, 3}));
        QCOMPARE(recorded->samples(0), std::size_t{2});
    }

    void oneRecorderAndOneMonitorServeSeveralModels()
    {
        nn::Sequential a = net(), b = net();
        Inspector inspector({}, RunRecorder(path("several.lbrun")));
        const auto recorded = std::make_shared<recorder::TensorRecorder>(recorder::RecordedTensor::ForwardOutput);
        inspector.add(recorded, {.matches = recorder::isA<nn::LinearImpl>});
        const auto watch = std::make_shared<monitor::OutputMonitor>(std::make_unique<reducer::PassthroughReducer>(reducer::History()));
        inspector.add(watch, "b.0");
        inspector.attach(*b, "b");
        inspector.attach(*a);
        const auto run = [&] {
            a->forward(at::randn({2, 3}));
            b->forward(at::randn({2, 3}));
            inspector.tick();
        };
        const auto counts = [&] {
            std::map<std::string, std::size_t> byModule;
            for (std::size_t i = 0; i < recorded->size(); ++i)
                byModule[recorded->module(i)] = recorded->samples(i);
            return byModule;
        };
        run();
        test::replaceParameter(*a[0]->as<nn::Linear>(), "bias");
        inspector.stepped(); // watching of a restarts
        run();
        QVERIFY((counts() == std::map<std::string, std::size_t>{{"0", 2}, {"2", 2}, {"b.0", 2}, {"b.2", 2}}));
        inspector.detach(*a);
        run();
        QVERIFY((counts() == std::map<std::string, std::size_t>{{"0", 2}, {"2", 2}, {"b.0", 3}, {"b.2", 3}}));
        QCOMPARE(watch->reducer().observations(), std::size_t{3});
        inspector.detach(*b);
        QVERIFY(!watch->registered());
        run();
        QCOMPARE(counts().at("b.0"), std::size_t{3});
        const store::RunFile file(path("several.lbrun"));
        for (const record::RunEvent &event : test::whole(file).events)
            QVERIFY2(event.text.find("watches nothing") == std::string::npos, event.text.c_str());
    }

    void aLensThatCannotBeMadeIsNotThere()
    {
        nn::Sequential model = net();
        model[2]->as<nn::Linear>()->weight.set_requires_grad(false); // its gradient is no longer available
        Seen seen;
        Inspector inspector({}, RunRecorder(path("made.lbrun")));
        inspector.attach(*model);
        bool works = false;
        const auto make = [&]() -> std::unique_ptr<custom::BaseLens> {
            if (!works)
                throw std::runtime_error("not yet");
            return std::make_unique<Everything>(seen);
        };
        QVERIFY_EXCEPTION_THROWN(inspector.add("Everything", make), std::runtime_error);
        nn::Sequential other = net();
        inspector.attach(*other, "other");
        inspector.detach(*other);
        works = true;
        inspector.add("Everything", make);
        works = false;
        {
            nn::Sequential third = net();
            QVERIFY_EXCEPTION_THROWN(inspector.attach(*third, "third"), std::runtime_error);
        }
        model->forward(at::randn({2, 3})).sum().backward();
        inspector.stepped();
        inspector.tick();
        QVERIFY(std::ranges::find(seen.log, "step") != seen.log.end());
    }

    void aLensThatCannotBeAttachedIsMadeAnew()
    {
        const auto file = path("ready.lbrun");
        nn::Sequential model = net();
        {
            Inspector inspector({}, RunRecorder(file));
            inspector.attach(*model);
            int made = 0;
            const auto make = [&] { return std::make_unique<ReadyLens>(++made > 1); };
            QVERIFY_EXCEPTION_THROWN(inspector.add("Ready", make), std::runtime_error);
            QCOMPARE(inspector.hookCount(), std::size_t{0});
            inspector.stepped();
            inspector.tick();
            inspector.add("Ready", make);
            QCOMPARE(made, 2);
            inspector.stepped();
            inspector.tick();
        }
        QCOMPARE(valuesOf(file).at("Ready/Ready/count"), std::vector{1.0});
    }

    void aModelThatCannotBeWatchedAnewIsLeftAlone()
    {
        const auto file = path("unready.lbrun");
        nn::Sequential first = net(), second = net();
        bool isReady = true;
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(file), {.activeEvery = 2});
            inspector.add("Ready", [&] { return std::make_unique<ReadyLens>(isReady); });
            inspector.commands().set(lens::OutputNorm(R"({"include": ["Linear"]})")); // attached after it
            inspector.attach(*first, "first");
            inspector.attach(*second, "second");
            const auto train = [&](int ticks) {
                for (int tick = 0; tick < ticks; ++tick) {
                    for (nn::Sequential *model : {&first, &second})
                        (*model)->forward(at::randn({2, 3})).sum().backward();
                    inspector.stepped();
                    inspector.pushLoss(1);
                    inspector.call();
                    inspector.tick();
                }
            };
            train(2);
            isReady = false;
            test::replaceParameter(*first[0]->as<nn::Linear>(), "bias"); // watching restarts
            QVERIFY_EXCEPTION_THROWN(inspector.stepped(), std::runtime_error);
            train(4);
        }
        const auto values = valuesOf(file);
        for (const char *plot : {"Weight Norm", "Output Norm"}) {
            QCOMPARE(values.at(std::string(plot) + "/first.0/mean").size(), std::size_t{1});
            QCOMPARE(values.at(std::string(plot) + "/second.0/mean").size(), std::size_t{3});
        }
    }

    void whatALensThrowsAsItIsDetachedEndsNothing_data()
    {
        QTest::addColumn<QString>("detachedBy");
        for (const char *way : {"detach", "the end", "an order"})
            QTest::newRow(way) << way;
    }

    void whatALensThrowsAsItIsDetachedEndsNothing()
    {
        QFETCH(QString, detachedBy);
        const auto file = path(qPrintable("clinging " + detachedBy));
        nn::Sequential model = net();
        {
            Inspector inspector({}, RunRecorder(file));
            inspector.add("Clinging", [] { return std::make_unique<ClingingLens>(); });
            inspector.add("Ready", [] { return std::make_unique<ReadyLens>(true); }); // comes after it
            inspector.attach(*model);
            inspector.stepped();
            if (detachedBy == "an order")
                inspector.setEnabled("Clinging", false);
            inspector.tick();
            if (detachedBy == "detach")
                inspector.detach(*model);
        }
        const store::RunFile run(file);
        QCOMPARE(run.info().status, record::RunStatus::Finished);
        QCOMPARE(valuesOf(file).at("Ready/Ready/count"), std::vector{1.0});
        const auto events = test::whole(run).events;
        QCOMPARE(std::ranges::count(events, std::string("Clinging could not be detached properly: no way"), &record::RunEvent::text), 1);
    }

private:
    std::filesystem::path path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(OwnWatchersTest)

#include "tst_own_watchers.moc"
