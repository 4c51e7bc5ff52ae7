// Trainings of TorchScript models. tests/model/tst_script_model.cpp checks their computations against PyTorch.

#include "core/experiment/experiment_schema.h"
#include "core/session/session.h"
#include "core/session/trusted_models.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "core/training/experiment_trainer.h"
#include "tests/support/scratch_file.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/List.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include "tests/support/patience.h" // after LibTorch, because it uses the names of Qt's macros

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;
using test::ScratchFile;

namespace {

/// Writes a model for 2-D points: two layers with dropout between them.
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

/// Writes a model with a forward that depends on its call count, also in validations.
void writeCountingModel(const std::filesystem::path &path)
{
    at::manual_seed(1);
    torch::jit::Module net("__torch__.Net", std::make_shared<torch::jit::CompilationUnit>());
    net.register_attribute("training", c10::BoolType::get(), true);
    net.register_attribute("calls", c10::IntType::get(), 0);
    net.register_attribute("scale", c10::FloatType::get(), 1.0);
    net.register_attribute("odd", c10::BoolType::get(), false);
    net.register_attribute("marks", c10::StringType::get(), "-");
    net.register_attribute("seen", c10::ListType::create(c10::IntType::get()), c10::List<std::int64_t>());
    net.register_buffer("moved", at::zeros({3}));
    net.register_parameter("weight", at::randn({2, 3}).requires_grad_(), false);
    net.define("def forward(self, x):\n"
               "    self.calls = self.calls + 1\n"
               "    self.scale = self.scale * 0.999\n"
               "    self.odd = not self.odd\n"
               "    self.marks = self.marks + '+'\n"
               "    self.seen.append(self.calls)\n"
               "    self.moved = self.moved + 0.01\n"
               "    factor = self.scale * (1.0 + 0.1 * float(self.calls % 5) + 0.01 * float(len(self.marks) + len(self.seen)))\n"
               "    if self.odd:\n"
               "        factor = factor * 0.5\n"
               "    return torch.matmul(x, self.weight) * factor + self.moved\n");
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
    explicit Training(const Json &json, const session::TrainingStart &start = {}) : trainer(Experiment::fromJson(json), start)
    {
        preparation = trainer.prepare(recorder, [](const std::string &) {});
    }

    std::vector<double> losses(int most = std::numeric_limits<int>::max())
    {
        std::vector<double> all;
        for (bool finished = false; !finished && std::ssize(all) < most;) {
            const session::Position position = trainer.advance();
            all.push_back(position.loss);
            finished = position.finished;
        }
        return all;
    }

    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    training::ExperimentTrainer trainer;
    session::Preparation preparation;
};

QString errorOf(const Json &json, const session::TrainingStart &start = {})
{
    try {
        Training training(json, start);
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

    void aModelThatWasChangedSinceItWasTrustedDoesNotRun()
    {
        const ScratchFile model("net.pt");
        writeModel(model.path(), 2, 3);
        const Json json = experimentWith(model.path());
        const session::TrainingStart start{{}, {{model.path(), session::fileSha256(model.path())}}};
        QCOMPARE(errorOf(json, start), "no error");
        writeCountingModel(model.path());
        const QString error = errorOf(json, start);
        QVERIFY2(error.contains("net.pt: was changed after it was allowed to run") && error.contains("start again"), qPrintable(error));
    }

    void whatAModelCountsGoesOnFromAnyBatch()
    {
        const ScratchFile model("counting.pt"), checkpoint("checkpoint.pt");
        writeCountingModel(model.path());
        const Json json = experimentWith(model.path());
        constexpr int kTraining = 7, kEpoch = 9; // batches
        const std::vector<double> whole = Training(json).losses();
        QCOMPARE(std::ssize(whole), 3 * kEpoch);
        for (int stop = 1; stop < 3 * kEpoch; ++stop) {
            Training first(json);
            first.losses(stop);
            first.trainer.saveCheckpoint(checkpoint.path());
            Training second(json, {checkpoint.path(), {{model.path(), session::fileSha256(model.path())}}});
            const int inEpoch = stop % kEpoch; // a started validation is repeated
            const int from = inEpoch > kTraining ? stop - (inEpoch - kTraining) : stop;
            QVERIFY2(second.losses() == std::vector<double>(whole.begin() + from, whole.end()), qPrintable(QString::number(stop)));
        }
    }

    void aModelIsTriedWithoutAnEffect()
    {
        const ScratchFile model("counting.pt"), saved("saved.pt");
        writeCountingModel(model.path());
        Training training(experimentWith(model.path()));
        training.trainer.saveModel(saved.path());
        QCOMPARE(torch::jit::load(saved.path().string()).attr("calls").toInt(), std::int64_t{0});
        QVERIFY(torch::jit::load(saved.path().string()).attr("moved").toTensor().eq(0).all().item<bool>());
    }

    /// The loop may be in a method, in a called function, or in another loop.
    void aLoopThatNeverEndsIsInterrupted_data()
    {
        QTest::addColumn<QByteArray>("loop");
        QTest::newRow("a method") << QByteArray("        while self.calls > 3:\n"
                                                "            x = x + 1.0\n");
        QTest::newRow("another loop") << QByteArray("        for i in range(3):\n"
                                                    "            while self.calls > 3:\n"
                                                    "                pass\n");
        QTest::newRow("a helper") << QByteArray("        x = self.helper(x)\n");
    }

    void aLoopThatNeverEndsIsInterrupted()
    {
        QFETCH(QByteArray, loop);
        const ScratchFile model("endless.pt");
        torch::jit::Module net("__torch__.Net", std::make_shared<torch::jit::CompilationUnit>());
        net.register_attribute("training", c10::BoolType::get(), true);
        net.register_attribute("calls", c10::IntType::get(), 0);
        net.register_parameter("weight", at::randn({2, 3}).requires_grad_(), false);
        net.define(("def helper(self, x):\n"
                    "    while self.calls > 3:\n"
                    "        pass\n"
                    "    return x\n"
                    "def forward(self, x):\n"
                    "    self.calls = self.calls + 1\n"
                    "    if self.training:\n"
                    + loop + "    return torch.matmul(x, self.weight)\n").toStdString());
        net.save(model.path().string());
        Json json = experimentWith(model.path());
        json["lenses"] = {{{"kind", "LossMetrics"}}};
        json["tick"] = {{"unit", "steps"}, {"every", 1}};
        const auto run = std::make_shared<store::RunStore>();
        session::Session session(Experiment::fromJson(json), run, [](const Experiment &experiment) {
            return std::make_unique<training::ExperimentTrainer>(experiment, session::TrainingStart());
        });
        session.control()->send({session::Command::Kind::Start});
        QTRY_COMPARE(run->frameCount(), std::size_t{3});
        session.control()->send({session::Command::Kind::Stop}); // after a batch that never ends
        QVERIFY(!session.waitUntilOver(std::chrono::milliseconds(50)));
        QVERIFY(session.status().isStopping && session.status().isInterruptible);
        session.control()->send({session::Command::Kind::Interrupt});
        QVERIFY(session.waitUntilOver(test::kPatience));
        QCOMPARE(session.status().state, session::State::Stopped);
        QCOMPARE(run->info().status, record::RunStatus::Stopped);
        QCOMPARE(run->frameCount(), std::size_t{3});
    }

    void anotherFileTakesTheWeightsOnly()
    {
        const ScratchFile model("counting.pt"), checkpoint("checkpoint.pt"), saved("saved.pt");
        writeCountingModel(model.path());
        const Json json = experimentWith(model.path());
        Training first(json);
        first.losses(4);
        first.trainer.saveCheckpoint(checkpoint.path());
        auto changed = torch::jit::load(model.path().string());
        changed.setattr("marks", "other");
        changed.save(model.path().string());
        Training second(json, {checkpoint.path(), {}});
        const auto &notices = second.preparation.notices;
        QVERIFY(std::ranges::any_of(notices, [](const std::string &text) { return text.find("not the one that the checkpoint was written from") != std::string::npos; }));
        second.trainer.saveModel(saved.path());
        const auto plain = torch::jit::load(saved.path().string());
        QCOMPARE(plain.attr("marks").toStringRef(), std::string("other"));
        QCOMPARE(plain.attr("calls").toInt(), std::int64_t{0});
        QVERIFY(plain.attr("moved").toTensor().allclose(at::full({3}, 0.04)));
    }
};

QTEST_GUILESS_MAIN(ScriptTrainingTest)
#include "tst_script_training.moc"
