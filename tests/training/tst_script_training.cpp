// Trainings of TorchScript models: tests/model/tst_script_model.cpp shows that they compute what PyTorch does.

#include "core/experiment/experiment_schema.h"
#include "core/store/recorder.h"
#include "core/store/run_store.h"
#include "core/training/eager_trainer.h"
#include "tests/support/scratch_file.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/jit/api/module.h>

#include <QTest>

#include <map>
#include <set>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;
using test::ScratchFile;

namespace {

/// Writes a model for points in the plane: two layers with dropout between them.
void writeModel(const std::filesystem::path &path, std::int64_t inputs, std::int64_t classes, bool trainable = true)
{
    at::manual_seed(1);
    const auto unit = std::make_shared<torch::jit::CompilationUnit>();
    const auto linear = [&](std::int64_t in, std::int64_t out) {
        torch::jit::Module layer("__torch__.torch.nn.modules.linear.Linear", unit, true);
        layer.register_attribute("training", c10::BoolType::get(), true);
        layer.register_parameter("weight", at::randn({in, out}).requires_grad_(trainable), false);
        layer.register_parameter("bias", at::zeros({out}).requires_grad_(trainable), false);
        layer.define("def forward(self, x):\n    return torch.matmul(x, self.weight) + self.bias\n");
        return layer;
    };
    torch::jit::Module net("__torch__.Net", unit);
    net.register_attribute("training", c10::BoolType::get(), true);
    net.register_module("first", linear(inputs, 16));
    net.register_module("last", linear(16, classes));
    net.define("def forward(self, x):\n"
               "    return self.last.forward(torch.dropout(torch.tanh(self.first.forward(x)), 0.1, self.training))\n");
    net.save(path.string());
}

Json experimentWith(const std::filesystem::path &model)
{
    return {{"format", 1},
            {"dataset", {{"kind", "spirals"}, {"train_samples", 121}, {"validation_samples", 30}}},
            {"model", {{"kind", "torchscript"}, {"path", model.string()}}},
            {"optimizer", {{"kind", "adam"}, {"lr", 0.01}}},
            {"epochs", 3},
            {"batch_size", 20},
            {"threads", 1}};
}

struct Training
{
    explicit Training(const Json &json) : trainer(Experiment::fromJson(json))
    {
        preparation = trainer.prepare(recorder, [](const std::string &) {});
    }

    std::vector<double> losses()
    {
        std::vector<double> all;
        for (bool finished = false; !finished;) {
            const session::Position position = trainer.advance();
            all.push_back(position.loss);
            finished = position.finished;
        }
        return all;
    }

    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::Recorder recorder{run};
    training::EagerTrainer trainer;
    session::Preparation preparation;
};

QString errorOf(const Json &json)
{
    try {
        Training training(json);
    } catch (const std::exception &error) {
        return error.what();
    }
    return "no error";
}

} // namespace

class ScriptTrainingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lensesDoNotChangeTheNumbers()
    {
        const ScratchFile model("net.pt");
        writeModel(model.path(), 2, 3);
        Json json = experimentWith(model.path());
        Training bare(json);
        for (const experiment::Section &lens : experiment::lensSchemas())
            json["lenses"].push_back({{"kind", lens.kind}});
        Training watched(json);
        QVERIFY(watched.trainer.hookCount() > 0);
        const std::vector<double> losses = watched.losses();
        QCOMPARE(losses, bare.losses());
        QVERIFY(losses.back() < losses.front());
        store::RunCursor cursor;
        const store::RunChanges seen = watched.run->since(cursor);
        const auto layersOf = [&](const char *tag) {
            std::set<std::string> layers;
            for (const record::SeriesSpec &series : seen.series)
                for (const auto &[index, spec] : seen.tags)
                    if (index == series.tag && spec.name == tag)
                        layers.insert(series.layer);
            return layers;
        };
        for (const char *tag : {"Output Gradient Norm", "Weight Gradient Norm", "Weight Norm", "Weight Update Norm"})
            QCOMPARE(layersOf(tag), (std::set<std::string>{"first", "last"}));
    }

    void theRunTellsTheModel()
    {
        const ScratchFile model("net.pt");
        writeModel(model.path(), 2, 3);
        Training training(experimentWith(model.path()));
        QStringList names;
        for (const record::LayerInfo &layer : training.preparation.layers)
            names << QString::fromStdString(layer.name + ' ' + layer.type);
        QCOMPARE(names, (QStringList{" Net", "first Linear", "last Linear"}));
        const std::map<std::string, std::string> environment(training.preparation.environment.begin(), training.preparation.environment.end());
        QCOMPARE(environment.at("model_file"), model.path().string());
        QCOMPARE(environment.at("model_sha256").size(), std::size_t{64});
        training.trainer.advance();
        QCOMPARE(training.trainer.outputShapes()[2], (std::vector<std::int64_t>{record::kBatchSize, 3}));
    }

    void aModelThatDoesNotFitTheDataIsNamed()
    {
        const ScratchFile model("net.pt");
        writeModel(model.path(), 2, 2);
        QString error = errorOf(experimentWith(model.path()));
        QVERIFY2(error.contains("for 3 classes") && error.contains("a score a class is needed"), qPrintable(error));
        writeModel(model.path(), 5, 3);
        error = errorOf(experimentWith(model.path()));
        QVERIFY2(error.startsWith("net.pt, given [2, 2] Float: "), qPrintable(error));
        writeModel(model.path(), 2, 3, false);
        error = errorOf(experimentWith(model.path()));
        QVERIFY2(error.contains("has no parameter that can be trained"), qPrintable(error));
        model.write("{}");
        error = errorOf(experimentWith(model.path()));
        QVERIFY2(error.contains("is a text; expected a TorchScript file"), qPrintable(error));
    }
};

QTEST_GUILESS_MAIN(ScriptTrainingTest)
#include "tst_script_training.moc"
