#include "core/hook/model_tap.h"
#include "core/hook/operator_taps.h"
#include "core/hook/tapped.h"

#include <ATen/ops/mse_loss.h>
#include <ATen/ops/randn.h>
#include <torch/nn/functional/activation.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/nn/modules/pooling.h>
#include <torch/nn/modules/rnn.h>
#include <torch/optim/sgd.h>

#include <QTest>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <thread>

using namespace lensboard;
namespace nn = torch::nn;

namespace {

/// A typical custom model: functional activations, a parameter of its own, one layer that runs twice.
struct NetImpl : nn::Module
{
    NetImpl()
    {
        conv = register_module("conv", nn::Conv2d(nn::Conv2dOptions(1, 3, 3).padding(1)));
        norm = register_module("norm", nn::BatchNorm2d(3));
        fc1 = register_module("fc1", nn::Linear(3 * 16, 8));
        fc2 = register_module("fc2", nn::Linear(nn::LinearOptions(8, 8).bias(false)));
        scale = register_parameter("scale", at::randn({8}));
    }

    at::Tensor forward(const at::Tensor &input)
    {
        at::Tensor x = at::relu(norm(conv(input))).flatten(1);
        x = fc1(x).tanh_();
        x = fc2(fc2(x));
        return x * scale;
    }

    nn::Conv2d conv = nullptr;
    nn::BatchNorm2d norm = nullptr;
    nn::Linear fc1 = nullptr, fc2 = nullptr;
    at::Tensor scale;
};
TORCH_MODULE(Net);

/// Each layer's output and output gradient.
struct Seen
{
    explicit Seen(hook::ModelTap &tap)
    {
        for (hook::ModuleId id = 0; id < tap.modules().size(); ++id) {
            if (!tap.canWatchForward(id))
                continue;
            const std::string name = tap.modules()[id].name;
            hooks.push_back(tap.afterForward(id, [this, name](std::span<const Tensor> taken, const at::Tensor &output) {
                outputs[name].push_back(output.detach().clone());
                if (!taken.empty())
                    inputs[name].push_back(taken.front().detach().clone());
            }));
            hooks.push_back(tap.onOutputGradient(id, [this, name](const at::Tensor &gradient) { gradients[name].push_back(gradient.clone()); }));
        }
    }

    std::map<std::string, std::vector<at::Tensor>> outputs, inputs, gradients;
    std::vector<hook::Hook> hooks;
};

hook::ModuleId idOf(const hook::ModelTap &tap, const std::string &name)
{
    const auto found = std::ranges::find_if(tap.modules(), [&name](const auto &module) { return module.name == name; });
    return static_cast<hook::ModuleId>(found - tap.modules().begin());
}

std::map<std::string, std::string> typesOf(const hook::ModelTap &tap)
{
    std::map<std::string, std::string> types;
    for (const auto &module : tap.modules())
        types[module.name] = module.type;
    return types;
}

} // namespace

class OperatorTapsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void outputsAreThoseOfTheLayers()
    {
        Net net;
        const at::Tensor input = at::randn({2, 1, 4, 4});
        hook::OperatorTaps taps(net.ptr());
        (void)net->forward(input);
        QCOMPARE(taps.foundCount(), std::size_t{2}); // a relu and a tanh
        hook::ModelTap tap(taps.modules());
        const auto types = typesOf(tap);
        QCOMPARE(types.at("norm.relu"), std::string("ReLU"));
        QCOMPARE(types.at("fc1.tanh"), std::string("Tanh"));
        QCOMPARE(types.at("conv"), std::string("Conv2d"));

        Seen seen(tap);
        net->norm->eval(); // so that a second run gives the same result
        const at::Tensor result = net->forward(input);
        at::mse_loss(result, at::randn({2, 8})).backward();
        seen.hooks.clear();
        const auto &out = seen.outputs;
        QVERIFY(out.at("conv").at(0).equal(net->conv(input)));
        QVERIFY(out.at("norm").at(0).equal(net->norm(out.at("conv").at(0))));
        QVERIFY(out.at("norm.relu").at(0).equal(at::relu(out.at("norm").at(0))));
        QVERIFY(out.at("fc1.tanh").at(0).equal(out.at("fc1").at(0).tanh()));
        QCOMPARE(out.at("fc2").size(), std::size_t{2});
        QVERIFY(out.at("fc2").at(1).equal(net->fc2(out.at("fc2").at(0))));
        QVERIFY(seen.inputs.at("fc2").at(1).equal(out.at("fc2").at(0)));
        QVERIFY(out.at("").at(0).equal(result)); // made by the model's own parameter
        for (const auto &[name, outputs] : out) {
            QCOMPARE(seen.gradients.at(name).size(), outputs.size());
            QVERIFY2(seen.gradients.at(name).at(0).sizes() == outputs.at(0).sizes(), name.c_str());
        }
    }

    /// An untapped activation is named after the layer before it, tapped or not. A tapped activation has only its own name.
    void activationsAreNamedAfterTheLayerBefore_data()
    {
        using Model = std::shared_ptr<nn::SequentialImpl>;
        QTest::addColumn<Model>("net");
        QTest::addColumn<QStringList>("names");
        const nn::Linear plain(4, 4);
        const auto norm = std::make_shared<hook::Tapped<nn::BatchNorm1dImpl>>(4);
        const auto relu = std::make_shared<hook::Tapped<nn::ReLUImpl>>();
        QTest::newRow("plain") << nn::Sequential(plain, nn::BatchNorm1d(4), nn::ReLU()).ptr() << QStringList{"", "0", "1", "1.relu", "2"};
        QTest::newRow("tapped norm") << nn::Sequential(plain, norm, nn::ReLU()).ptr() << QStringList{"", "0", "1", "1.relu", "2"};
        QTest::newRow("tapped activation") << nn::Sequential(plain, nn::BatchNorm1d(4), relu).ptr() << QStringList{"", "0", "1", "2"};
        QTest::newRow("both tapped") << nn::Sequential(plain, norm, relu, nn::Tanh()).ptr() << QStringList{"", "0", "1", "2", "2.tanh", "3"};
    }

    void activationsAreNamedAfterTheLayerBefore()
    {
        QFETCH(std::shared_ptr<nn::SequentialImpl>, net);
        QFETCH(QStringList, names);
        hook::OperatorTaps taps(net);
        for (const bool isWatched : {false, true}) {
            hook::ModelTap tap(taps.modules());
            const auto seen = isWatched ? std::make_unique<Seen>(tap) : nullptr;
            const at::NoGradGuard noGradients;
            net->forward(at::randn({3, 4}));
            net->forward(at::randn({3, 4}));
            QStringList found;
            for (const hook::TappedModule &module : taps.modules())
                found << QString::fromStdString(module.name);
            QCOMPARE(found, names);
        }
    }

    /// For a module that cannot be watched, the error names the nearest place that can be.
    void errorsNameTheNearestPlace()
    {
        nn::Sequential net(nn::Linear(4, 4), nn::LeakyReLU(), nn::Flatten());
        hook::OperatorTaps taps(net.ptr());
        hook::ModelTap tap(taps.modules());
        for (const char *module : {"1", "2"})
            try {
                const hook::Hook hook = tap.afterForward(idOf(tap, module), [](auto, const at::Tensor &) {});
                QFAIL("no error");
            } catch (const std::invalid_argument &error) {
                QVERIFY2(QString(error.what()).contains("watch \"0.leaky_relu\""), error.what());
            }
        (void)net->forward(at::randn({2, 4}));
        hook::ModelTap found(taps.modules());
        QVERIFY(found.canWatchForward(idOf(found, "0.leaky_relu")));
    }

    void gradientsAreThoseThatExactTapsSee()
    {
        torch::manual_seed(3);
        auto exact = std::make_shared<hook::Tapped<nn::LinearImpl>>(4, 4);
        nn::Linear plain(4, 4);
        {
            const at::NoGradGuard noGradients;
            plain->weight.copy_(exact->weight);
            plain->bias.copy_(exact->bias);
        }
        const at::Tensor input = at::randn({3, 4});
        std::vector<at::Tensor> gradients[2];
        hook::ModelTap exactTap{std::shared_ptr<nn::Module>(exact)};
        const auto exactHook = exactTap.onOutputGradient(0, [&](const at::Tensor &g) { gradients[0].push_back(g.clone()); });
        at::relu(exact->forward(input)).square().sum().backward();
        hook::OperatorTaps taps(plain.ptr());
        hook::ModelTap plainTap(taps.modules());
        const auto plainHook = plainTap.onOutputGradient(0, [&](const at::Tensor &g) { gradients[1].push_back(g.clone()); });
        at::relu(plain(input)).square().sum().backward();
        QCOMPARE(gradients[1].size(), std::size_t{1});
        QVERIFY(gradients[0].at(0).equal(gradients[1].at(0)));
    }

    void layersOfAllKindsAreSeen()
    {
        const at::Tensor picture = at::randn({2, 3, 8, 8}), row = at::randn({2, 6}), words = at::zeros({2, 5}, at::kLong);
        const std::vector<std::pair<std::shared_ptr<nn::Module>, std::function<void()>>> layers = [&] {
            nn::Conv2d conv(3, 4, 3);
            nn::ConvTranspose2d transposed(3, 4, 3);
            nn::LayerNorm layerNorm(nn::LayerNormOptions({6}));
            nn::GroupNorm groupNorm(3, 3);
            nn::Embedding embedding(4, 6);
            nn::LSTM lstm(6, 7);
            nn::GRU gru(6, 7);
            nn::PReLU prelu;
            nn::Bilinear bilinear(6, 6, 2);
            return std::vector<std::pair<std::shared_ptr<nn::Module>, std::function<void()>>>{
                {conv.ptr(), [=]() mutable { conv(picture); }},
                {transposed.ptr(), [=]() mutable { transposed(picture); }},
                {layerNorm.ptr(), [=]() mutable { layerNorm(row); }},
                {groupNorm.ptr(), [=]() mutable { groupNorm(picture); }},
                {embedding.ptr(), [=]() mutable { embedding(words); }},
                {lstm.ptr(), [=]() mutable { lstm(at::randn({3, 2, 6})); }},
                {gru.ptr(), [=]() mutable { gru(at::randn({3, 2, 6})); }},
                {prelu.ptr(), [=]() mutable { prelu(row); }},
                {bilinear.ptr(), [=]() mutable { bilinear(row, row); }}};
        }();
        for (const auto &[module, run] : layers) {
            hook::OperatorTaps taps(module);
            hook::ModelTap tap(taps.modules());
            Seen seen(tap);
            run();
            QVERIFY2(seen.outputs[""].size() == 1, tap.modules()[0].type.c_str());
        }
    }

    void stepsPenaltiesAndBackwardPassesAreNoOutputs()
    {
        nn::Sequential net(nn::Linear(4, 4), nn::ReLU(), nn::Linear(4, 1));
        torch::optim::SGD optimizer(net->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9).weight_decay(0.1));
        hook::OperatorTaps taps(net.ptr());
        hook::ModelTap tap(taps.modules());
        Seen seen(tap);
        at::Tensor loss = net->forward(at::randn({3, 4})).square().mean();
        for (const at::Tensor &parameter : net->parameters())
            loss = loss + parameter.square().sum() * 0.01 + parameter.abs().sum();
        loss.backward();
        optimizer.step();
        QCOMPARE(seen.outputs.at("0").size(), std::size_t{1});
        QCOMPARE(seen.outputs.at("2").size(), std::size_t{1});
        {
            const at::NoGradGuard noGradients; // like a validation
            net->eval();
            net->forward(at::randn({3, 4}));
        }
        QCOMPARE(seen.outputs.at("0").size(), std::size_t{2});
    }

    void tiedWeightsAreToldApartByTheirOperator()
    {
        nn::Embedding embedding(5, 4);
        nn::Linear head(nn::LinearOptions(4, 5).bias(false));
        head->weight = embedding->weight;
        head->register_parameter("tied", embedding->weight);
        auto net = std::make_shared<nn::Module>();
        net->register_module("tokens", embedding);
        net->register_module("head", head);
        hook::OperatorTaps taps(net);
        hook::ModelTap tap(taps.modules());
        Seen seen(tap);
        head(embedding(at::zeros({2}, at::kLong)));
        QCOMPARE(seen.outputs.at("tokens").size(), std::size_t{1});
        QCOMPARE(seen.outputs.at("head").size(), std::size_t{1});
    }

    void whatOtherThreadsDoDoesNotMatter()
    {
        Net net, other;
        hook::OperatorTaps taps(net.ptr());
        hook::ModelTap tap(taps.modules());
        Seen seen(tap);
        std::thread beside([&other] {
            for (int i = 0; i < 50; ++i)
                at::mse_loss(other(at::randn({2, 1, 4, 4})), at::randn({2, 8})).backward();
        });
        for (int i = 0; i < 20; ++i)
            at::mse_loss(net(at::randn({2, 1, 4, 4})), at::randn({2, 8})).backward();
        beside.join();
        QCOMPARE(seen.outputs.at("conv").size(), std::size_t{20});
        QCOMPARE(seen.outputs.at("fc2").size(), std::size_t{40});
    }

    void aCallbackThatThrowsEndsNothing()
    {
        Net net;
        const at::Tensor input = at::randn({2, 1, 4, 4});
        hook::OperatorTaps taps(net.ptr());
        hook::ModelTap tap(taps.modules());
        {
            const auto throwing = tap.afterForward(idOf(tap, "conv"), [](auto, const auto &) { throw std::runtime_error("no more"); });
            (void)net(input);
        }
        QVERIFY_EXCEPTION_THROWN(taps.rethrow(), std::runtime_error);
        taps.rethrow(); // once
        Seen seen(tap);
        (void)net(input);
        QCOMPARE(seen.outputs.at("conv").size(), std::size_t{1});
    }

    void whatGoesInIsSeenBeforeItIsChanged()
    {
        Net net;
        const at::Tensor input = at::randn({2, 1, 4, 4});
        hook::OperatorTaps taps(net.ptr());
        (void)net(input);
        hook::ModelTap tap(taps.modules());
        at::Tensor before, put;
        const auto into = tap.beforeForward(idOf(tap, "fc1.tanh"), [&](std::span<const Tensor> taken) { before = taken.front().clone(); });
        const auto out = tap.afterForward(idOf(tap, "fc1"), [&](auto, const at::Tensor &output) { put = output.detach().clone(); });
        (void)net(input);
        QVERIFY(before.equal(put)); // tanh_ writes its output to the same memory
    }

    void gradientsOfInputsAreThoseOfAllWhoTakeThem()
    {
        Net net;
        hook::OperatorTaps taps(net.ptr());
        const at::Tensor input = at::randn({2, 1, 4, 4}).requires_grad_();
        (void)net(input);
        hook::ModelTap tap(taps.modules());
        std::map<std::string, at::Tensor> gradients;
        std::vector<hook::Hook> hooks;
        for (const char *layer : {"conv", "norm", "norm.relu", "fc1.tanh"})
            hooks.push_back(tap.onInputGradient(idOf(tap, layer), [&gradients, layer](const at::Tensor &gradient) { gradients[layer] = gradient.clone(); }));
        Seen seen(tap);
        at::mse_loss(net(input), at::randn({2, 8})).backward();
        QVERIFY(gradients.at("conv").equal(input.grad()));
        QVERIFY(gradients.at("norm").equal(seen.gradients.at("conv").at(0)));
        QVERIFY(gradients.at("norm.relu").equal(seen.gradients.at("norm").at(0)));
        QVERIFY(gradients.at("fc1.tanh").equal(seen.gradients.at("fc1").at(0)));
    }

    /// Casting moves parameters to new storage. The allocator may reuse the old addresses for other tensors.
    void aModelThatIsCastIsFollowed()
    {
        Net net;
        hook::OperatorTaps taps(net.ptr());
        (void)net(at::randn({2, 1, 4, 4}));
        QVERIFY(!taps.refresh());
        net->to(at::kDouble);
        hook::ModelTap tap(taps.modules());
        Seen strangers(tap);
        std::vector<at::Tensor> others;
        for (int i = 0; i < 1000; ++i) // with the sizes of the parameters
            others.push_back(at::relu(at::randn({8, 8}).matmul(at::randn({8}))));
        QVERIFY(strangers.outputs.empty());
        QVERIFY(taps.refresh());
        QVERIFY(!taps.refresh());
        Seen seen(tap);
        const at::Tensor input = at::randn({2, 1, 4, 4}, at::kDouble);
        net->norm->eval();
        (void)net(input);
        seen.hooks.clear();
        QVERIFY(seen.outputs.at("conv").at(0).equal(net->conv(input)));
        QCOMPARE(seen.outputs.at("fc1.tanh").size(), std::size_t{1});
    }

    void nothingIsLeftBehind()
    {
        Net net;
        const at::Tensor input = at::randn({2, 1, 4, 4});
        auto taps = std::make_unique<hook::OperatorTaps>(net.ptr());
        hook::ModelTap tap(taps->modules());
        auto seen = std::make_unique<Seen>(tap);
        QVERIFY(tap.hookCount() > 0);
        seen->hooks.clear();
        QCOMPARE(tap.hookCount(), std::size_t{0});
        const at::Tensor between = net(input);
        taps.reset();
        (void)net(input); // no callback any more
        QVERIFY(seen->outputs.empty());
        net->norm->eval();
        const at::Tensor before = net(input);
        hook::OperatorTaps again(net.ptr());
        QVERIFY(net(input).equal(before)); // watched or not
    }
};

QTEST_APPLESS_MAIN(OperatorTapsTest)
#include "tst_operator_taps.moc"
