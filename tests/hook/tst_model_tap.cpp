#include "core/hook/model_tap.h"
#include "core/model/sequential.h"

#include <ATen/ops/ones_like.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/nn/cloneable.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/loss.h>

#include <QTest>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

using namespace lensboard;
using hook::Hook;
namespace nn = torch::nn;

namespace {

/// root: body(fc1, relu), head
struct Net
{
    std::shared_ptr<model::Sequential> root = std::make_shared<model::Sequential>();
    std::shared_ptr<hook::Tapped<nn::LinearImpl>> fc1, head;

    explicit Net(bool inplace = false)
    {
        at::manual_seed(1);
        const auto body = root->add<model::SequentialImpl>("body");
        fc1 = body->add<nn::LinearImpl>("fc1", 3, 4);
        body->add<nn::ReLUImpl>("relu", nn::ReLUOptions(inplace));
        head = root->add<nn::LinearImpl>("head", 4, 2);
    }
};

/// A cloneable module that contains a tapped one.
class Block final : public nn::Cloneable<Block>
{
public:
    Block() { reset(); }
    void reset() override { fc = register_module("fc", std::make_shared<hook::Tapped<nn::LinearImpl>>(3, 4)); }
    at::Tensor forward(const at::Tensor &x) { return fc->forward(x); }

    std::shared_ptr<hook::Tapped<nn::LinearImpl>> fc;
};

/// A module that computes differently if both inputs are one tensor, as attention does.
class Comparing : public nn::Module
{
public:
    at::Tensor forward(const at::Tensor &x, const at::Tensor &y) { return x.is_same(y) ? x + y : x - y; }
};

/// A module that cannot be cloned, nor copied.
class Bare : public nn::Module
{
public:
    at::Tensor forward(const at::Tensor &x) { return x; }

private:
    std::unique_ptr<int> m_own;
};

enum Id : hook::ModuleId { Root, Body, Fc1, Relu, Head };

std::size_t nodeHooks(const at::Tensor &parameter)
{
    const auto node = torch::autograd::impl::try_get_grad_accumulator(parameter);
    return node ? node->post_hooks().size() : 0;
}

} // namespace

class ModelTapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modulesAreListedInModelOrder()
    {
        Net net;
        const hook::ModelTap tap(net.root);
        QStringList names, types;
        for (const auto &module : tap.modules()) {
            names << QString::fromStdString(module.name);
            types << QString::fromStdString(module.type);
        }
        QCOMPARE(names, (QStringList{"", "body", "body.fc1", "body.relu", "head"}));
        QCOMPARE(types, (QStringList{"Sequential", "Sequential", "Linear", "ReLU", "Linear"}));
        QCOMPARE(tap.modules()[Fc1].parameters[0].shape, (std::vector<std::int64_t>{4, 3}));
        QVERIFY(!tap.modules()[Body].leaf && tap.modules()[Relu].leaf);
    }

    void tappedModulesArePartsOfASequential()
    {
        const auto linear = std::make_shared<hook::Tapped<nn::LinearImpl>>(3, 4);
        const nn::Sequential net(linear, std::make_shared<hook::Tapped<nn::ReLUImpl>>(), nn::Linear(4, 2),
                                 std::make_shared<hook::Tapped<model::SequentialImpl>>());
        hook::ModelTap tap(net.ptr());
        QCOMPARE(tap.modules()[1].type, std::string("Linear"));
        QVERIFY(tap.canWatchForward(1) && tap.canWatchForward(2) && !tap.canWatchForward(3));
        at::Tensor seen;
        const Hook hook = tap.afterForward(1, [&](auto, const at::Tensor &output) { seen = output; });
        const at::Tensor x = at::randn({5, 3});
        nn::Sequential sequence = net;
        QCOMPARE(sequence->forward(x).sizes().vec(), (std::vector<std::int64_t>{5, 2}));
        QVERIFY(seen.equal(linear->forward(x)));
    }

    /// A clone has its own parameters and is watched separately.
    void tappedModulesAreCloned()
    {
        nn::Sequential net(std::make_shared<hook::Tapped<nn::LinearImpl>>(3, 4), std::make_shared<hook::Tapped<nn::BatchNorm1dImpl>>(4),
                           std::make_shared<hook::Tapped<nn::ReLUImpl>>(), std::make_shared<hook::Tapped<nn::LinearImpl>>(4, 2));
        const at::Tensor x = at::randn({5, 3});
        int seen = 0, seenOfCopy = 0;
        hook::ModelTap tap(net.ptr());
        const Hook hook = tap.afterForward(1, [&](auto, const at::Tensor &) { ++seen; });
        net->eval();
        const auto copy = std::dynamic_pointer_cast<nn::SequentialImpl>(net->clone());
        QVERIFY(copy->forward(x).equal(net->forward(x)));
        QCOMPARE(seen, 1);
        QVERIFY(!copy->ptr(1)->is_training());
        hook::ModelTap tapOfCopy(copy);
        QCOMPARE(tapOfCopy.hookCount(), std::size_t{0});
        const Hook hookOfCopy = tapOfCopy.afterForward(1, [&](auto, const at::Tensor &) { ++seenOfCopy; });
        {
            const at::NoGradGuard noGradients;
            for (at::Tensor &parameter : copy->parameters())
                parameter.zero_();
        }
        QVERIFY(copy->forward(x).equal(at::zeros({5, 2})));
        QVERIFY(!net->forward(x).equal(at::zeros({5, 2})));
        QCOMPARE(seen, 2);
        QCOMPARE(seenOfCopy, 1);
    }

    void tappedModulesWithinOthersAreCloned()
    {
        Block block;
        const at::Tensor x = at::randn({5, 3});
        const auto copy = std::dynamic_pointer_cast<Block>(block.clone());
        QVERIFY(copy->forward(x).equal(block.forward(x)));
        QVERIFY(!copy->fc->weight.is_same(block.fc->weight));
        QVERIFY(copy->fc->weight.is_same(copy->named_parameters()["fc.weight"]));
    }

    /// LibTorch's replicate() clones a module for a device and casts the replica to the module's type.
    void tappedModulesAreClonedForADevice()
    {
        const auto linear = std::make_shared<hook::Tapped<nn::LinearImpl>>(3, 4);
        const auto replica = std::dynamic_pointer_cast<hook::Tapped<nn::LinearImpl>>(linear->clone(at::Device(at::kCPU)));
        QVERIFY(replica);
        const at::Tensor x = at::randn({5, 3});
        QVERIFY(replica->forward(x).equal(linear->forward(x)));
        QVERIFY(replica->weight.is_same(replica->named_parameters()["weight"]));
    }

    /// LibTorch reports the error.
    void aModuleWithoutACloneHasNoneTapped()
    {
        const hook::Tapped<Bare> bare;
        QVERIFY_EXCEPTION_THROWN((void)bare.clone(), c10::Error);
    }

    void otherForwardsStayAsTheyAre()
    {
        hook::Tapped<nn::MSELossImpl> loss;
        const at::Tensor x = at::randn({4});
        QCOMPARE(loss.forward(x, x).item<double>(), 0.);
        hook::Tapped<nn::ConvTranspose1dImpl> wider(nn::ConvTranspose1dOptions(1, 1, 3));
        QCOMPARE(wider.forward(at::randn({1, 1, 4})).sizes().vec(), (std::vector<std::int64_t>{1, 1, 6})); // no size is given
    }

    void parametersOfSeveralModulesAreNamedByTheFirst()
    {
        const at::Tensor weight = at::randn({3, 2}), bias = at::randn({3});
        const auto module = [](const char *name, NamedTensors parameters) {
            return hook::TappedModule{name, "Linear", 1, true, {}, std::move(parameters), nullptr, {}};
        };
        const hook::ModelTap tap({module("body.in", {{"weight", weight}}), module("out", {{"weight", weight.view({3, 2})}, {"bias", bias}}),
                                  module("other", {{"weight", weight.t()}})});
        QCOMPARE(record::sharedParameters(tap.modules()[0]), std::string());
        QCOMPARE(record::sharedParameters(tap.modules()[1]), std::string("body.in.weight"));
        QCOMPARE(record::parameterCount(tap.modules()[0]), 6);
        QCOMPARE(record::parameterCount(tap.modules()[1]), 3);
        QCOMPARE(record::sharedParameters(tap.modules()[2]), std::string()); // of another shape
    }

    void depthKeepsLeavesThatAreNearer()
    {
        Net net;
        const hook::ModelTap tap(net.root);
        QCOMPARE(tap.layers(-1), (std::vector<hook::ModuleId>{Fc1, Relu, Head}));
        QCOMPARE(tap.layers(0), (std::vector<hook::ModuleId>{Root}));
        QCOMPARE(tap.layers(1), (std::vector<hook::ModuleId>{Body, Head}));
        QCOMPARE(tap.layers(2), (std::vector<hook::ModuleId>{Fc1, Relu, Head}));
    }

    void momentsComeInTheOrderOfATrainingStep()
    {
        Net net;
        hook::ModelTap tap(net.root);
        QStringList log;
        std::vector<Hook> hooks;
        const auto add = [&](Hook hook) { hooks.push_back(std::move(hook)); };
        add(tap.beforeForward(Head, [&](auto inputs) { log << QString("before %1").arg(inputs[0].size(1)); }));
        add(tap.afterForward(Head, [&](auto, const at::Tensor &out) { log << QString("second %1").arg(out.size(1)); }, 1));
        add(tap.afterForward(Head, [&](auto, const at::Tensor &) { log << "first"; }, -1));
        add(tap.onOutputGradient(Head, [&](const at::Tensor &g) { log << QString("output gradient %1").arg(g.size(1)); }));
        add(tap.onInputGradient(Head, [&](const at::Tensor &g) { log << QString("input gradient %1").arg(g.size(1)); }));
        add(tap.onParameterGradient(Fc1, "weight", [&](const at::Tensor &g) {
            log << "parameter gradient";
            QVERIFY(g.is_same(net.fc1->weight.grad()));
        }));
        add(tap.afterStep([&] { log << "step"; }));
        net.root->forward(at::randn({5, 3})).sum().backward();
        tap.stepped();
        QCOMPARE(log, (QStringList{"before 4", "first", "second 2", "output gradient 2", "input gradient 4",
                                   "parameter gradient", "step"}));
    }

    void oneHookPerParameterHoweverManyWatch()
    {
        Net net;
        hook::ModelTap tap(net.root);
        int calls = 0;
        std::vector<Hook> hooks;
        for (int i = 0; i < 5; ++i)
            hooks.push_back(tap.onParameterGradient(Head, "weight", [&](const at::Tensor &) { ++calls; }));
        QCOMPARE(nodeHooks(net.head->weight), std::size_t{1});
        QCOMPARE(tap.hookCount(), std::size_t{5});
        net.root->forward(at::randn({2, 3})).sum().backward();
        QCOMPARE(calls, 5);
        hooks.pop_back();
        QCOMPARE(nodeHooks(net.head->weight), std::size_t{1});
        hooks.clear();
        QCOMPARE(nodeHooks(net.head->weight), std::size_t{0});
        QCOMPARE(tap.hookCount(), std::size_t{0});
        QVERIFY(!net.head->watched());
        net.root->forward(at::randn({2, 3})).sum().backward();
        QCOMPARE(calls, 5);
    }

    void callbacksMayOutliveTheModel()
    {
        Hook forward, gradient;
        at::Tensor bias; // owned by the caller
        const auto held = std::make_shared<int>();
        {
            Net net;
            hook::ModelTap tap(net.root);
            bias = net.head->bias;
            forward = tap.afterForward(Head, [held](auto, const at::Tensor &) {});
            gradient = tap.onParameterGradient(Head, "bias", [held](const at::Tensor &) {});
        }
        forward.reset();
        gradient.reset();
        QCOMPARE(held.use_count(), 1L); // the callbacks went with their hooks
        QCOMPARE(nodeHooks(bias), std::size_t{0});
        bias.sum().backward();
    }

    void watchingDoesNotChangeTheNumbers()
    {
        for (const bool inplace : {false, true}) {
            Net plain(inplace), watched(inplace);
            hook::ModelTap tap(watched.root);
            std::vector<Hook> hooks;
            for (const hook::ModuleId id : tap.layers(-1)) {
                hooks.push_back(tap.afterForward(id, [](auto, const at::Tensor &) {}));
                hooks.push_back(tap.onOutputGradient(id, [](const at::Tensor &) {}));
                hooks.push_back(tap.onInputGradient(id, [](const at::Tensor &) {}));
            }
            const at::Tensor input = at::randn({6, 3});
            plain.root->forward(input).square().sum().backward();
            watched.root->forward(input).square().sum().backward();
            QVERIFY(plain.fc1->weight.grad().equal(watched.fc1->weight.grad()));
        }
    }

    void oneTensorStaysOneForTheModule()
    {
        const auto module = std::make_shared<hook::Tapped<Comparing>>();
        hook::ModelTap tap(module);
        double gradients = 0;
        const Hook hook = tap.onInputGradient(0, [&](const at::Tensor &g) { gradients += g.sum().item<double>(); });
        const at::Tensor x = at::ones({3}).requires_grad_(), y = x * 1;
        const at::Tensor sum = module->forward(y, y);
        QCOMPARE(sum.sum().item<double>(), 6.0);
        sum.sum().backward();
        QCOMPARE(gradients, 6.0);
        QCOMPARE(module->forward(y, x).sum().item<double>(), 0.0);
    }

    void anInputGradientIsThatOfTheModuleAlone()
    {
        Net net;
        hook::ModelTap tap(net.root);
        at::Tensor seen;
        const Hook hook = tap.onInputGradient(Head, [&](const at::Tensor &g) { seen = g; });
        const at::Tensor shared = at::randn({1, 4}).requires_grad_();
        (net.head->forward(shared).sum() + 100 * shared.sum()).backward(); // a second consumer
        QVERIFY(seen.allclose(net.head->weight.sum(0, true)));
    }

    void aModuleCalledTwiceIsSeenTwiceAndItsGradientOnce()
    {
        Net net;
        hook::ModelTap tap(net.root);
        int forwards = 0, gradients = 0;
        const Hook one = tap.afterForward(Head, [&](auto, const at::Tensor &) { ++forwards; });
        const Hook two = tap.onParameterGradient(Head, "weight", [&](const at::Tensor &) { ++gradients; });
        const at::Tensor x = at::randn({2, 4});
        (net.head->forward(x).sum() + net.head->forward(2 * x).sum()).backward();
        QCOMPARE(forwards, 2);
        QCOMPARE(gradients, 1);
    }

    void callbacksMayRemoveAndAddOthersWhileTheyRun()
    {
        Net net;
        hook::ModelTap tap(net.root);
        QStringList calls;
        Hook first, second, third, added;
        first = tap.afterForward(Head, [&](auto, const at::Tensor &) {
            calls << "first";
            first.reset();
            second.reset();
            added = tap.afterForward(Head, [&](auto, const at::Tensor &) { calls << "added"; }, 1);
        });
        second = tap.afterForward(Head, [&](auto, const at::Tensor &) { calls << "second"; });
        third = tap.afterForward(Head, [&](auto, const at::Tensor &) { calls << "third"; });
        net.head->forward(at::randn({2, 4}));
        QCOMPARE(calls, QStringList({"first", "third", "added"}));
        QCOMPARE(tap.hookCount(), std::size_t(2));
        net.head->forward(at::randn({2, 4}));
        QCOMPARE(calls.sliced(3), QStringList({"third", "added"}));
    }

    void aCallbackOfAParameterLeavesWhileItRuns()
    {
        Net net;
        hook::ModelTap tap(net.root);
        int seen = 0;
        Hook hook = tap.onParameterGradient(Head, "weight", [&](const at::Tensor &) {
            ++seen;
            hook.reset();
        });
        for (int i = 0; i < 2; ++i)
            net.head->forward(at::randn({2, 4})).sum().backward();
        QCOMPARE(seen, 1);
        QCOMPARE(tap.hookCount(), std::size_t(0));
    }

    void gradientsAreObservedWithoutTheirScale()
    {
        Net net;
        at::Tensor scale; // still undefined
        std::vector<hook::TappedModule> modules;
        modules.push_back(hook::describe(net.head, "", 0));
        hook::ModelTap tap(std::move(modules), [&] { return scale; });
        std::map<std::string, at::Tensor> seen;
        const auto keep = [&](const char *name) { return [&seen, name](const at::Tensor &gradient) { seen[name] = gradient.clone(); }; };
        const Hook output = tap.onOutputGradient(0, keep("output")), inputs = tap.onInputGradient(0, keep("input")),
                   weight = tap.onParameterGradient(0, "weight", keep("weight"));
        const at::Tensor input = at::randn({2, 4}).requires_grad_();
        const auto backward = [&](double factor) {
            net.head->zero_grad();
            (net.head->forward(input).square().sum() * factor).backward();
            return std::exchange(seen, {});
        };
        auto plain = backward(1);
        scale = at::scalar_tensor(1024.0);
        const auto scaled = backward(1024);
        QCOMPARE(scaled.size(), std::size_t(3));
        for (const auto &[name, gradient] : scaled)
            QVERIFY2(gradient.equal(plain[name]), name.c_str());
        QVERIFY(net.head->weight.grad().equal(plain["weight"] * 1024)); // the training's own stays as it is

        net.head->to(at::kHalf); // 2^-20 is less than half precision has
        net.head->weight.mutable_grad().reset();
        scale = at::scalar_tensor(1048576.0);
        QVERIFY(tap.replacedIn({hook::describe(net.head, "", 0)}).empty());
        QVERIFY(tap.extend({hook::describe(net.head, "", 0)}));
        net.head->weight.mul(1).backward(at::ones_like(net.head->weight));
        QCOMPARE(seen["weight"].scalar_type(), at::kFloat);
        QCOMPARE(seen["weight"].sum().item<float>(), 8 * std::ldexp(1.0f, -20));
    }

    void whatCannotBeWatchedIsNamed()
    {
        const auto plain = std::make_shared<nn::LinearImpl>(2, 2);
        hook::ModelTap tap(plain);
        QVERIFY(!tap.canWatchForward(0));
        try {
            const Hook hook = tap.afterForward(0, [](auto, const at::Tensor &) {});
            QFAIL("no error");
        } catch (const std::invalid_argument &error) {
            QVERIFY2(QString(error.what()).contains("Linear"), error.what());
        }
        QVERIFY_EXCEPTION_THROWN((void)tap.onParameterGradient(0, "gamma", [](const at::Tensor &) {}), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(hook::ModelTap(nullptr), std::invalid_argument);
    }

    void aGradientIsSeenFromWhenItsParameterIsTrainable()
    {
        const auto plain = std::make_shared<nn::LinearImpl>(2, 2);
        plain->weight.set_requires_grad(false);
        hook::ModelTap tap(plain);
        int seen = 0;
        const Hook hook = tap.onParameterGradient(0, "weight", [&](const at::Tensor &) { ++seen; });
        const auto train = [&](bool isTrainable) {
            plain->weight.set_requires_grad(isTrainable);
            const bool hasFound = tap.followUnfrozen();
            plain->forward(at::ones({1, 2})).sum().backward();
            return hasFound;
        };
        QVERIFY(!train(false));
        QCOMPARE(seen, 0);
        QVERIFY(train(true));
        QCOMPARE(seen, 1);
        QVERIFY(!train(false));
        QVERIFY(!train(true));
        QCOMPARE(seen, 2);
        QVERIFY(tap.modules()[0].parameters[0].requiresGrad);
    }
};

QTEST_GUILESS_MAIN(ModelTapTest)
#include "tst_model_tap.moc"
