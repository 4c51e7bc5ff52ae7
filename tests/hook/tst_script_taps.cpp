#include "core/hook/script_taps.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/randn.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include <QTest>

#include <sstream>

using namespace lensboard;
using hook::Hook;
using torch::jit::Module;

namespace {

/// A TorchScript model defined in the test.
class Script
{
public:
    Module module(const std::string &type) const { return Module("__torch__." + type, m_unit, true); }

    /// Returns y = x W, named like PyTorch's type. A copy takes the type along.
    Module linear(std::int64_t inputs, std::int64_t outputs) const
    {
        Module made = module("torch.nn.modules.linear.Linear");
        made.register_parameter("weight", at::randn({inputs, outputs}).requires_grad_(), false);
        made.register_attribute("training", c10::BoolType::get(), true);
        made.define("def forward(self, x):\n    return torch.matmul(x, self.weight)\n");
        return made;
    }

    /// Another module of the same type.
    Module another(const Module &first) const
    {
        Module made(m_unit, first.type());
        made.setattr("weight", at::randn(first.attr("weight").toTensor().sizes()).requires_grad_());
        made.setattr("training", true);
        return made;
    }

    /// Returns a model with the parts a and b, each with 3 inputs and 3 outputs.
    Module model(const std::string &source) const
    {
        at::manual_seed(1);
        Module root = module("Net");
        root.register_attribute("training", c10::BoolType::get(), true);
        const Module a = linear(3, 3);
        root.register_module("a", a);
        root.register_module("b", another(a));
        root.define(source);
        return root;
    }

private:
    std::shared_ptr<torch::jit::CompilationUnit> m_unit = std::make_shared<torch::jit::CompilationUnit>();
};

enum Id : hook::ModuleId { Root, A, B };

constexpr const char *kTwoLayers = "def forward(self, x):\n    return self.b.forward(torch.relu(self.a.forward(x)))\n";

at::Tensor weight(const Module &module, const char *part)
{
    return module.attr(part).toModule().attr("weight").toTensor();
}

/// Counts the forwards of a model's modules, in order.
struct Log
{
    explicit Log(hook::ModelTap &tap)
    {
        for (hook::ModuleId id = 0; id < tap.modules().size(); ++id)
            hooks.push_back(tap.afterForward(id, [this, name = QString::fromStdString(tap.modules()[id].name)](auto, const at::Tensor &output) {
                names << name;
                outputs.push_back(output.detach());
            }));
    }
    QStringList names;
    std::vector<at::Tensor> outputs;
    std::vector<Hook> hooks;
};

} // namespace

class ScriptTapsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modulesAreListedAsPyTorchNamesThem()
    {
        const hook::ScriptTaps taps(Script().model(kTwoLayers));
        const hook::ModelTap tap(taps.modules());
        QStringList names, types;
        for (const auto &module : tap.modules()) {
            names << QString::fromStdString(module.name);
            types << QString::fromStdString(module.type);
        }
        QCOMPARE(names, (QStringList{"", "a", "b"}));
        QCOMPARE(types, (QStringList{"Net", "Linear", "Linear"}));
        QVERIFY(!tap.modules()[Root].leaf && tap.modules()[A].leaf);
        QCOMPARE(tap.modules()[A].parameters, (std::vector<record::ParameterInfo>{{"weight", {3, 3}, true}}));
        QVERIFY(tap.modules()[Root].parameters.empty());
        QVERIFY(tap.canWatchForward(A) && tap.isTraining(A));
        QVERIFY(tap.parameter(B, "weight").defined() && !tap.parameter(B, "bias").defined());
    }

    void tiedWeightsAreKnownAlsoFromAFile()
    {
        Module tied = Script().model(kTwoLayers);
        tied.attr("b").toModule().setattr("weight", weight(tied, "a"));
        std::stringstream file;
        tied.save(file);
        for (const Module &model : {tied, torch::jit::load(file)}) {
            const hook::ScriptTaps taps(model);
            const hook::ModelTap tap(taps.modules());
            QCOMPARE(record::sharedParameters(tap.modules()[A]), std::string());
            QCOMPARE(record::sharedParameters(tap.modules()[B]), std::string("a.weight"));
            QCOMPARE(record::parameterCount(tap.modules()[B]), 0);
        }
    }

    void aTypeOfTwoModulesTellsThemApart()
    {
        const Module model = Script().model(kTwoLayers);
        QCOMPARE(model.attr("a").toModule().type(), model.attr("b").toModule().type());
        hook::ScriptTaps taps(model);
        hook::ModelTap tap(taps.modules());
        const Log log(tap);
        const at::Tensor x = at::randn({5, 3});
        const at::Tensor output = taps.forward(x);
        QCOMPARE(log.names, (QStringList{"a", "b", ""}));
        QVERIFY(log.outputs[0].equal(x.matmul(weight(model, "a"))));
        QVERIFY(log.outputs[1].equal(log.outputs[0].relu().matmul(weight(model, "b"))));
        QVERIFY(output.equal(log.outputs[1]) && log.outputs[2].equal(output));
    }

    void momentsComeInTheOrderOfATrainingStep()
    {
        hook::ScriptTaps taps(Script().model(kTwoLayers));
        hook::ModelTap tap(taps.modules());
        QStringList log;
        std::vector<Hook> hooks;
        const auto add = [&](Hook hook) { hooks.push_back(std::move(hook)); };
        add(tap.beforeForward(B, [&](auto inputs) { log << QString("before %1").arg(inputs.size()); }));
        add(tap.afterForward(A, [&](auto, const at::Tensor &) { log << "a"; }));
        add(tap.afterForward(B, [&](auto inputs, const at::Tensor &) { log << QString("b %1").arg(inputs.size()); }));
        add(tap.onOutputGradient(B, [&](const at::Tensor &) { log << "output gradient"; }));
        add(tap.onInputGradient(B, [&](const at::Tensor &) { log << "input gradient"; }));
        add(tap.onParameterGradient(A, "weight", [&](const at::Tensor &) { log << "parameter gradient"; }));
        taps.forward(at::randn({5, 3})).sum().backward();
        QCOMPARE(log, (QStringList{"a", "before 1", "b 1", "output gradient", "input gradient", "parameter gradient"}));
    }

    void callsAreCounted_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("twice") << "def forward(self, x):\n    return self.a.forward(self.a.forward(x))\n" << QStringList{"a", "a", ""};
        QTest::newRow("a loop") << "def forward(self, x):\n    for i in range(3):\n        x = self.b.forward(x)\n    return x\n"
                                << QStringList{"b", "b", "b", ""};
        QTest::newRow("one of two branches") << "def forward(self, x):\n    if x.dim() == 2:\n        y = self.a.forward(x)\n    else:\n        y = self.b.forward(x)\n    return y\n"
                                             << QStringList{"a", ""};
        QTest::newRow("a helper of the model") << "def helper(self, x):\n    return self.a.forward(x)\ndef forward(self, x):\n    return self.b.forward(self.helper(x))\n"
                                               << QStringList{"a", "b", ""};
        QTest::newRow("an overload of its own") << "def forward1(self, x):\n    return self.a.forward(x)\ndef forward(self, x):\n    return self.forward1(x)\n"
                                                << QStringList{"a", ""};
    }

    void callsAreCounted()
    {
        QFETCH(const QString, source);
        QFETCH(const QStringList, names);
        hook::ScriptTaps taps(Script().model(source.toStdString()));
        hook::ModelTap tap(taps.modules());
        const Log log(tap);
        taps.forward(at::randn({2, 3}));
        QCOMPARE(log.names, names);
    }

    void whatRunsOnOtherThreadsIsSeen()
    {
        hook::ScriptTaps taps(torch::jit::load(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/forked.pt"));
        hook::ModelTap tap(taps.modules());
        const Log log(tap);
        for (int i = 0; i < 50; ++i)
            taps.forward(at::randn({2, 3}));
        QCOMPARE(log.names.count("a"), 200);
        QCOMPARE(log.names.count("b"), 50);
    }

    void aModuleCalledThroughItsHelperIsSeenOnce()
    {
        const Script script;
        Module part = script.module("Part");
        part.register_module("fc", script.linear(3, 3));
        part.define("def forward(self, x):\n    return self.fc.forward(x)\n"
                    "def encode(self, x):\n    return torch.relu(self.forward(x))\n");
        Module root = script.module("Net");
        root.register_module("part", part);
        root.define("def forward(self, x):\n    return self.part.encode(x)\n");
        hook::ScriptTaps taps(root);
        hook::ModelTap tap(taps.modules());
        const Log log(tap);
        taps.forward(at::randn({2, 3}));
        QCOMPARE(log.names, (QStringList{"part.fc", "part", ""}));
    }

    void outputsOfAnyKindAreSeen_data()
    {
        QTest::addColumn<QString>("source");
        QTest::newRow("tuple") << "def forward(self, x):\n    return ((x * 2, x), 1)\n";
        QTest::newRow("list") << "def forward(self, x):\n    return [x * 2, x]\n";
        QTest::newRow("dict") << "def forward(self, x):\n    return {\"y\": x * 2, \"x\": x}\n";
    }

    void outputsOfAnyKindAreSeen()
    {
        QFETCH(const QString, source);
        const Script script;
        Module part = script.module("Part");
        part.define(source.toStdString());
        Module root = script.module("Net");
        root.register_module("part", part);
        const char *takes = QTest::currentDataTag() == std::string("dict") ? "[\"y\"]" : "[0]";
        root.define(std::string("def forward(self, x):\n    y = self.part.forward(x)") + takes
                    + (QTest::currentDataTag() == std::string("tuple") ? "[0]" : "") + "\n    return y * y\n");
        hook::ScriptTaps taps(root);
        hook::ModelTap tap(taps.modules());
        at::Tensor output, gradient;
        const Hook one = tap.afterForward(1, [&](auto, const at::Tensor &y) { output = y.detach(); });
        const Hook two = tap.onOutputGradient(1, [&](const at::Tensor &g) { gradient = g; });
        std::vector<at::Tensor> all;
        const Hook three = tap.onAllOutputs(1, [&](std::span<const Tensor> outputs) { all.assign(outputs.begin(), outputs.end()); });
        const at::Tensor x = at::randn({2, 3}).requires_grad_();
        taps.forward(x).sum().backward();
        QVERIFY(output.equal(x * 2));
        QCOMPARE(all.size(), std::size_t{2});
        QVERIFY(all[0].equal(output) && all[1].equal(x));
        QVERIFY(gradient.allclose(x * 4));
    }

    void anInputGradientIsThatOfTheModuleAlone()
    {
        const Module model = Script().model("def forward(self, x):\n    y = self.a.forward(x)\n    return self.b.forward(y) + 100 * y\n");
        hook::ScriptTaps taps(model);
        hook::ModelTap tap(taps.modules());
        at::Tensor seen;
        const Hook hook = tap.onInputGradient(B, [&](const at::Tensor &g) { seen = g; });
        taps.forward(at::randn({1, 3})).sum().backward();
        QVERIFY(seen.allclose(weight(model, "b").sum(1).unsqueeze(0)));
    }

    void watchingDoesNotChangeTheNumbers()
    {
        const at::Tensor x = at::randn({6, 3});
        std::vector<at::Tensor> gradients;
        for (const bool watched : {false, true}) {
            const Module model = Script().model("def forward(self, x):\n    y = self.a.forward(x)\n    return self.b.forward(torch.relu_(y))\n");
            hook::ScriptTaps taps(model);
            hook::ModelTap tap(taps.modules());
            std::vector<Hook> hooks;
            for (hook::ModuleId id = 0; watched && id < tap.modules().size(); ++id) {
                hooks.push_back(tap.afterForward(id, [](auto, const at::Tensor &) {}));
                hooks.push_back(tap.onOutputGradient(id, [](const at::Tensor &) {}));
                hooks.push_back(tap.onInputGradient(id, [](const at::Tensor &) {}));
            }
            for (int i = 0; i < 4; ++i) // enough runs for a profiled graph to change
                taps.forward(x).square().sum().backward();
            gradients.push_back(weight(model, "a").grad());
        }
        QVERIFY(gradients[0].equal(gradients[1]));
    }

    void whatIsDetachedIsNotToldAndTheModelRunsOn()
    {
        hook::ScriptTaps taps(Script().model(kTwoLayers));
        const at::Tensor x = at::randn({2, 3});
        const at::Tensor before = taps.forward(x);
        int calls = 0;
        {
            hook::ModelTap tap(taps.modules());
            std::vector<Hook> hooks;
            hooks.push_back(tap.afterForward(A, [&](auto, const at::Tensor &) { ++calls; }));
            hooks.push_back(tap.onInputGradient(B, [&](const at::Tensor &) { ++calls; }));
            QCOMPARE(tap.hookCount(), std::size_t{2});
            taps.forward(x).sum().backward();
            QCOMPARE(calls, 2);
            hooks.clear();
            QCOMPARE(tap.hookCount(), std::size_t{0});
        }
        QVERIFY(taps.forward(x).equal(before));
        taps.forward(x).sum().backward();
        QCOMPARE(calls, 2);
    }

    void callbacksAndTapsMayOutliveEachOther()
    {
        Module model = Script().model(kTwoLayers);
        int calls = 0;
        Hook hook;
        std::unique_ptr<hook::ModelTap> tap;
        {
            hook::ScriptTaps taps(model);
            tap = std::make_unique<hook::ModelTap>(taps.modules());
            hook = tap->afterForward(A, [&](auto, const at::Tensor &) { ++calls; });
            tap.reset();
            taps.forward(at::randn({2, 3}));
            QCOMPARE(calls, 1); // a hook keeps its callback, as with C++ modules
            tap = std::make_unique<hook::ModelTap>(taps.modules());
        }
        model.forward({at::randn({2, 3})});
        QCOMPARE(calls, 1);
        tap.reset();
        hook.reset();
    }

    void aSubmoduleUnderTwoNamesIsOneLayer()
    {
        const Script script;
        Module root = script.module("Net");
        const Module shared = script.linear(3, 3);
        root.register_module("first", shared);
        root.register_module("second", shared);
        root.define("def forward(self, x):\n    return self.second.forward(self.first.forward(x))\n");
        hook::ScriptTaps taps(root);
        hook::ModelTap tap(taps.modules());
        const Log log(tap);
        taps.forward(at::randn({2, 3}));
        QCOMPARE(log.names, (QStringList{"first", "first", ""}));
    }

    void anOutputWithoutTensorsIsAnError()
    {
        Module root = Script().module("Net");
        root.define("def forward(self, x):\n    return [1, 2]\n");
        hook::ScriptTaps taps(root);
        try {
            taps.forward(at::randn({2, 3}));
            QFAIL("no error");
        } catch (const std::runtime_error &error) {
            QVERIFY2(QString(error.what()).contains("List[int]"), error.what());
        }
    }
};

QTEST_GUILESS_MAIN(ScriptTapsTest)
#include "tst_script_taps.moc"
