// Moments of LibTorch's optimizers; tests/python/test_adam_moments.py compares the moments in Python with the recursions of the papers.

#include "core/loop/loop_inspector.h"
#include "core/store/file/run_file.h"
#include "tests/support/made_run.h"

#include <ATen/ops/randn.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace lensboard;
namespace nn = torch::nn;
namespace optim = torch::optim;

namespace {

constexpr int kSteps = 6;

using Values = std::map<std::string, std::vector<double>>; ///< by tag and label
using Make = std::function<std::unique_ptr<optim::Optimizer>(std::vector<at::Tensor>)>;

template <typename Optimizer, typename Options>
Make maker(Options options)
{
    return [options](std::vector<at::Tensor> parameters) { return std::make_unique<Optimizer>(std::move(parameters), options); };
}

struct Kind
{
    const char *name;
    Make make;
    bool hasFirst = true, hasSecond = true;
};

const std::vector<Kind> kKinds = {
    {"Adam", maker<optim::Adam>(optim::AdamOptions(0.01).betas({0.9, 0.99}))},
    {"AMSGrad", maker<optim::Adam>(optim::AdamOptions(0.01).betas({0.9, 0.99}).amsgrad(true))},
    {"AdamW", maker<optim::AdamW>(optim::AdamWOptions(0.01).betas({0.9, 0.99}).weight_decay(0))},
    {"SGD", maker<optim::SGD>(optim::SGDOptions(0.05).momentum(0.9).dampening(0.1)), true, false},
    {"Nesterov", maker<optim::SGD>(optim::SGDOptions(0.05).momentum(0.9).nesterov(true)), true, false},
    {"RMSprop", maker<optim::RMSprop>(optim::RMSpropOptions(0.01).alpha(0.9).eps(1e-6)), false, true},
    {"centred", maker<optim::RMSprop>(optim::RMSpropOptions(0.01).alpha(0.9).eps(1e-6).centered(true).momentum(0.5)), true, true},
    {"Adagrad", maker<optim::Adagrad>(optim::AdagradOptions(0.05).lr_decay(0.1)), false, true},
};

double rootMeanSquare(const at::Tensor &tensor)
{
    return tensor.square().mean().sqrt().item<double>();
}

Values valuesOf(const std::filesystem::path &file)
{
    const store::RunFile run(file);
    const store::RunChanges all = test::whole(run);
    std::map<std::uint32_t, std::string> tags;
    for (const auto &[number, tag] : all.tags)
        tags[number] = tag.name;
    Values values;
    for (const record::Frame &frame : run.frames(0, all.lastFrame))
        for (const auto &[series, value] : frame.values)
            if (const record::SeriesSpec &spec = all.series.at(series); spec.label == "mean")
                values[tags.at(spec.tag) + '/' + spec.layer].push_back(value);
    return values;
}

bool areClose(const std::vector<double> &shown, const std::vector<double> &expected)
{
    return std::ranges::equal(shown, expected, [](double a, double b) { return std::abs(a - b) <= 1e-5 * std::abs(b); });
}

} // namespace

class AdamMomentsLensTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anUpdateIsTheChangeOfTheParameter_data()
    {
        QTest::addColumn<int>("kind");
        for (std::size_t i = 0; i < kKinds.size(); ++i)
            QTest::newRow(kKinds[i].name) << static_cast<int>(i);
    }

    void anUpdateIsTheChangeOfTheParameter()
    {
        QFETCH(int, kind);
        const auto &[name, make, hasFirst, hasSecond] = kKinds[static_cast<std::size_t>(kind)];
        nn::Sequential net = plain();
        const auto optimizer = make(net->parameters());
        std::vector<double> changes, gradients;
        const std::filesystem::path file = path(name);
        {
            Inspector inspector({lens::AdamMoments()}, RunRecorder(file));
            inspector.attach(*net);
            train(net, *optimizer, [&](const at::Tensor &weight, const at::Tensor &before) {
                inspector.stepped(*net, *optimizer);
                inspector.tick();
                changes.push_back(rootMeanSquare(weight.detach() - before));
                gradients.push_back(rootMeanSquare(weight.grad()));
            });
        }
        const Values values = valuesOf(file);
        QVERIFY(areClose(values.at("Weight Update RMS/0"), changes));
        QCOMPARE(values.contains("Weight First Moment/0"), hasFirst);
        QCOMPARE(values.contains("Weight Second Moment/0"), hasSecond);
        QCOMPARE(values.contains("Weight Gradient Ratio/2"), hasSecond);
        QCOMPARE(values.at("Weight Effective Step/2").size(), std::size_t{kSteps});
        if (QString(name) == "Adam") // corrected moments of a single gradient are that gradient
            for (const char *moment : {"Weight First Moment/0", "Weight Second Moment/0"})
                QVERIFY(std::abs(values.at(moment).front() - gradients.front()) <= 1e-6 * gradients.front());
    }

    void anUnknownOptimizerIsReported()
    {
        nn::Sequential net = plain();
        optim::SGD optimizer(net->parameters(), 0.1);
        const std::filesystem::path file = path("unknown");
        {
            Inspector inspector({lens::AdamMoments()}, RunRecorder(file));
            inspector.attach(*net);
            train(net, optimizer, [&](const at::Tensor &, const at::Tensor &) {
                inspector.stepped();
                inspector.stepped(*net, optimizer);
                inspector.tick();
            });
        }
        QStringList texts;
        for (const record::RunEvent &event : test::whole(store::RunFile(file)).events)
            texts << QString::fromStdString(event.text);
        QCOMPARE(texts, (QStringList{"The optimizer's moments are not measured: the optimizer is unknown. Pass it to attach(), or to stepped().",
                                     "The optimizer SGD keeps no moments that can be read, so they are not measured."}));
        QVERIFY(valuesOf(file).empty());
    }

private:
    static nn::Sequential plain()
    {
        torch::manual_seed(5);
        nn::Sequential net;
        net->push_back(nn::Linear(4, 8));
        net->push_back(nn::Tanh());
        net->push_back(nn::Linear(8, 2));
        net->to(at::kDouble); // a change of the parameter is exact
        return net;
    }

    /// Calls \p after with the first layer's weight, now and before the step.
    template <typename After>
    static void train(nn::Sequential &net, optim::Optimizer &optimizer, const After &after)
    {
        const at::Tensor weight = net->parameters().front();
        for (int step = 0; step < kSteps; ++step) {
            optimizer.zero_grad();
            net->forward(at::randn({16, 4}, at::kDouble)).square().mean().backward();
            const at::Tensor before = weight.detach().clone();
            optimizer.step();
            after(weight, before);
        }
    }

    std::filesystem::path path(const char *name) const { return m_folder.filePath(QString(name) + ".lbrun").toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(AdamMomentsLensTest)

#include "tst_adam_moments_lens.moc"
