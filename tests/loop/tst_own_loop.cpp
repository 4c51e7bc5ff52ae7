// A training loop written by a user of the library.

#include "core/experiment/experiment.h"
#include "core/hook/operator_taps.h"
#include "core/hook/tapped.h"
#include "core/loop/loop_inspector.h"
#include "core/loop/watched_models.h"
#include "core/model/sequential.h"
#include "core/monitor/monitors.h"
#include "core/reducer/general_reducers.h"
#include "core/runs/run_summary.h"
#include "core/store/columns/store_visualizer.h"
#include "core/store/file/run_file.h"
#include "tests/support/disk_space.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/replaced_parameter.h"
#include "tests/support/settings.h"

#include <ATen/ops/mse_loss.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randn.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/loss.h>
#include <torch/nn/modules/rnn.h>
#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <ranges>
#include <set>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

using namespace lensboard;
namespace nn = torch::nn;

namespace {

using Values = std::map<std::string, std::vector<double>>; ///< by tag, layer and label

Values valuesOf(const store::Run &run)
{
    const store::RunChanges all = test::whole(run);
    std::map<std::uint32_t, std::string> tags;
    for (const auto &[index, tag] : all.tags)
        tags[index] = tag.name;
    Values values;
    for (const record::Frame &frame : run.frames(0, all.lastFrame))
        for (const auto &[series, value] : frame.values) {
            const record::SeriesSpec &spec = all.series.at(series);
            values[tags.at(spec.tag) + '/' + spec.layer + '/' + spec.label].push_back(value);
        }
    return values;
}

/// Captures this process's stderr during its lifetime.
class Stderr
{
public:
    Stderr() : m_before(::dup(2)), m_file(std::tmpfile())
    {
        ::dup2(::fileno(m_file), 2);
    }
    ~Stderr()
    {
        ::dup2(m_before, 2);
        ::close(m_before);
        std::fclose(m_file);
    }
    Stderr(const Stderr &) = delete;
    Stderr &operator=(const Stderr &) = delete;

    QByteArray written() const
    {
        QByteArray all(4096, '\0');
        all.resize(std::max<qsizetype>(0, ::pread(::fileno(m_file), all.data(), static_cast<std::size_t>(all.size()), 0)));
        return all;
    }

private:
    int m_before;
    std::FILE *m_file;
};

/// Returns \p name with \p layer replaced by \p as.
std::string renamed(std::string name, const std::string &layer, const std::string &as)
{
    if (const auto at = (name + '/').find('/' + layer + '/'); at != std::string::npos)
        name.replace(at + 1, layer.size(), as);
    return name;
}

QStringList seriesOf(const Values &values, const std::string &layer, const std::string &as)
{
    QStringList names;
    for (const auto &[name, all] : values)
        names << QString::fromStdString(layer.empty() ? name : renamed(name, layer, as));
    names.sort();
    return names;
}

nn::Sequential plain()
{
    torch::manual_seed(5);
    nn::Sequential net;
    net->push_back(nn::Linear(4, 8)); // in a fixed order, for the same random numbers
    net->push_back(nn::ReLU());
    net->push_back(nn::Linear(8, 2));
    return net;
}

const std::vector<LensChoice> kAll = {lens::LossMetrics(), lens::OutputActivation(), lens::OutputNorm(R"({"include": ["Linear"]})"),
                                      lens::OutputGradientGeometry(), lens::ParameterGradientGeometry(), lens::ParameterGradientActivation(),
                                      lens::ParameterNorm(), lens::ParameterUpdateGeometry(), lens::ParameterCondition()};

/// Trains for \p steps without a watcher; calls \p after at the end of each step.
template <typename Net, typename After>
std::vector<double> train(Net &net, int steps, const After &after)
{
    torch::optim::SGD optimizer(net.parameters(), torch::optim::SGDOptions(0.05).momentum(0.9));
    torch::manual_seed(6);
    std::vector<double> losses;
    for (int step = 0; step < steps; ++step) {
        optimizer.zero_grad();
        const at::Tensor loss = at::mse_loss(net.forward(at::randn({16, 4})), at::randn({16, 2}));
        loss.backward();
        optimizer.step();
        losses.push_back(loss.item<double>());
        after(loss);
    }
    return losses;
}

/// A weight that can be replaced by another.
class Scale final : public nn::Module
{
public:
    Scale() { register_parameter("weight", at::randn({3, 1})); }
    at::Tensor forward(const at::Tensor &x) { return x.matmul(parameters_["weight"]); }
    void replaceWeight() { parameters_["weight"] = at::randn({3, 1}).requires_grad_(); }
};

/// Recurrent layer followed by a layer that reads its output.
class Reader final : public nn::Module
{
public:
    nn::LSTM lstm = register_module("lstm", nn::LSTM(nn::LSTMOptions(4, 6).num_layers(2)));
    nn::Linear head = register_module("head", nn::Linear(6, 2));
    at::Tensor forward(const at::Tensor &x) { return head->forward(std::get<0>(lstm->forward(x))); }
};

/// Model with a tapped loss module among its submodules.
class Critic final : public nn::Module
{
public:
    std::shared_ptr<Scale> scale = register_module("scale", std::make_shared<Scale>());
    std::shared_ptr<hook::Tapped<nn::L1LossImpl>> distance = register_module("distance", std::make_shared<hook::Tapped<nn::L1LossImpl>>());
};

/// Sequence of linear layers that supports replacing, adding and removing layers.
class Stack final : public nn::Module
{
public:
    Stack()
    {
        register_module("a", nn::Linear(4, 8));
        register_module("b", nn::Linear(8, 8));
        register_module("c", nn::Linear(8, 2));
    }
    at::Tensor forward(at::Tensor x)
    {
        for (const auto &layer : children())
            x = layer->as<nn::LinearImpl>()->forward(x);
        return x;
    }
    at::Tensor weight(const std::string &layer) const { return named_parameters()[layer + ".weight"]; }
};

/// Values of one series by tick.
std::map<std::int64_t, double> valuesByTick(const store::Run &run, const std::string &tag, const std::string &layer)
{
    const store::RunChanges all = test::whole(run);
    std::map<std::int64_t, double> values;
    for (const record::Frame &frame : run.frames(0, all.lastFrame))
        for (const auto &[series, value] : frame.values)
            if (const record::SeriesSpec &spec = all.series.at(series); spec.layer == layer && spec.label == "mean" && all.tags.at(spec.tag).second.name == tag)
                values[frame.stamp.tick] = value;
    return values;
}

/// A model with layers that cannot be listed while \p fails is true, for example because of another language.
class Unlisted final : public hook::ModelSource
{
public:
    Unlisted(nn::Module &model, const bool &fails) : m_taps(model), m_fails(fails) {}

    const void *model() const override { return m_taps.model(); }
    std::vector<hook::TappedModule> modules() const override
    {
        if (m_fails)
            throw std::runtime_error("cannot be listed");
        return m_taps.modules();
    }
    std::size_t foundCount() const override { return m_taps.foundCount(); }
    bool refresh() override { return m_taps.refresh(); }
    void rethrow() override { m_taps.rethrow(); }

private:
    hook::OperatorTaps m_taps;
    const bool &m_fails;
};

QStringList noticesOf(const store::Run &run)
{
    QStringList texts;
    for (const record::RunEvent &event : test::whole(run).events)
        texts << QString::fromStdString(event.text);
    return texts;
}

} // namespace

class OwnLoopTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesNoBitAndShowsEveryLens()
    {
        nn::Sequential bare = plain(), watched = plain();
        const auto expected = train(*bare, 12, [](const at::Tensor &) {});
        std::vector<double> losses;
        {
            Inspector inspector(kAll, RunRecorder(path("all.lbrun"), "all"));
            inspector.attach(*watched);
            losses = train(*watched, 12, [&](const at::Tensor &loss) {
                inspector.pushLoss(loss);
                inspector.stepped();
                inspector.tick();
            });
        }
        QVERIFY(losses == expected);
        const store::RunFile file(path("all.lbrun"));
        QCOMPARE(file.info().status, record::RunStatus::Finished);
        QCOMPARE(file.info().name, std::string("all"));
        const Values values = valuesOf(file);
        QVERIFY(values.at("Loss/Loss/train_loss mean") == expected);
        for (const char *tag : {"Output Activations/0.relu", "Output Norm/0/", "Output Gradient Norm/2", "Weight Gradient Norm/0/",
                                "Weight Gradient Activation/0/", "Weight Norm/2/", "Weight Update Norm/0/", "Weight Cond/"})
            QVERIFY2(std::any_of(values.begin(), values.end(), [tag](const auto &series) { return series.first.find(tag) != std::string::npos; }),
                     qPrintable(QString("%1 is not among %2").arg(tag, [&] {
                         QStringList names;
                         for (const auto &[name, series] : values)
                             names << QString::fromStdString(name);
                         return names.join(", ");
                     }())));
    }

    /// Values derived from operators equal the values of tapped layers from the first step on; activations are found in the layer before them.
    void numbersAreThoseOfExactTaps_data()
    {
        QTest::addColumn<int>("stepsATick");
        QTest::newRow("a step a tick") << 1;
        QTest::newRow("three steps a tick") << 3;
    }

    void numbersAreThoseOfExactTaps()
    {
        QFETCH(int, stepsATick);
        torch::manual_seed(5);
        auto tapped = std::make_shared<model::SequentialImpl>();
        tapped->add<nn::LinearImpl>("0", 4, 8);
        tapped->add<nn::ReLUImpl>("1");
        tapped->add<nn::LinearImpl>("2", 8, 2);
        const auto record = [&](auto net, const char *name) {
            Inspector inspector(kAll, RunRecorder(path(name)));
            inspector.attach(*net);
            int step = 0;
            train(*net, 8 * stepsATick, [&](const at::Tensor &loss) {
                inspector.pushLoss(loss);
                inspector.stepped();
                if (++step % stepsATick == 0)
                    inspector.tick();
            });
        };
        record(tapped, "exact.lbrun");
        record(plain(), "plain.lbrun");
        const Values exact = valuesOf(store::RunFile(path("exact.lbrun")));
        const Values seen = valuesOf(store::RunFile(path("plain.lbrun")));
        QCOMPARE(seriesOf(seen, "0.relu", "1"), seriesOf(exact, {}, {}));
        for (const auto &[name, values] : seen) {
            const auto &all = exact.at(renamed(name, "0.relu", "1"));
            const bool isShare = name.find("Comparison") != std::string::npos; // a share of the sum over all layers, added in another order
            const bool isOfRelu = name.find("0.relu") != std::string::npos || name.starts_with("Warning Output Activations");
            const std::size_t late = isShare || isOfRelu ? 2 : 0; // a cosine needs a previous tensor
            QVERIFY2(values.size() <= all.size() && values.size() + late >= all.size(), name.c_str());
            for (std::size_t i = 0; i + late < all.size(); ++i) {
                const double a = values[values.size() - 1 - i], b = all[all.size() - 1 - i];
                QVERIFY2(isShare ? std::abs(a - b) <= 1e-15 : test::same(a, b), qPrintable(QString("%1: %2 instead of %3, %4 from the end").arg(name.c_str()).arg(a).arg(b).arg(i)));
            }
        }
    }

    /// Neither a late activation nor a cast of the model restarts a series. The step after a cast is not seen; all other values continue.
    void whatIsMeasuredGoesOnWhenMoreIsFound_data()
    {
        QTest::addColumn<bool>("isCast");
        QTest::newRow("an activation") << false;
        QTest::newRow("cast") << true;
    }

    void whatIsMeasuredGoesOnWhenMoreIsFound()
    {
        QFETCH(bool, isCast);
        constexpr int kSteps = 8, kChange = 4;
        const int seen = kSteps - isCast;
        nn::Sequential net = plain();
        at::Tensor sum = at::zeros({2}, at::kDouble);
        const std::string file = path(isCast ? "cast.lbrun" : "found.lbrun");
        {
            Inspector inspector({lens::OutputMonitor(R"({"name": "average", "module": "2", "reducer": {"kind": "CumulativeAverage"}})"),
                                 lens::ForwardOutput(R"({"name": "few", "layers": ["2"], "limit_mb": 0.00002})"),
                                 lens::ForwardOutput(R"({"name": "third", "layers": ["2"], "condition": {"kind": "steps", "every": 3}})"),
                                 lens::ParameterGradientGeometry(), lens::OutputNorm(R"({"include": ["Linear", "Tanh"]})")},
                                RunRecorder(file));
            inspector.attach(*net);
            for (int step = 0; step < kSteps; ++step) {
                if (isCast && step == kChange)
                    net->to(at::kDouble);
                net->zero_grad();
                const at::Tensor put = net->forward(at::randn({16, 4}, net->parameters()[0].scalar_type()));
                if (!isCast || step != kChange)
                    sum += put.detach().mean(0);
                (!isCast && step >= kChange ? at::tanh(put) : put).square().mean().backward();
                inspector.stepped();
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        const Values values = valuesOf(run);
        const auto count = [&](const std::string &series) { return values.contains(series) ? static_cast<int>(values.at(series).size()) : 0; };
        QCOMPARE(count("average/average/mean"), seen);
        QVERIFY(std::fabs(values.at("average/average/mean").back() - (sum / seen).mean().item<double>()) < 1e-6);
        QCOMPARE(count("Weight Gradient Norm/0/mean"), seen);
        QCOMPARE(count("Weight Gradient Correlation/0/mean"), seen - 1 - isCast); // the gradient of the cast's step was not seen
        QCOMPARE(count("Output Norm/2/mean"), seen);
        QCOMPARE(count("Output Norm/2.tanh/mean"), isCast ? 0 : kSteps - kChange - 1);
        const auto recorded = [&](const std::string &tag) {
            const store::RunChanges all = test::whole(run);
            std::size_t tensors = 0;
            for (std::uint32_t series = 0; series < all.series.size(); ++series)
                if (all.tags[all.series[series].tag].second.name == tag)
                    tensors += run.tensorPlaces(series).size();
            return tensors;
        };
        QCOMPARE(recorded("few"), std::size_t{2}); // of 8 bytes each
        QCOMPARE(recorded("third"), std::size_t{3}); // steps 0, 3 and 6
        QCOMPARE(noticesOf(run).filter("\"few\" keeps no more tensors").size(), 1);
        QCOMPARE(noticesOf(run).filter("begin anew").size(), 0);
        QCOMPARE(run.info().layers.size(), std::size_t(isCast ? 5 : 6)); // in model order
        QCOMPARE(run.info().layers[2].name, std::string("0.relu"));
    }

    void aParameterThatIsReplacedIsWatchedAnewAndReported()
    {
        auto critic = std::make_shared<Critic>();
        const std::string file = path("replaced.lbrun");
        {
            Inspector inspector({lens::ParameterGradientGeometry()}, RunRecorder(file));
            inspector.attach(*critic);
            for (int step = 0; step < 6; ++step) {
                if (step == 3)
                    critic->scale->replaceWeight();
                critic->zero_grad();
                critic->scale->forward(at::randn({4, 3})).mean().backward();
                inspector.stepped();
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        QCOMPARE(noticesOf(run).filter("Layers or parameters of the model were replaced or removed (scale.weight).").size(), 1);
        QCOMPARE(valuesOf(run).at("Weight Gradient Norm/scale/mean").size(), std::size_t{5}); // all except the step of the replacement
    }

    /// Compares with values computed here for the layers of the model in each tick.
    void replacedLayersAreFollowed_data()
    {
        using Change = std::function<void(Stack &)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("notice");
        QTest::addColumn<bool>("reportsSteps");
        const Change replace = [](Stack &net) { net.replace_module("b", nn::Linear(8, 8)); };
        const QString begun = "Layers or parameters of the model were replaced or removed (b).";
        QTest::newRow("replaced") << replace << begun << true;
        QTest::newRow("replaced, in a loop that reports no steps") << replace << begun << false;
        QTest::newRow("unregistered and registered") << Change([](Stack &net) {
            const auto last = net.children().back();
            net.unregister_module("b");
            net.unregister_module("c");
            net.register_module("b", nn::Linear(8, 8));
            net.register_module("c", last);
        }) << begun << true;
        QTest::newRow("removed") << Change([](Stack &net) { net.unregister_module("b"); }) << begun << true;
        QTest::newRow("added") << Change([](Stack &net) { net.register_module("d", nn::Linear(2, 2)); })
                               << QString("Added to the model and watched from here on: d.") << true;
    }

    void replacedLayersAreFollowed()
    {
        QFETCH(std::function<void(Stack &)>, change);
        QFETCH(QString, notice);
        QFETCH(bool, reportsSteps);
        constexpr int kTicks = 6, kChange = 4;
        Stack net;
        const std::string file = path(qPrintable(QString("followed %1.lbrun").arg(QTest::currentDataTag())));
        using Norms = std::map<std::int64_t, double>;
        std::map<std::string, Norms> weights, gradients, updates;
        {
            Inspector inspector({lens::ParameterNorm(), lens::ParameterGradientGeometry(), lens::ParameterUpdateGeometry()}, RunRecorder(file));
            inspector.attach(net);
            for (int tick = 1; tick <= kTicks; ++tick) {
                if (tick == kChange)
                    change(net);
                torch::optim::SGD optimizer(net.parameters(), 0.1);
                net.zero_grad();
                net.forward(at::randn({16, 4})).square().mean().backward();
                std::map<std::string, at::Tensor> before;
                for (const auto &layer : net.named_children())
                    before[layer.key()] = net.weight(layer.key()).detach().clone();
                optimizer.step();
                for (const auto &[layer, weight] : before) {
                    weights[layer][tick] = net.weight(layer).norm().item<double>();
                    gradients[layer][tick] = net.weight(layer).grad().norm().item<double>();
                    updates[layer][tick] = (net.weight(layer).detach() - weight).norm().item<double>();
                }
                if (reportsSteps)
                    inspector.stepped();
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        using Ticks = std::set<std::int64_t>;
        const bool isAdded = notice.startsWith("Added"); // a layer that is added makes no other layer miss a step
        const auto compare = [&](const std::map<std::string, Norms> &expected, const char *tag, const Ticks &unseen, const Ticks &unseenAfter) {
            for (const std::string layer : {"a", "b", "c", "d"}) {
                const Norms shown = valuesByTick(run, tag, layer);
                Norms all = expected.contains(layer) ? expected.at(layer) : Norms();
                std::erase_if(all, [&](const auto &value) {
                    return unseen.contains(value.first) || ((!isAdded || layer == "d") && unseenAfter.contains(value.first));
                });
                const auto isClose = [](const auto &a, const auto &b) { return a.first == b.first && std::abs(a.second - b.second) <= 1e-5 * b.second; };
                QVERIFY2(std::equal(shown.begin(), shown.end(), all.begin(), all.end(), isClose),
                         qPrintable(QString("%1 of %2: %3 values, expected %4").arg(tag, layer.c_str()).arg(shown.size()).arg(all.size())));
            }
        };
        compare(weights, "Weight Norm", {}, {});
        compare(gradients, "Weight Gradient Norm", {}, {kChange}); // the change is noticed at the end of the step
        if (reportsSteps)
            compare(updates, "Weight Update Norm", {1}, {kChange, kChange + 1}); // the first seen step has no predecessor
        QCOMPARE(noticesOf(run).filter(notice).size(), 1);
    }

    void aLayerThatIsUnfrozenIsWatchedFromThenOn()
    {
        nn::Sequential net = plain();
        const std::string file = path("unfrozen.lbrun");
        const auto freeze = [&](bool isFrozen) {
            for (at::Tensor &parameter : net->ptr(0)->parameters())
                parameter.requires_grad_(!isFrozen);
        };
        freeze(true);
        {
            Inspector inspector({lens::ParameterGradientGeometry()}, RunRecorder(file));
            inspector.attach(*net, "net");
            for (int step = 0; step < 6; ++step) {
                freeze(step < 3);
                net->zero_grad();
                net->forward(at::randn({16, 4})).square().mean().backward();
                inspector.stepped();
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        QCOMPARE(noticesOf(run), QStringList());
        for (const record::LayerInfo &layer : run.info().layers)
            for (const record::ParameterInfo &parameter : layer.parameters)
                QVERIFY(parameter.requiresGrad);
        QCOMPARE(valuesOf(run).at("Weight Gradient Norm/net.0/mean").size(), std::size_t{2}); // all except the step in which it was noticed
    }

    /// Alternating requires_grad, as with two optimizers that alternate, is no change of the model.
    void layersAreFrozenInTurns()
    {
        nn::Sequential net = plain();
        torch::optim::SGD optimizer(net->parameters(), 0.1);
        const std::string file = path("turns.lbrun");
        std::map<int, std::vector<double>> expected;
        {
            Inspector inspector({lens::ParameterUpdateGeometry(), lens::ParameterGradientGeometry()}, RunRecorder(file));
            inspector.attach(*net);
            for (int step = 0; step < 8; ++step) {
                for (const int layer : {0, 2})
                    for (at::Tensor &parameter : net->ptr(static_cast<std::size_t>(layer))->parameters())
                        parameter.requires_grad_((layer == 0) == (step % 2 == 0));
                const int trained = step % 2 == 0 ? 0 : 2;
                const at::Tensor weight = net->ptr(static_cast<std::size_t>(trained))->parameters()[0];
                const at::Tensor before = weight.detach().clone();
                optimizer.zero_grad();
                net->forward(at::randn({16, 4})).square().mean().backward();
                optimizer.step();
                expected[trained].push_back((weight.detach() - before).norm().item<double>());
                inspector.stepped();
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        QCOMPARE(noticesOf(run), QStringList());
        const Values values = valuesOf(run);
        for (const auto &[layer, norms] : expected) {
            const std::string line = '/' + std::to_string(layer) + "/mean";
            QCOMPARE(values.at("Weight Gradient Norm" + line).size(), std::size_t{4});
            const std::vector<double> &shown = values.at("Weight Update Norm" + line);
            QCOMPARE(shown.size(), std::size_t{3}); // the first change has no predecessor
            for (std::size_t i = 0; i < shown.size(); ++i)
                QVERIFY(std::abs(shown[i] - norms[i + 1]) <= 1e-5 * norms[i + 1]);
            QCOMPARE(values.at("Weight Update Correlation" + line).size(), std::size_t{2});
        }
    }

    void oneModelAndTwoOptimizers()
    {
        nn::Sequential net = plain();
        torch::optim::SGD first(net->ptr(0)->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
        torch::optim::Adam second(net->ptr(2)->parameters(), torch::optim::AdamOptions(0.01));
        const std::string file = path("optimizers.lbrun");
        std::map<int, std::vector<double>> expected;
        {
            Inspector inspector({lens::ParameterUpdateGeometry()}, RunRecorder(file));
            inspector.attach(*net);
            for (int step = 0; step < 5; ++step) {
                std::map<int, at::Tensor> before;
                for (const int layer : {0, 2})
                    before[layer] = net->ptr(static_cast<std::size_t>(layer))->parameters()[0].detach().clone();
                first.zero_grad();
                second.zero_grad();
                net->forward(at::randn({16, 4})).square().mean().backward();
                first.step();
                QVERIFY(inspector.stepped(*net, first));
                second.step();
                QVERIFY(!inspector.stepped(*net, second));
                for (const int layer : {0, 2})
                    expected[layer].push_back((net->ptr(static_cast<std::size_t>(layer))->parameters()[0].detach() - before[layer]).norm().item<double>());
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        QCOMPARE(run.ticks(0, 5).back().step, 5);
        QCOMPARE(noticesOf(run), QStringList());
        const Values values = valuesOf(run);
        for (const auto &[layer, norms] : expected) {
            const std::vector<double> &shown = values.at("Weight Update Norm/" + std::to_string(layer) + "/mean");
            const std::size_t unseen = norms.size() - shown.size();
            QVERIFY(unseen <= 1); // the first change has no predecessor
            for (std::size_t i = 0; i < shown.size(); ++i)
                QVERIFY(std::abs(shown[i] - norms[i + unseen]) <= 1e-5 * norms[i + unseen]);
        }
    }

    /// Mixed precision: the optimizer updates copies; they are written back after its step.
    void anOptimizerOfCopies()
    {
        nn::Sequential net = plain();
        std::vector<at::Tensor> copies;
        for (const at::Tensor &parameter : net->parameters())
            copies.push_back(parameter.detach().to(at::kDouble));
        torch::optim::SGD optimizer(copies, 0.1);
        const std::string file = path("copies.lbrun");
        {
            Inspector inspector({lens::ParameterUpdateGeometry()}, RunRecorder(file));
            inspector.attach(*net);
            for (int step = 0; step < 4; ++step) {
                net->zero_grad();
                net->forward(at::randn({16, 4})).square().mean().backward();
                const at::NoGradGuard noGradients;
                for (std::size_t i = 0; i < copies.size(); ++i)
                    copies[i].mutable_grad() = net->parameters()[i].grad().to(at::kDouble);
                optimizer.step();
                for (std::size_t i = 0; i < copies.size(); ++i)
                    net->parameters()[i].copy_(copies[i]);
                QVERIFY(inspector.stepped(*net, optimizer));
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        QCOMPARE(noticesOf(run).filter("The optimizer SGD has no parameter of the model").size(), 1);
        for (const double norm : valuesOf(run).at("Weight Update Norm/0/mean"))
            QVERIFY(norm > 0);
    }

    /// A lens of gradients that is switched on after a layer was frozen must not report it.
    void aGradientLensComesOnRightAfterALayerWasFrozen()
    {
        nn::Sequential net = plain();
        const std::string file = path("frozen.lbrun");
        {
            Inspector inspector({lens::ParameterGradientGeometry(R"({"enabled": false})"), lens::ParameterGradientActivation(R"({"enabled": false})")},
                                RunRecorder(file));
            inspector.attach(*net);
            const auto train = [&] {
                net->zero_grad();
                net->forward(at::randn({16, 4})).square().mean().backward();
                inspector.stepped();
                inspector.tick();
            };
            train();
            for (at::Tensor &parameter : net->ptr(0)->parameters())
                parameter.requires_grad_(false);
            inspector.setEnabled("ParameterGradientGeometry", true);
            inspector.setEnabled("ParameterGradientActivation", true);
            train();
            train();
        }
        const store::RunFile run(file);
        QCOMPARE(noticesOf(run).filter("requires a gradient"), QStringList());
        const Values values = valuesOf(run);
        for (const char *line : {"Weight Gradient Norm/%1/mean", "Weight Gradient Activation/%1/activation_rate"}) {
            QVERIFY(values.contains(QString(line).arg(2).toStdString()));
            QVERIFY(!values.contains(QString(line).arg(0).toStdString()));
        }
    }

    void ofOldTicksTheExtremesStayIfAllIsTooMuch()
    {
        const std::string file = path("kept.lbrun");
        constexpr int kTicks = 12'000, kKept = 500;
        {
            nn::Sequential net = plain();
            Inspector inspector({lens::LossMetrics()}, RunRecorder(file, "", kKept));
            inspector.attach(*net);
            for (int tick = 0; tick < kTicks; ++tick) {
                inspector.pushLoss(tick == 3000 ? 1e6 : tick, Phase::Train);
                inspector.tick();
            }
        }
        const auto losses = valuesOf(store::RunFile(file)).at("Loss/Loss/train_loss mean");
        QVERIFY(losses.size() < kTicks / 2);
        QCOMPARE(*std::ranges::max_element(losses), 1e6);
        QVERIFY(std::ranges::equal(losses | std::views::drop(losses.size() - kKept), std::views::iota(kTicks - kKept, kTicks)));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, RunRecorder(path("none.lbrun"), "", -1));
        QVERIFY(!std::filesystem::exists(path("none.lbrun")));
    }

    void aModelThatCannotBeListedIsWatchedAsItWas()
    {
        nn::Sequential net = plain();
        const std::string file = path("unlisted.lbrun");
        bool fails = false;
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(file));
            inspector.attach(std::make_unique<Unlisted>(*net, fails));
            inspector.tick();
            test::replaceParameter(*net->ptr(0), "weight");
            fails = true;
            QVERIFY_EXCEPTION_THROWN(inspector.stepped(), std::runtime_error);
            inspector.tick();
            fails = false;
            inspector.stepped();
            inspector.tick();
        }
        QCOMPARE(valuesOf(store::RunFile(file)).at("Weight Norm/0/mean").size(), std::size_t{3});
    }

    /// Activations are found in the first step. Only afterwards can the lens report that there are none.
    void aLensThatFindsNoLayerIsToldOfWhichModel()
    {
        nn::Sequential with = plain(), without;
        without->push_back(nn::Linear(4, 2));
        const std::string file = path("layers.lbrun");
        {
            Inspector inspector({lens::OutputActivation()}, RunRecorder(file));
            inspector.attach(*with, "with");
            inspector.attach(*without, "without");
            for (int step = 0; step < 4; ++step) {
                with->forward(at::randn({16, 4})).mean().backward();
                without->forward(at::randn({16, 4})).mean().backward();
                inspector.stepped();
                inspector.tick();
            }
        }
        QCOMPARE(noticesOf(store::RunFile(file)).filter("finds no layer"),
                 QStringList{"without: OutputActivation finds no layer to watch in this model; see its settings, and inspector.depth."});
    }

    void aLossModuleIsNamedAsItIsShown()
    {
        nn::Sequential generator = plain();
        auto critic = std::make_shared<Critic>();
        const std::string file = path("loss.lbrun");
        double expected = 0;
        {
            Inspector inspector({lens::LossMetrics(R"({"loss_module": "critic.distance"})"), lens::OutputMonitor(R"({"name": "lost", "module": "distance"})")},
                                RunRecorder(file));
            inspector.attach(*generator, "generator");
            inspector.attach(*critic, "critic");
            for (int step = 0; step < 3; ++step) {
                expected = critic->distance->forward(at::randn({4}), at::randn({4})).item<double>();
                inspector.pushLoss(1000); // not a requested value
                inspector.pushMetric("radius", step);
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        const Values values = valuesOf(run);
        QCOMPARE(values.at("Loss/Loss/train_loss mean").size(), std::size_t{3});
        QCOMPARE(values.at("Loss/Loss/train_loss mean").back(), expected);
        QCOMPARE(values.at("Metrics/Metrics/radius mean"), (std::vector<double>{0, 1, 2}));
        QCOMPARE(noticesOf(run), QStringList{"\"lost\" watches nothing: no model here has the layers or attributes in its settings."});
    }

    void aLossThatIsNoNumberIsReported()
    {
        auto critic = std::make_shared<Critic>();
        critic->distance->options.reduction(torch::kNone);
        const std::string file = path("several.lbrun");
        {
            Inspector inspector({lens::LossMetrics(R"({"loss_module": "distance"})")}, RunRecorder(file));
            inspector.attach(*critic);
            for (int step = 0; step < 3; ++step) {
                (void)critic->distance->forward(at::randn({4}), at::randn({4}));
                inspector.tick();
            }
        }
        const store::RunFile run(file);
        QVERIFY(!valuesOf(run).contains("Loss/Loss/train_loss mean"));
        QCOMPARE(noticesOf(run).filter("puts out something else than one number").size(), 1);
    }

    void everyWeightOfARecurrentLayerIsWatched()
    {
        Reader reader;
        std::map<std::string, double> norms;
        {
            Inspector inspector({lens::ParameterNorm(), lens::ParameterGradientGeometry(), lens::ParameterUpdateGeometry(R"({"parameters": ["weight_hh*"]})")},
                                RunRecorder(path("recurrent.lbrun")));
            inspector.attach(reader);
            for (int step = 0; step < 2; ++step) {
                reader.forward(at::randn({5, 3, 4})).square().mean().backward();
                inspector.stepped();
                inspector.tick();
            }
            for (const auto &parameter : reader.named_parameters()) {
                norms["Norm/" + parameter.key()] = parameter.value().norm().item<double>();
                norms["Gradient Norm/" + parameter.key()] = parameter.value().grad().norm().item<double>();
            }
        }
        const Values values = valuesOf(store::RunFile(path("recurrent.lbrun")));
        QVERIFY(norms.size() == 2 * (2 * 4 + 2));
        for (const auto &[name, norm] : norms) {
            const bool isBias = name.find("bias") != std::string::npos, isOfHead = name.find("head.") != std::string::npos;
            const std::string line = isOfHead ? name.substr(0, name.rfind('.')) : name;
            const auto measured = values.find((isBias ? "Bias " : "Weight ") + line + "/mean");
            QVERIFY2(measured != values.end(), name.c_str());
            QVERIFY2(std::abs(measured->second.back() - norm) < 1e-5 * norm, name.c_str());
        }
        QVERIFY(values.contains("Weight_hh Update Norm/lstm.weight_hh_l1/mean"));
        QVERIFY(!values.contains("Weight_hh Update Norm/lstm.weight_ih_l1/mean"));
    }

    void monitorsAndRecordersNameLayersAsTheyAreShown()
    {
        nn::Sequential generator(nn::Linear(2, 6), nn::Tanh(), nn::Linear(6, 3)), discriminator(nn::Linear(3, 6), nn::ReLU(), nn::Linear(6, 1));
        {
            Inspector inspector({lens::OutputMonitor(R"({"name": "faked", "module": "generator.2"})"),
                                 lens::ForwardOutput(R"({"name": "judged", "layers": ["discriminator.0", "discriminator.2"]})"),
                                 lens::ForwardOutput(R"({"name": "by patterns", "layers": ["*.0", "d*.2", "*r.2"]})"),
                                 lens::StateMonitor(R"({"module": "discriminator.0", "attribute": "weight"})")},
                                RunRecorder(path("watched.lbrun")));
            inspector.attach(*generator, "generator");
            inspector.attach(*discriminator, "discriminator");
            for (int i = 0; i < 4; ++i) {
                discriminator->forward(generator->forward(at::randn({8, 2}))).mean().backward();
                inspector.stepped();
                inspector.tick();
            }
        }
        const store::RunFile file(path("watched.lbrun"));
        store::RunCursor cursor;
        const store::RunChanges all = file.since(cursor);
        std::map<std::string, std::size_t> tensors; // by layer
        for (std::uint32_t series = 0; series < all.series.size(); ++series)
            if (all.series[series].role == record::SeriesRole::Tensor)
                tensors[all.series[series].layer] += file.tensorPlaces(series).size();
        QCOMPARE(tensors, (std::map<std::string, std::size_t>{{"discriminator.0", 8}, {"discriminator.2", 8}, {"generator.0", 4}, {"generator.2", 8}}));
        QVERIFY(valuesOf(file).contains("faked/faked/mean"));
        QVERIFY(std::any_of(all.events.begin(), all.events.end(), [](const auto &event) { // recording a state requires to see the start of the forward
            return event.text.find("discriminator.0.weight\" watches nothing") != std::string::npos && event.text.find("Tapped<>") != std::string::npos;
        }));
    }

    void twoModelsAndTwoOptimizers()
    {
        nn::Sequential generator(nn::Linear(2, 6), nn::Tanh(), nn::Linear(6, 3)), discriminator(nn::Linear(3, 6), nn::ReLU(), nn::Linear(6, 1));
        torch::optim::SGD ofGenerator(generator->parameters(), 0.01), ofDiscriminator(discriminator->parameters(), 0.01);
        {
            Inspector inspector({lens::LossMetrics(), lens::ParameterUpdateGeometry(), lens::OutputNorm(R"({"include": ["Linear"]})")}, RunRecorder(path("gan.lbrun")));
            inspector.attach(*generator, "generator");
            inspector.attach(*discriminator, "discriminator");
            QVERIFY_EXCEPTION_THROWN(inspector.attach(*generator, "again"), std::invalid_argument);
            for (int step = 0; step < 6; ++step) {
                ofDiscriminator.zero_grad();
                at::Tensor loss = discriminator->forward(generator->forward(at::randn({8, 2})).detach()).mean() - discriminator->forward(at::randn({8, 3})).mean();
                loss.backward();
                ofDiscriminator.step();
                inspector.stepped(*discriminator);
                ofGenerator.zero_grad();
                loss = -discriminator->forward(generator->forward(at::randn({8, 2}))).mean();
                loss.backward();
                ofGenerator.step();
                inspector.stepped(*generator);
                inspector.pushLoss(loss);
                inspector.pushMetric("batch", step);
                inspector.addSamples(8);
                inspector.setEpoch(1 + step / 3);
                inspector.tick();
            }
        }
        const store::RunFile file(path("gan.lbrun"));
        const auto ticks = file.ticks(0, 6);
        QCOMPARE(ticks.size(), std::size_t{6});
        QCOMPARE(ticks.back().step, 6);
        QCOMPARE(ticks.back().samples, 48);
        QCOMPARE(ticks.back().epoch, 2);
        const Values values = valuesOf(file);
        QCOMPARE(values.at("Metrics/Metrics/batch mean").back(), 5.0);
        for (const char *name : {"Weight Update Norm/generator.0/mean", "Weight Update Norm/discriminator.2/mean", "Output Norm/generator.2/mean"})
            QVERIFY2(values.contains(name), qPrintable(QString::fromStdString(values.begin()->first)));
        for (const double norm : values.at("Weight Update Norm/generator.0/mean"))
            QVERIFY(norm > 0); // steps of the other optimizer do not belong to this model
    }

    void lensesGoOnAndOffAndNothingIsLeft()
    {
        nn::Sequential net = plain();
        auto inspector = std::make_unique<Inspector>(kAll, RunRecorder(path("switched.lbrun")));
        inspector->attach(*net);
        QVERIFY(inspector->hookCount() > 0);
        for (const LensChoice &lens : kAll)
            inspector->setEnabled(lens.kind, false);
        QCOMPARE(inspector->hookCount(), std::size_t{0});
        QVERIFY_EXCEPTION_THROWN(inspector->setEnabled("Nothing", true), std::invalid_argument);
        inspector->setEnabled("ParameterNorm", true);
        inspector->tick();
        inspector->detach(*net);
        QVERIFY_EXCEPTION_THROWN(inspector->detach(*net), std::invalid_argument);
        inspector->tick(); // an empty tick
        inspector.reset();
        net = nullptr; // an unwatched model may be destroyed
        QVERIFY(valuesOf(store::RunFile(path("switched.lbrun"))).contains("Weight Norm/0/mean"));
    }

    /// Used by plug-ins: after a monitor's module is set to another model's, it watches that model.
    void aMonitorMovesToAnotherModel()
    {
        const auto run = std::make_shared<store::RunStore>();
        store::StoreVisualizer out(run);
        const auto of = [](const char *model) {
            return experiment::lensChoice({{"kind", "OutputMonitor"}, {"name", "seen"}, {"module", model}, {"tensors", false}});
        };
        nn::Sequential generator = plain(), critic = plain();
        const auto putsOut = [](nn::Sequential &net, double value) {
            const at::NoGradGuard noGradients;
            net->ptr(0)->named_parameters()["weight"].zero_();
            net->ptr(0)->named_parameters()["bias"].fill_(value);
        };
        putsOut(generator, 1);
        putsOut(critic, 2);
        WatchedModels models({of("critic.0")}, {}, out, [](const auto &) {}, {});
        models.attach(std::make_unique<hook::OperatorTaps>(*generator), "generator");
        models.attach(std::make_unique<hook::OperatorTaps>(*critic), "critic");
        std::int64_t ticks = 0;
        const auto tick = [&] {
            critic->forward(generator->forward(at::randn({3, 4})).repeat({1, 2}));
            models.stepped(nullptr);
            ++ticks;
            models.tick({ticks, 1, ticks, ticks, 0});
        };
        const auto seen = [&] { return valuesOf(*run).at("seen/seen/mean"); };
        tick();
        QCOMPARE(seen(), std::vector<double>{2});
        models.watch(of("generator.0"));
        tick();
        QCOMPARE(seen(), (std::vector<double>{2, 1}));
        models.watch(test::lensChoice("ParameterNorm"));
        tick();
        QVERIFY(valuesOf(*run).contains("Weight Norm/critic.0/mean"));
    }

    /// Values of no particular model are shown with the earliest attached of the models still attached.
    void lossesGoOnWhereTheFirstModelGoes()
    {
        nn::Sequential generator = plain(), critic = plain();
        const std::string file = path("gone.lbrun");
        {
            Inspector inspector({lens::LossMetrics()}, RunRecorder(file));
            inspector.attach(*generator, "generator");
            inspector.attach(*critic, "critic");
            const auto tick = [&](double value) {
                inspector.pushLoss(value);
                inspector.pushMetric("radius", value);
                inspector.tick();
            };
            tick(1);
            inspector.detach(*generator);
            tick(2);
            inspector.attach(*generator, "generator");
            tick(3);
            inspector.detach(*critic);
            tick(4);
        }
        const Values values = valuesOf(store::RunFile(file));
        QCOMPARE(values.at("Loss/Loss/train_loss mean"), (std::vector<double>{1, 2, 3, 4}));
        QCOMPARE(values.at("Metrics/Metrics/radius mean"), (std::vector<double>{1, 2, 3, 4}));
    }

    /// A monitor without a module watches the unnamed model; if all models have names, the first attached one.
    void aMonitorOfTheModelWatchesTheFirst()
    {
        nn::Linear first(4, 2), second(4, 2), unnamed(4, 2);
        const std::string file = path("model.lbrun");
        {
            Inspector inspector({lens::OutputMonitor(R"({"name": "made", "tensors": false})")}, RunRecorder(file));
            const auto putOut = [&](nn::Linear &net, double value) {
                const at::NoGradGuard noGradients;
                net->weight.zero_();
                net->bias.fill_(value);
            };
            putOut(first, 1);
            putOut(second, 2);
            putOut(unnamed, 3);
            const auto tick = [&] {
                for (nn::Linear *net : {&first, &second, &unnamed})
                    (*net)->forward(at::randn({3, 4}));
                inspector.tick();
            };
            inspector.attach(*first, "first");
            inspector.attach(*second, "second");
            tick();
            inspector.detach(*first);
            tick();
            inspector.attach(*unnamed);
            tick();
            inspector.detach(*unnamed);
            tick();
        }
        const store::RunFile run(file);
        QCOMPARE(valuesOf(run).at("made/made/mean"), (std::vector<double>{1, 2, 3, 2}));
        QCOMPARE(noticesOf(run), QStringList());
    }

    void whatIsWrongIsReported()
    {
        QVERIFY_EXCEPTION_THROWN(Inspector({{"LossMetric", "{}"}}, RunRecorder(path("wrong.lbrun"))), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Inspector({lens::OutputNorm(R"({"log_scal": true})")}, RunRecorder(path("wrong.lbrun"))), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(RunRecorder("/proc/none/r.lbrun"), std::runtime_error);
        const LensChoice namedLikeAPlot = lens::OutputMonitor(R"({"name": "Weight Norm"})");
        QVERIFY_EXCEPTION_THROWN(Inspector({namedLikeAPlot, lens::ParameterNorm()}, RunRecorder(path("wrong.lbrun"))), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Inspector({lens::ParameterNorm(), lens::ParameterNorm()}, RunRecorder(path("wrong.lbrun"))), std::invalid_argument);
    }

    void whatCannotBeIsRefusedAndLeavesNoRun()
    {
        const std::string file = path("refused.lbrun");
        RunRecorder recorder(file);
        RunRecorder taken(std::move(recorder));
        QCOMPARE(recorder.path(), std::filesystem::path());
        QCOMPARE(recorder.progress().ticks, 0);
        QVERIFY_EXCEPTION_THROWN(Inspector({}, std::move(recorder)), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Inspector({}, std::move(taken), {.activeEvery = 0}), std::invalid_argument);
        QVERIFY(!std::filesystem::exists(file));
        QVERIFY_EXCEPTION_THROWN(Inspector({}, RunRecorder(file), {.activeEvery = -3}), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Inspector({}, RunRecorder(file), {.depth = -2}), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Inspector({lens::OutputNorm(R"({"log_scal": true})")}, RunRecorder(file)), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Inspector({lens::ParameterNorm(), lens::ParameterNorm()}, RunRecorder(file)), std::invalid_argument);
        QVERIFY(!std::filesystem::exists(file));
        Inspector inspector({lens::LossMetrics()}, RunRecorder(file));
        QCOMPARE(inspector.path(), std::filesystem::path(file));
        for (const at::Tensor &loss : {at::Tensor(), at::zeros({3}), at::zeros({0})})
            QVERIFY_EXCEPTION_THROWN(inspector.pushLoss(loss), std::invalid_argument);
        inspector.pushLoss(at::full({1, 1}, 0.5));
    }

    /// Uses a loss on the meta device: it cannot be read, so pushing must not read it.
    void aLossOnADeviceIsReadWhenTheTickEnds()
    {
        nn::Sequential net = plain();
        Inspector inspector({lens::LossMetrics()}, RunRecorder(path("device.lbrun")));
        inspector.attach(*net);
        inspector.pushLoss(at::full({}, 0.5));
        inspector.pushLoss(at::empty({}, at::kMeta));
        QVERIFY_EXCEPTION_THROWN(inspector.tick(), std::exception);
        inspector.pushLoss(at::full({}, 1.5));
        inspector.tick();
        inspector.recorder().flush();
        QCOMPARE(valuesOf(store::RunFile(inspector.path())).at("Loss/Loss/train_loss mean"), std::vector<double>{1.0});
    }

    void whatIsPushedBeforeAModelIsAttachedIsReported()
    {
        nn::Sequential net = plain();
        Inspector inspector({lens::LossMetrics()}, RunRecorder(path("nothing.lbrun")));
        inspector.tick();
        for (int step = 0; step < 3; ++step) {
            inspector.pushLoss(0.5);
            inspector.tick();
        }
        inspector.attach(*net);
        inspector.pushLoss(0.25);
        inspector.tick();
        inspector.recorder().flush();
        const store::RunFile run(inspector.path());
        QCOMPARE(noticesOf(run).filter("no model is attached").size(), 1);
        QCOMPARE(valuesOf(run).at("Loss/Loss/train_loss mean"), std::vector<double>{0.25});
    }

    void aLoopThatNeverTicksKeepsOneTick_data()
    {
        QTest::addColumn<bool>("isClosed");
        QTest::newRow("destroyed") << false;
        QTest::newRow("closed") << true;
    }

    void aLoopThatNeverTicksKeepsOneTick()
    {
        QFETCH(bool, isClosed);
        nn::Sequential net = plain();
        const std::string file = path(isClosed ? "unticked-closed.lbrun" : "unticked.lbrun");
        std::vector<double> losses;
        const Stderr said;
        {
            Inspector inspector({lens::LossMetrics(), lens::ParameterNorm()}, RunRecorder(file));
            inspector.attach(*net);
            losses = train(*net, 3, [&](const at::Tensor &loss) {
                inspector.pushLoss(loss);
                inspector.stepped();
            });
            if (isClosed)
                inspector.recorder().close();
        }
        QCOMPARE(said.written().count("tick() was never called"), 1);
        const store::RunFile run(file);
        QCOMPARE(run.info().status, record::RunStatus::Finished);
        QCOMPARE(noticesOf(run).filter("tick() was never called").size(), 1);
        const auto ticks = run.ticks(0, 10);
        QCOMPARE(ticks.size(), std::size_t{1});
        QCOMPARE(ticks[0].step, std::int64_t{3});
        const Values values = valuesOf(run);
        QVERIFY(std::fabs(values.at("Loss/Loss/train_loss mean")[0] - (losses[0] + losses[1] + losses[2]) / 3) < 1e-12);
        QVERIFY(values.contains("Weight Norm/0/mean"));
    }

    /// The last tick holds the steps after the previous one. Without such steps there is no further tick.
    void whatIsPendingAtTheEndIsTheLastTick()
    {
        nn::Sequential net = plain();
        for (const int steps : {4, 5}) {
            const std::string file = path(steps == 4 ? "even.lbrun" : "odd.lbrun");
            const Stderr said;
            {
                Inspector inspector({lens::LossMetrics()}, RunRecorder(file));
                inspector.attach(*net);
                int step = 0;
                train(*net, steps, [&](const at::Tensor &loss) {
                    inspector.pushLoss(loss);
                    inspector.stepped();
                    if (++step % 2 == 0)
                        inspector.tick();
                });
            }
            QCOMPARE(said.written(), QByteArray());
            const auto ticks = store::RunFile(file).ticks(0, 10);
            QCOMPARE(static_cast<int>(ticks.size()), (steps + 1) / 2);
            QCOMPARE(ticks.back().step, std::int64_t{steps});
        }
    }

    void aTrainingOfWhichNothingIsSeenIsReported()
    {
        nn::Sequential net = plain();
        const Stderr said;
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(path("unseen.lbrun")));
            inspector.attach(*net);
            train(*net, 3, [](const at::Tensor &) {});
        }
        QCOMPARE(said.written().count("unseen.lbrun: nothing was recorded"), 1);
        Inspector({lens::ParameterNorm()}, RunRecorder(path("unused.lbrun")));
        QVERIFY(!said.written().contains("unused.lbrun"));
    }

    /// LibTorch lets no exception out of a plain module's operators, so the next call throws it.
    void anErrorOfAMonitorComesOutOfTheForwardOrOfTheNextCall()
    {
        const auto failing = [] {
            return std::make_shared<monitor::OutputMonitor>(std::make_unique<reducer::PassthroughReducer>(reducer::History()), monitor::Gate(), nullptr,
                                                            [](const at::Tensor &) -> monitor::Observed { throw std::domain_error("cannot be mapped"); });
        };
        nn::Sequential tapped(std::make_shared<hook::Tapped<nn::LinearImpl>>(3, 4)), operators(nn::Linear(3, 4));
        const Stderr said;
        {
            Inspector inspector({lens::LossMetrics()}, RunRecorder(path("failing.lbrun")));
            inspector.attach(*tapped, "tapped");
            inspector.attach(*operators, "operators");
            inspector.add(failing(), "tapped.0");
            inspector.add(failing(), "operators.0");
            QVERIFY_EXCEPTION_THROWN(tapped->forward(at::ones({2, 3})), std::domain_error);
            const at::Tensor loss = operators->forward(at::ones({2, 3})).mean();
            QVERIFY_EXCEPTION_THROWN(inspector.pushLoss(loss), std::domain_error);
            operators->forward(at::ones({2, 3}));
            QVERIFY_EXCEPTION_THROWN(inspector.stepped(), std::domain_error);
            operators->forward(at::ones({2, 3}));
            QVERIFY_EXCEPTION_THROWN(inspector.tick(), std::domain_error);
            inspector.tick();
            QCOMPARE(said.written(), QByteArray());
            operators->forward(at::ones({2, 3}));
        }
        QVERIFY2(said.written().count("cannot be mapped") == 1, said.written().constData());
    }

    void aFullDiskIsReportedAndCaughtUpWith()
    {
        nn::Sequential net = plain();
        Inspector inspector(kAll, RunRecorder(path("full.lbrun")));
        inspector.attach(*net);
        const auto trainOn = [&] {
            train(*net, 50, [&](const at::Tensor &loss) {
                inspector.pushLoss(loss);
                inspector.stepped();
                inspector.tick();
            });
        };
        trainOn();
        inspector.recorder().flush();
        {
            const test::DiskSpace none(4096);
            const Stderr said;
            trainOn();
            QString told;
            try {
                inspector.recorder().flush(std::chrono::milliseconds(100));
            } catch (const std::runtime_error &error) {
                told = error.what();
            }
            QVERIFY2(told.contains("full.lbrun: ") && told.contains("; 50 of 100 ticks are in the file"), qPrintable(told));
            QTRY_VERIFY(!inspector.recorder().progress().problem.empty());
            QTRY_COMPARE(said.written().count("full.lbrun: "), 1);
            QVERIFY2(said.written().startsWith("lensboard: "), said.written().constData());
        }
        inspector.recorder().flush(std::chrono::minutes(2));
        const RunRecorder::Progress status = inspector.recorder().progress();
        QCOMPARE(status.ticks, 100);
        QCOMPARE(status.written, 100);
        QCOMPARE(status.problem, std::string());
        trainOn();
        inspector.recorder().close();
        const store::RunFile run(inspector.path());
        QCOMPARE(run.info().status, record::RunStatus::Finished);
        QCOMPARE(run.frameCount(), std::size_t{150});
        trainOn(); // not recorded: the recorder is closed
        inspector.detach(*net);
        QCOMPARE(store::RunFile(inspector.path()).frameCount(), std::size_t{150});
    }

    void whatCannotBeWrittenAtTheEndIsReported()
    {
        nn::Sequential net = plain();
        Inspector inspector({lens::LossMetrics()}, RunRecorder(path("end.lbrun")));
        inspector.attach(*net);
        inspector.recorder().flush();
        const test::DiskSpace none(4096);
        inspector.pushLoss(0.5);
        inspector.tick();
        QVERIFY_EXCEPTION_THROWN(inspector.recorder().close(), std::runtime_error);
    }

    void aFileThatIsDeletedMeanwhileIsReported()
    {
        nn::Sequential net = plain();
        Inspector inspector({lens::LossMetrics()}, RunRecorder(path("deleted.lbrun")));
        inspector.attach(*net);
        const auto tick = [&] {
            inspector.pushLoss(0.5);
            inspector.tick();
        };
        tick();
        inspector.recorder().flush();
        std::filesystem::remove(inspector.path());
        tick();
        QTRY_VERIFY(!inspector.recorder().progress().problem.empty());
        const QString problem = QString::fromStdString(inspector.recorder().progress().problem);
        QVERIFY2(problem.contains("was moved or deleted during the recording"), qPrintable(problem));
    }

    /// The run belongs to the parent. A child that continues training does not touch it.
    void aForkedChildRecordsNothing()
    {
        constexpr int kTicks = 300;
        const std::string file = path("forked.lbrun");
        nn::Sequential net = plain();
        auto inspector = std::make_unique<Inspector>(std::vector<LensChoice>{lens::LossMetrics(), lens::ParameterNorm()}, RunRecorder(file));
        inspector->attach(*net);
        const auto tickOn = [&](double loss) {
            for (int tick = 0; tick < kTicks; ++tick) {
                inspector->pushLoss(loss);
                inspector->stepped();
                inspector->tick();
            }
        };
        tickOn(1);
        const pid_t child = ::fork(); // forks while the writer thread may hold any lock
        if (child == 0) {
            ::alarm(test::kPatienceMs / 1000);
            tickOn(2);
            inspector->setEnabled("ParameterNorm", false);
            inspector->recorder().flush();
            inspector->saveState(path("forked.pt"));
            const bool mayGoOn = !inspector->isStopRequested();
            inspector->recorder().close();
            inspector.reset();
            ::_exit(mayGoOn ? 0 : 1);
        }
        tickOn(3);
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        inspector.reset();
        const store::RunFile run(file);
        QCOMPARE(run.info().status, record::RunStatus::Finished);
        std::vector<double> losses(kTicks, 1.0);
        losses.resize(2 * kTicks, 3.0);
        QCOMPARE(valuesOf(run).at("Loss/Loss/train_loss mean"), losses);
        QVERIFY(!std::filesystem::exists(path("forked.pt")));
    }

    void runsAreNeverOverwritten()
    {
        for (int i = 0; i < 3; ++i)
            Inspector({lens::LossMetrics()}, RunRecorder(path("again.lbrun")));
        QCOMPARE(RunRecorder(path("again.lbrun")).path().filename().string(), std::string("again-4.lbrun"));
        QCOMPARE(RunRecorder(path("sgd_0.5")).path().filename().string(), std::string("sgd_0.5"));
        QCOMPARE(RunRecorder(path("sgd_0.5")).path().filename().string(), std::string("sgd_0.5-2"));
        QCOMPARE(store::RunFile(path("again-3.lbrun")).info().status, record::RunStatus::Finished);
    }

    void hyperparametersAreFieldsOfTheRunsSummary()
    {
        {
            RunRecorder recorder(path("tuned.lbrun"));
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, recorder.setHyperparameters("0.1"));
            recorder.setHyperparameters(R"({"seed": 1})");
            recorder.setHyperparameters(R"({"lr": 0.1, "model": {"width": 8}})");
        }
        auto fields = runs::summarise(path("tuned.lbrun")).fields;
        std::erase_if(fields, [](const auto &field) { return !field.first.starts_with("hparams."); });
        const std::vector<std::pair<std::string, experiment::Json>> expected{{"hparams.lr", 0.1}, {"hparams.model.width", 8}};
        QCOMPARE(fields, expected);
    }

    void aLoopThatThrowsFails()
    {
        nn::Sequential net = plain();
        try {
            Inspector inspector({lens::LossMetrics()}, RunRecorder(path("thrown.lbrun")));
            inspector.attach(*net);
            inspector.pushLoss(1.5);
            inspector.tick();
            throw std::runtime_error("out of luck");
        } catch (const std::runtime_error &) {
        }
        const store::RunFile file(path("thrown.lbrun"));
        QCOMPARE(file.info().status, record::RunStatus::Failed);
        QCOMPARE(valuesOf(file).at("Loss/Loss/train_loss mean").at(0), 1.5);
    }

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(OwnLoopTest)
#include "tst_own_loop.moc"
