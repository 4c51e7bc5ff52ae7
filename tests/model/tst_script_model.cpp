#include "core/experiment/experiment_schema.h"
#include "core/hook/model_tap.h"
#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/script_file.h"
#include "core/model/script_model.h"
#include "core/model/sequential.h"
#include "core/model/state_dict.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/support/mutations.h"
#include "tests/support/scratch_file.h"

#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mse_loss.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/pooling.h>

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lensboard;
using experiment::Json;
using test::ScratchFile;
namespace nn = torch::nn;

namespace {

const QString kFolder = LENSBOARD_SOURCE_DIR "/tests/data/torchscript";

std::string bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::filesystem::path dataFile(const char *name)
{
    return (kFolder + '/' + name).toStdString();
}

/// Results of one model computed in Python.
struct Golden
{
    Json values;
    at::Tensor input;
    at::Tensor target; ///< undefined if the output is compared with the input

    explicit Golden(const std::string &model)
    {
        values = Json::parse(bytesOf(kFolder + "/golden.json")).at("files").at(model);
        input = read(values.at("input"));
        if (values.contains("target"))
            target = read(values.at("target"));
    }

    at::Tensor read(const Json &json) const
    {
        const std::string bytes = bytesOf(kFolder + '/' + QString::fromStdString(json.at("file")));
        at::Tensor tensor = at::empty(json.at("shape").get<std::vector<std::int64_t>>(), json.at("dtype") == "int64" ? at::kLong : at::kFloat);
        std::memcpy(tensor.data_ptr(), bytes.data(), bytes.size());
        return tensor;
    }

    at::Tensor loss(const at::Tensor &output) const
    {
        return target.defined() ? at::cross_entropy_loss(output, target) : at::mse_loss(output, input);
    }
};

/// Makes one step of plain SGD. Returns the loss before the step.
template <typename Forward>
double step(const Golden &golden, const std::vector<at::Tensor> &parameters, const Forward &forward)
{
    for (const at::Tensor &parameter : parameters)
        parameter.mutable_grad().reset();
    const at::Tensor loss = golden.loss(forward(golden.input));
    loss.backward();
    const at::NoGradGuard noGradients;
    for (const at::Tensor &parameter : parameters)
        if (parameter.grad().defined())
            parameter.add_(parameter.grad(), -golden.values.at("lr").get<double>());
    return loss.item<double>();
}

std::vector<at::Tensor> tensorsOf(const model::NamedTensors &named)
{
    std::vector<at::Tensor> tensors;
    for (const auto &[name, tensor] : named)
        tensors.push_back(tensor);
    return tensors;
}

constexpr int kSteps = 5;

template <typename Forward>
std::vector<double> losses(const Golden &golden, const std::vector<at::Tensor> &parameters, const Forward &forward)
{
    std::vector<double> all;
    for (int i = 0; i < kSteps; ++i)
        all.push_back(step(golden, parameters, forward));
    return all;
}

std::vector<double> losses(const Golden &golden, model::ScriptModel &model)
{
    return losses(golden, tensorsOf(model.parameters()), [&](const at::Tensor &x) { return model.forward(x); });
}

double normOf(const at::Tensor &tensor)
{
    return tensor.detach().to(at::kDouble).norm().item<double>();
}

/// All lenses but StepTime and Machine, attached to a model.
struct Lenses
{
    explicit Lenses(hook::ModelTap &tap)
    {
        for (const experiment::Section &section : experiment::lensSchemas())
            if (section.kind != "StepTime" && section.kind != "Machine")
                inspector.add(section.kind, lens::makeLens(experiment::lensChoice({{"kind", section.kind}})), true);
        inspector.attach(tap, recorder);
    }
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    inspector::ModelInspector inspector{experiment::InspectorSettings{}};
};

/// Returns true if the values agree within float32's rounding, depending on the BLAS library and thread count: 1e-5 relative; values that are pure
/// rounding (a bias gradient before batch normalisation, 1e-7) may differ by as much as other gradients.
bool near(double found, double expected)
{
    return std::abs(found - expected) <= 1e-5 * std::abs(expected) + 1e-6;
}

void addFiles()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("file");
    for (const char *name : {"mlp", "cnn", "resnet", "gpt", "lstm", "autoencoder"})
        for (const char *kind : {"scripted", "traced"})
            QTest::addRow("%s-%s", name, kind) << QString(name) << QString("%1-%2.pt").arg(name, kind);
}

#define FETCH_FILE() \
    QFETCH(const QString, name); \
    QFETCH(const QString, file); \
    const std::filesystem::path path = (kFolder + '/' + file).toStdString(); \
    const Golden golden(name.toStdString());

/// Writes a model with the given source and a 2 by 2 weight.
void writeModel(const std::filesystem::path &path, const std::string &source)
{
    torch::jit::Module module("__torch__.Net", std::make_shared<torch::jit::CompilationUnit>());
    module.register_attribute("training", c10::BoolType::get(), true);
    module.register_attribute("calls", c10::IntType::get(), 0);
    module.register_parameter("weight", at::ones({2, 2}).requires_grad_(), false);
    module.register_buffer("mean", at::zeros({2}));
    module.register_buffer("variance", at::ones({2}));
    module.define(source);
    module.save(path.string());
}

QString errorOf(const std::filesystem::path &path)
{
    try {
        model::loadScriptModel(path);
    } catch (const std::runtime_error &error) {
        return error.what();
    }
    return "no error";
}

/// The networks of the files, in C++.
struct Block final : nn::Module
{
    std::shared_ptr<nn::Conv2dImpl> conv1, conv2, shortConv;
    std::shared_ptr<nn::BatchNorm2dImpl> bn1, bn2, shortNorm;

    Block(std::int64_t in, std::int64_t out, std::int64_t stride)
    {
        const auto conv = [&](const char *name, std::int64_t from, std::int64_t side, std::int64_t step) {
            return register_module(name, std::make_shared<nn::Conv2dImpl>(nn::Conv2dOptions(from, out, side).stride(step).padding(side / 2).bias(false)));
        };
        const auto batchNorm = [&](const char *name) { return register_module(name, std::make_shared<nn::BatchNorm2dImpl>(out)); };
        conv1 = conv("conv1", in, 3, stride);
        bn1 = batchNorm("bn1");
        conv2 = conv("conv2", out, 3, 1);
        bn2 = batchNorm("bn2");
        if (in != out || stride != 1) {
            shortConv = conv("short0", in, 1, stride);
            shortNorm = batchNorm("short1");
        }
    }

    at::Tensor forward(const at::Tensor &x)
    {
        const at::Tensor y = bn1->forward(conv1->forward(x)).relu();
        return (bn2->forward(conv2->forward(y)) + (shortConv ? shortNorm->forward(shortConv->forward(x)) : x)).relu();
    }
};

struct ResNet final : nn::Module
{
    std::shared_ptr<nn::Conv2dImpl> stem = register_module("stem", std::make_shared<nn::Conv2dImpl>(nn::Conv2dOptions(3, 8, 3).padding(1)));
    std::vector<std::shared_ptr<Block>> blocks = {register_module("0", std::make_shared<Block>(8, 8, 1)),
                                                  register_module("1", std::make_shared<Block>(8, 16, 2)),
                                                  register_module("2", std::make_shared<Block>(16, 16, 1))};
    std::shared_ptr<nn::LinearImpl> fc = register_module("fc", std::make_shared<nn::LinearImpl>(16, 10));

    at::Tensor forward(const at::Tensor &input)
    {
        at::Tensor x = stem->forward(input);
        for (const auto &block : blocks)
            x = block->forward(x);
        return fc->forward(x.mean({2, 3}));
    }
};

std::shared_ptr<model::Sequential> cppMlp()
{
    auto net = std::make_shared<model::Sequential>();
    net->add<nn::LinearImpl>("fc1", 64, 48);
    net->add<nn::ReLUImpl>("act1");
    net->add<nn::LinearImpl>("fc2", 48, 32);
    net->add<nn::TanhImpl>("act2");
    net->add<nn::LinearImpl>("out", 32, 10);
    return net;
}

std::shared_ptr<model::Sequential> cppCnn()
{
    auto net = std::make_shared<model::Sequential>();
    for (const auto &[suffix, in, out] : {std::tuple{"1", 1, 8}, std::tuple{"2", 8, 16}}) {
        net->add<nn::Conv2dImpl>(std::string("conv") + suffix, nn::Conv2dOptions(in, out, 3).padding(1));
        net->add<nn::BatchNorm2dImpl>(std::string("norm") + suffix, out);
        net->add<nn::ReLUImpl>(std::string("relu") + suffix);
        net->add<nn::MaxPool2dImpl>(std::string("pool") + suffix, 2);
    }
    net->add<nn::FlattenImpl>("flatten");
    net->add<nn::LinearImpl>("fc1", 16 * 7 * 7, 32);
    net->add<nn::ReLUImpl>("relu3");
    net->add<nn::LinearImpl>("fc2", 32, 10);
    return net;
}

/// Copies a file's weights into a C++ network, in order, and trains it.
template <typename Net>
std::vector<double> cppLosses(const Golden &golden, Net &net, const model::NamedTensors &weights)
{
    const std::vector<at::Tensor> parameters = net.parameters();
    if (parameters.size() != weights.size())
        return {};
    {
        const at::NoGradGuard noGradients;
        for (std::size_t i = 0; i < weights.size(); ++i)
            parameters[i].copy_(weights[i].second);
    }
    return losses(golden, parameters, [&](const at::Tensor &x) { return net.forward(x); });
}

} // namespace

class ScriptModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(2); } // like Python when it made the values

    void filesTrainAsInPython_data() { addFiles(); }

    /// Trains with all lenses attached.
    void filesTrainAsInPython()
    {
        FETCH_FILE()
        const auto model = model::loadScriptModel(path);
        const auto tap = model->tap();
        Lenses lenses(*tap);
        std::map<std::string, std::vector<double>> outputNorms;
        std::vector<hook::Hook> hooks;
        const auto leavesNoTrace = [&](const record::LayerInfo &layer) { return layer.type == "Identity" && file.contains("traced"); };
        for (hook::ModuleId id = 0; id < tap->modules().size(); ++id)
            if (tap->modules()[id].leaf && !leavesNoTrace(tap->modules()[id]))
                hooks.push_back(tap->afterForward(id, [&norms = outputNorms[tap->modules()[id].name]](auto, const at::Tensor &output) {
                    norms.push_back(output.detach().to(at::kDouble).flatten(1).norm(2, {1}).mean().item<double>());
                }));
        model->train(true);
        const auto parameters = tensorsOf(model->parameters());
        const auto forward = [&](const at::Tensor &x) { return model->forward(x); };
        for (int i = 0; i < kSteps; ++i) {
            const double loss = step(golden, parameters, forward);
            QVERIFY2(near(loss, golden.values.at("losses")[static_cast<std::size_t>(i)]), qPrintable(QString("step %1: %2").arg(i).arg(loss, 0, 'g', 9)));
            lenses.inspector.stepped();
            lenses.inspector.tick({i + 1, 1, i + 1, 0, 0});
            if (i > 0)
                continue;
            hooks.clear();
            for (const auto &[parameter, tensor] : model->parameters())
                QVERIFY2(near(normOf(tensor.grad()), golden.values.at("first_step_gradient_norms").at(parameter)), parameter.c_str());
        }
        for (const auto &[layer, norms] : golden.values.at("first_step_output_norms").items()) {
            if (!outputNorms.contains(layer))
                continue;
            QCOMPARE(outputNorms[layer].size(), norms.size());
            for (std::size_t i = 0; i < norms.size(); ++i)
                QVERIFY2(near(outputNorms[layer][i], norms[i]), layer.c_str());
        }
        QCOMPARE(outputNorms.size() + static_cast<std::size_t>(std::count_if(tap->modules().begin(), tap->modules().end(), leavesNoTrace)),
                 golden.values.at("first_step_output_norms").size());
        for (const auto &[parameter, tensor] : model->parameters())
            QVERIFY2(near(normOf(tensor), golden.values.at("final_parameter_norms").at(parameter)), parameter.c_str());
        store::RunCursor cursor;
        lenses.run->awaitLate();
        QCOMPARE(lenses.run->since(cursor).lastFrame, std::uint32_t{kSteps});
    }

    void lensesDoNotChangeTheNumbers_data() { addFiles(); }

    void lensesDoNotChangeTheNumbers()
    {
        FETCH_FILE()
        const auto bare = model::loadScriptModel(path), watched = model::loadScriptModel(path);
        auto original = torch::jit::load(path.string());
        original.train();
        const auto tap = watched->tap();
        const Lenses lenses(*tap);
        QVERIFY(tap->hookCount() > 0);
        bare->train(true);
        watched->train(true);
        QVERIFY(bare->forward(golden.input).equal(original.forward({golden.input}).toTensor()));
        watched->forward(golden.input); // batch normalisation has seen the input once
        QCOMPARE(losses(golden, *watched), losses(golden, *bare));
    }

    void theSameNetworkInCppGivesTheSame_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"mlp", "cnn", "resnet"})
            QTest::newRow(name) << QString(name);
    }

    void theSameNetworkInCppGivesTheSame()
    {
        QFETCH(const QString, name);
        const Golden golden(name.toStdString());
        const auto model = model::loadScriptModel((kFolder + '/' + name + "-scripted.pt").toStdString());
        const auto expected = name == "mlp" ? cppLosses(golden, *cppMlp(), model->parameters())
                            : name == "cnn" ? cppLosses(golden, *cppCnn(), model->parameters())
                                            : [&] { ResNet net; return cppLosses(golden, net, model->parameters()); }();
        model->train(true);
        QCOMPARE(losses(golden, *model), expected); // bitwise equal: graphs run operator by operator
    }

    void aSavedFileHoldsWhatWasTrained_data() { addFiles(); }

    void aSavedFileHoldsWhatWasTrained()
    {
        FETCH_FILE()
        const auto model = model::loadScriptModel(path);
        losses(golden, *model);
        const ScratchFile saved("trained.pt");
        model->save(saved.path());
        const auto again = model::loadScriptModel(saved.path());
        QCOMPARE(again->parameters().size(), model->parameters().size());
        for (std::size_t i = 0; i < model->parameters().size(); ++i)
            QVERIFY(again->parameters()[i].second.equal(model->parameters()[i].second));
        for (std::size_t i = 0; i < model->buffers().size(); ++i)
            QVERIFY(again->buffers()[i].second.equal(model->buffers()[i].second));
        auto plain = torch::jit::load(saved.path().string());
        QCOMPARE(plain.is_training(), torch::jit::load(path.string()).is_training());
        plain.eval();
        model->train(false);
        QVERIFY(plain.forward({golden.input}).toTensor().equal(model->forward(golden.input)));
    }

    void whatAModelCountsIsSavedToo()
    {
        const ScratchFile file("counting.pt"), saved("counted.pt");
        writeModel(file.path(), "def forward(self, x):\n    self.calls = self.calls + 1\n    self.mean = self.mean + 1\n    return torch.matmul(x, self.weight)\n");
        const auto model = model::loadScriptModel(file.path());
        for (int i = 0; i < 3; ++i)
            model->forward(at::ones({1, 2}));
        model->train(false);
        model->save(saved.path());
        const auto plain = torch::jit::load(saved.path().string());
        QCOMPARE(plain.attr("calls").toInt(), std::int64_t{3});
        QVERIFY(plain.attr("mean").toTensor().eq(3).all().item<bool>());
        QVERIFY(plain.is_training()); // as in the file
    }

    void modesAreThoseOfPyTorch()
    {
        const ScratchFile file("dropout.pt");
        writeModel(file.path(), "def forward(self, x):\n    return torch.dropout(torch.matmul(x, self.weight), 0.5, self.training)\n");
        const auto model = model::loadScriptModel(file.path());
        QVERIFY(model->notices().empty());
        const auto tap = model->tap();
        const at::Tensor x = at::ones({50, 2});
        model->train(false);
        QVERIFY(!tap->isTraining(0));
        QVERIFY(model->forward(x).eq(2).all().item<bool>());
        model->train(true);
        QVERIFY(tap->isTraining(0));
        QVERIFY(model->forward(x).eq(0).any().item<bool>());
    }

    void aTracedModelsBuffersSurviveAValidation()
    {
        const ScratchFile file("traced.pt"), saved("saved.pt");
        writeModel(file.path(), "def forward(self, x):\n    return torch.batch_norm(torch.matmul(x, self.weight), None, None, self.mean, "
                                "self.variance, True, 0.1, 0.00001, False)\n");
        const auto model = model::loadScriptModel(file.path());
        QCOMPARE(model->notices().size(), std::size_t{1});
        QVERIFY2(QString::fromStdString(model->notices()[0]).contains("batch_norm"), model->notices()[0].c_str());
        const auto mean = [&] { return model->buffers()[0].second.clone(); };
        model->train(true);
        model->forward(at::randn({8, 2}));
        const at::Tensor trained = mean();
        QVERIFY(!trained.eq(0).any().item<bool>());
        model->train(false);
        model->forward(at::randn({8, 2}) + 5);
        QVERIFY(!mean().equal(trained));
        model->train(true);
        QVERIFY(mean().equal(trained));
        model->train(false);
        model->forward(at::randn({8, 2}) + 5);
        model->save(saved.path());
        QVERIFY(torch::jit::load(saved.path().string()).attr("mean").toTensor().equal(trained));
    }

    void whatIsNotTorchScriptIsNamed_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("said");
        const ScratchFile state("state.pt");
        model::saveStateDict(state.path(), {{"weight", at::ones({2, 2})}});
        const auto bytes = [](const std::string &text) { return QByteArray(text.data(), static_cast<qsizetype>(text.size())); };
        const std::string whole = bytesOf(kFolder + "/mlp-scripted.pt");
        QTest::newRow("empty") << QByteArray() << "is empty";
        QTest::newRow("text") << QByteArray("import torch\n") << "is a text";
        QTest::newRow("state dict") << bytes(state.read()) << "holds weights (a state dict) without the model; in Python, save the model itself";
        QTest::newRow("pickled model") << bytes(bytesOf(kFolder + "/pickled.pt")) << "is a pickled model (torch.save(model)) with the class torch.nn.modules.container.Sequential";
        QTest::newRow("before 1.6") << bytes(bytesOf(kFolder + "/before-1.6.pt")) << "PyTorch before 1.6";
        QTest::newRow("onnx") << bytes(bytesOf(kFolder + "/model.onnx")) << "is an ONNX model";
        QTest::newRow("truncated") << bytes(whole.substr(0, whole.size() / 2)) << "is damaged: has no ZIP directory";
        QTest::newRow("numpy") << QByteArray("\x93NUMPY\x01\x00v", 9) << "NumPy";
        QTest::newRow("binary") << QByteArray("\x7f" "ELF\0\1", 6) << "is not a zip archive";
        QTest::newRow("another zip") << QByteArray("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22) << "is a zip archive of something else";
    }

    void whatIsNotTorchScriptIsNamed()
    {
        QFETCH(const QByteArray, content);
        QFETCH(const QString, said);
        const ScratchFile file("model.pt");
        file.write(content.toStdString());
        const QString error = errorOf(file.path());
        QVERIFY2(error.startsWith(QString::fromStdString(file.path().string()) + ": "), qPrintable(error));
        QVERIFY2(error.contains(said), qPrintable(error));
    }

    void whatIsNoFileIsNamed()
    {
        const ScratchFile file("model.pt");
        QVERIFY(errorOf(file.path()).endsWith("no such file"));
        QVERIFY(errorOf(file.folder()).contains("is a folder"));
    }

    void aForwardThatTakesMoreIsRefused_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<bool>("fits");
        QTest::newRow("a tensor") << "x" << true;
        QTest::newRow("a default") << "x, scale: float = 2.0" << true;
        QTest::newRow("an optional tensor") << "x: Optional[Tensor]" << true;
        QTest::newRow("two tensors") << "x, mask" << false;
        QTest::newRow("a list") << "x: List[Tensor]" << false;
        QTest::newRow("nothing") << "" << false;
    }

    void aForwardThatTakesMoreIsRefused()
    {
        QFETCH(const QString, arguments);
        QFETCH(const bool, fits);
        const ScratchFile file("model.pt");
        writeModel(file.path(), "def forward(self" + (arguments.isEmpty() ? "" : ", " + arguments.toStdString()) + "):\n    return self.weight\n");
        const QString error = errorOf(file.path());
        QVERIFY2(fits ? error == "no error" : error.contains("its forward takes (") && error.contains("expected one tensor"), qPrintable(error));
    }

    void inputsThatDoNotFitAreNamed()
    {
        const auto model = model::loadScriptModel(dataFile("mlp-scripted.pt"));
        try {
            model->forward(at::randn({2, 7}));
            QFAIL("no error");
        } catch (const std::runtime_error &error) {
            QVERIFY2(QString(error.what()).startsWith("mlp-scripted.pt, given [2, 7] Float: mat1 and mat2 shapes cannot be multiplied (2x7 and 64x48)"), error.what());
            QVERIFY2(!QString(error.what()).contains('\n'), error.what());
        }
    }

    void aSharedParameterIsListedOnce()
    {
        const ScratchFile file("tied.pt");
        torch::jit::Module module("__torch__.Net", std::make_shared<torch::jit::CompilationUnit>());
        const at::Tensor shared = at::ones({2, 2}).requires_grad_();
        module.register_parameter("first", shared, false);
        module.register_parameter("second", shared, false);
        module.define("def forward(self, x):\n    return torch.matmul(torch.matmul(x, self.first), self.second)\n");
        module.save(file.path().string());
        const auto model = model::loadScriptModel(file.path());
        QCOMPARE(model->parameters().size(), std::size_t{1});
        QCOMPARE(model->parameters()[0].first, std::string("first"));
    }

    /// Every damaged file is either refused with a message or runs.
    void damagedFilesAreRefused()
    {
        test::Random random(7);
        const int count = qEnvironmentVariableIntValue("LENSBOARD_TEST_MUTATIONS") > 0 ? qEnvironmentVariableIntValue("LENSBOARD_TEST_MUTATIONS") : 400;
        const std::string seeds[] = {bytesOf(kFolder + "/mlp-scripted.pt"), bytesOf(kFolder + "/mlp-traced.pt"), bytesOf(kFolder + "/pickled.pt"), bytesOf(kFolder + "/model.onnx")};
        const ScratchFile file("damaged.pt");
        int opened = 0;
        for (int i = 0; i < count; ++i) {
            const std::string &seed = seeds[static_cast<std::size_t>(i) % std::size(seeds)];
            file.write(i % 3 == 0 ? seed.substr(0, test::below(random, seed.size())) : test::mutatedBytes(seed, random));
            try {
                model::loadScriptModel(file.path())->forward(at::randn({2, 64}));
                ++opened;
            } catch (const std::runtime_error &error) {
                QVERIFY2(std::string(error.what()).starts_with(file.path().string()) || std::string(error.what()).starts_with("damaged.pt"), error.what());
            }
        }
        QVERIFY2(opened < count / 10, qPrintable(QString("%1 of %2 opened").arg(opened).arg(count))); // a few open: some changes are in unread headers
    }
};

QTEST_GUILESS_MAIN(ScriptModelTest)
#include "tst_script_model.moc"
