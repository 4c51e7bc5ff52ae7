#include "core/hook/model_tap.h"
#include "core/hook/output_shapes.h"
#include "core/model/built_in_models.h"
#include "core/training/experiment_trainer.h"
#include "core/visualizer/visualizer.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <torch/nn/module.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;

namespace {

using Shape = std::vector<std::int64_t>;

/// Returns an experiment with this data set and model, without lenses.
Json experimentOf(const Json &dataset, const Json &model)
{
    return {{"format", 1}, {"dataset", dataset}, {"model", model}, {"optimizer", {{"kind", "adam"}, {"lr", 0.01}}},
            {"threads", 1}};
}

settings::Model modelOf(const Json &dataset, const Json &model)
{
    return Experiment::fromJson(experimentOf(dataset, model)).model.as<settings::Model>();
}

model::Model resnet(Json settings, const Shape &inputShape, std::int64_t classes)
{
    settings["kind"] = "resnet";
    return model::makeModel(modelOf({{"kind", "fashion-mnist"}}, settings), inputShape, classes);
}

model::Model transformer(Json settings, std::int64_t context, std::int64_t vocabulary)
{
    settings["kind"] = "transformer";
    return model::makeModel(modelOf({{"kind", "text"}, {"path", "-"}}, settings), {context}, vocabulary);
}

const Json kSmallTransformer = {{"layers", 2}, {"heads", 2}, {"width", 8}};

std::int64_t parameterCount(const model::Model &model)
{
    std::int64_t count = 0;
    for (const at::Tensor &parameter : model.module->parameters())
        count += parameter.numel();
    return count;
}

QStringList names(const hook::ModelTap &tap, bool leavesOnly)
{
    QStringList all;
    for (const auto &layer : tap.modules())
        if (layer.leaf || !leavesOnly)
            all << QString::fromStdString(layer.name);
    return all;
}

/// A module's input and output in one forward of the model.
struct Seen
{
    at::Tensor input;
    at::Tensor output;
};

Seen seen(const model::Model &model, const at::Tensor &input, const std::string &layer)
{
    hook::ModelTap tap(model.module);
    Seen result;
    for (hook::ModuleId id = 0; id < tap.modules().size(); ++id)
        if (tap.modules()[id].name == layer) {
            const hook::Hook watch = tap.afterForward(id, [&](std::span<const Tensor> inputs, const at::Tensor &output) {
                result = {inputs[0], output};
            });
            model.forward(input);
        }
    return result;
}

std::vector<double> losses(const Json &json)
{
    training::ExperimentTrainer trainer(Experiment::fromJson(json));
    visualizer::Visualizer nowhere;
    const session::Preparation preparation = trainer.prepare(nowhere, [](const std::string &) {});
    std::vector<double> all;
    for (bool finished = false; !finished;) {
        const session::Position position = trainer.advance();
        finished = position.finished;
        all.push_back(position.loss);
    }
    return all;
}

bool bitwiseSame(const std::vector<double> &a, const std::vector<double> &b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

} // namespace

class BuiltInModelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        writePictures("train", 120);
        writePictures("t10k", 40);
        QFile text(m_folder.filePath("text.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(QByteArray("the lens tells. ").repeated(100));
    }

    void aResnetTakesPicturesOfAnySize()
    {
        for (const Shape &shape : {Shape{1, 8, 8}, Shape{3, 28, 28}, Shape{2, 33, 17}}) {
            const model::Model model = resnet({{"widths", {4, 6, 8, 8}}}, shape, 5);
            Shape batch = shape;
            batch.insert(batch.begin(), 2);
            QCOMPARE(model.forward(at::randn(batch)).sizes().vec(), (Shape{2, 5}));
        }
        QVERIFY_EXCEPTION_THROWN(resnet(Json::object(), {10}, 5), std::invalid_argument);
    }

    void aResnetHasTheLayersOfResnet18()
    {
        const hook::ModelTap tap(resnet({{"widths", {4, 8}}, {"blocks", {1, 2}}}, {1, 8, 8}, 3).module);
        QCOMPARE(names(tap, true),
                 (QStringList{"conv1", "norm1", "relu1",
                              "layer1.0.conv1", "layer1.0.norm1", "layer1.0.relu1",
                              "layer1.0.conv2", "layer1.0.norm2", "layer1.0.relu2",
                              "layer2.0.conv1", "layer2.0.norm1", "layer2.0.relu1", "layer2.0.conv2", "layer2.0.norm2",
                              "layer2.0.shortcut.conv", "layer2.0.shortcut.norm", "layer2.0.relu2",
                              "layer2.1.conv1", "layer2.1.norm1", "layer2.1.relu1",
                              "layer2.1.conv2", "layer2.1.norm2", "layer2.1.relu2", "pool", "flatten", "fc"}));
        for (hook::ModuleId id = 0; id < tap.modules().size(); ++id) {
            QVERIFY2(tap.canWatchForward(id), tap.modules()[id].name.c_str());
            if (tap.modules()[id].name == "layer2.1")
                QCOMPARE(tap.modules()[id].type, std::string("ResidualBlock"));
        }
    }

    /// With its usual widths and without biases, the CIFAR-10 network has 11,173,962 parameters.
    void aResnetHasTheParametersThatItShould()
    {
        QCOMPARE(parameterCount(resnet({{"widths", {64, 128, 256, 512}}, {"bias", false}}, {3, 32, 32}, 10)), 11173962);
        const auto convolution = [](int from, int to, int kernel) { return from * to * kernel * kernel + to + 2 * to; }; // including its norm
        const int expected = convolution(1, 16, 3) + 4 * convolution(16, 16, 3)
                           + convolution(16, 32, 3) + 3 * convolution(32, 32, 3) + convolution(16, 32, 1)
                           + convolution(32, 64, 3) + 3 * convolution(64, 64, 3) + convolution(32, 64, 1)
                           + convolution(64, 128, 3) + 3 * convolution(128, 128, 3) + convolution(64, 128, 1) + 128 * 10 + 10;
        QCOMPARE(parameterCount(resnet(Json::object(), {1, 28, 28}, 10)), expected);
    }

    void aBlockAddsItsShortcut()
    {
        const model::Model model = resnet({{"widths", {4, 8}}, {"blocks", {2, 1}}}, {1, 8, 8}, 3);
        model.module->eval();
        const at::Tensor input = at::randn({2, 1, 8, 8});
        const auto of = [&](const char *layer) { return seen(model, input, layer); };
        QVERIFY(of("layer1.1").output.equal((of("layer1.1.norm2").output + of("layer1.0").output).relu()));
        QVERIFY(of("layer2.0").output.equal((of("layer2.0.norm2").output + of("layer2.0.shortcut").output).relu()));
        QVERIFY(of("layer2.0.shortcut.conv").input.equal(of("layer1.1").output));
        QCOMPARE(of("layer2.0").output.sizes().vec(), (Shape{2, 8, 4, 4}));
        QVERIFY(of("fc").input.allclose(of("layer2.0").output.mean({2, 3})));
    }

    void aResnetTrainsWithEveryStyle()
    {
        for (const char *norm : {"none", "batch", "layer"})
            for (const char *activation : {"relu", "tanh", "gelu"}) {
                Json json = pictures();
                json["model"]["norm"] = norm;
                json["model"]["activation"] = activation;
                json["epochs"] = 1;
                QVERIFY2(std::isfinite(losses(json).back()), norm);
            }
    }

    void everyModuleTellsItsOutputShape_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("mlp") << "mlp" << QStringList{"flatten N×64", "fc1 N×16", "fc2 N×10"};
        QTest::newRow("cnn") << "cnn" << QStringList{"conv1 N×4×8×8", "pool1 N×4×4×4", "flatten N×64", "fc1 N×16"};
        QTest::newRow("resnet") << "resnet" << QStringList{"layer2 N×8×4×4", "layer2.0.shortcut.conv N×8×4×4", "pool N×8×1×1"};
        QTest::newRow("transformer") << "transformer"
                                     << QStringList{"tokens N×12×8", "positions 12×8", "blocks.1.attn.softmax N×2×12×12", "head N×12×5"};
    }

    void everyModuleTellsItsOutputShape()
    {
        QFETCH(const QString, kind);
        QFETCH(const QStringList, expected);
        const auto made = [](const Json &settings, const Shape &shape) {
            return model::makeModel(modelOf({{"kind", "fashion-mnist"}}, settings), shape, 10);
        };
        const model::Model model = kind == "mlp"    ? made({{"kind", "mlp"}, {"hidden", {16}}}, {1, 8, 8})
                                 : kind == "cnn"    ? made({{"kind", "cnn"}, {"channels", {4}}, {"hidden", {16}}}, {1, 8, 8})
                                 : kind == "resnet" ? resnet({{"widths", {4, 8}}, {"blocks", {1, 1}}}, {1, 8, 8}, 10)
                                                    : transformer(kSmallTransformer, 12, 5);
        hook::ModelTap tap(model.module);
        {
            const hook::OutputShapes shapes(tap, 3);
            for (const std::int64_t samples : {3, 2}) // the second is not examined
                model.forward(kind == "transformer" ? at::randint(5, {samples, 12}, at::kLong) : at::randn({samples, 1, 8, 8}));
            QStringList seen;
            for (hook::ModuleId id = 0; id < tap.modules().size(); ++id) {
                record::LayerInfo layer = tap.modules()[id];
                layer.outputShape = shapes.seen()[id];
                QVERIFY2(layer.outputShape, layer.name.c_str());
                seen << QString::fromStdString(layer.name + ' ' + outputShapeText(layer));
            }
            for (const QString &shape : expected)
                QVERIFY2(seen.contains(shape), qPrintable(shape + " is not in " + seen.join(", ")));
        }
        QCOMPARE(tap.hookCount(), std::size_t{0});
    }

    void aTransformerHasTheLayersOfGpt2()
    {
        const hook::ModelTap tap(transformer({{"layers", 2}, {"heads", 2}, {"width", 8}, {"dropout", 0.1}}, 4, 5).module);
        QStringList expected = {"tokens", "positions", "dropout"};
        for (const QString block : {"blocks.0.", "blocks.1."})
            for (const char *layer : {"ln1", "attn.qkv", "attn.softmax", "attn.proj", "dropout1", "ln2", "mlp.fc1", "mlp.gelu",
                                      "mlp.fc2", "dropout2"})
                expected << block + layer;
        expected << "ln" << "head";
        QCOMPARE(names(tap, true), expected);
        for (hook::ModuleId id = 0; id < tap.modules().size(); ++id)
            QVERIFY2(tap.canWatchForward(id), tap.modules()[id].name.c_str());
        const hook::ModelTap without(transformer(kSmallTransformer, 4, 5).module);
        QVERIFY(names(without, true).filter("dropout").isEmpty());
    }

    void aTransformerGivesScoresForEachPosition()
    {
        const model::Model model = transformer(kSmallTransformer, 12, 7);
        for (const std::int64_t length : {1, 5, 12})
            QCOMPARE(model.forward(at::randint(7, {3, length}, at::kLong)).sizes().vec(), (Shape{3, 7, length}));
        QVERIFY_EXCEPTION_THROWN(model.forward(at::zeros({1, 13}, at::kLong)), std::invalid_argument);
        const int width = 8, context = 12, vocabulary = 7;
        const int block = (3 * width * width + 3 * width) + (width * width + width) + (4 * width * width + 4 * width)
                        + (4 * width * width + width) + 4 * width;
        QCOMPARE(parameterCount(model),
                 (vocabulary + context) * width + 2 * block + 2 * width + width * vocabulary + vocabulary);
    }

    void aTransformerDoesNotLookAhead()
    {
        const at::NoGradGuard noGradients;
        const model::Model model = transformer(kSmallTransformer, 10, 7);
        for (at::Tensor &parameter : model.module->parameters())
            parameter.normal_(0, 0.5); // small initial weights would hide leaks
        const at::Tensor tokens = at::randint(7, {2, 10}, at::kLong);
        const at::Tensor before = model.forward(tokens);
        for (std::int64_t t = 0; t < 10; ++t) {
            at::Tensor changed = tokens.clone();
            changed.select(1, t).add_(1).remainder_(7);
            const at::Tensor after = model.forward(changed);
            QVERIFY(after.slice(2, 0, t).equal(before.slice(2, 0, t)));
            for (std::int64_t later = t; later < 10; ++later)
                QVERIFY(!after.select(2, later).equal(before.select(2, later)));
        }
    }

    void attentionIsThatOfTheBook()
    {
        const model::Model model = transformer({{"layers", 1}, {"heads", 2}, {"width", 6}}, 5, 7);
        const at::Tensor tokens = at::randint(7, {2, 5}, at::kLong);
        const at::Tensor qkv = seen(model, tokens, "blocks.0.attn.qkv").output.to(at::kDouble).contiguous();
        const at::Tensor mixed = seen(model, tokens, "blocks.0.attn.proj").input;
        for (int sample = 0; sample < 2; ++sample)
            for (int head = 0; head < 2; ++head)
                for (int t = 0; t < 5; ++t) {
                    const auto number = [&](int position, int part, int i) { // part 0: query, 1: key, 2: value
                        return qkv[sample][position][6 * part + 3 * head + i].item<double>();
                    };
                    double sum = 0, expected[3] = {};
                    for (int s = 0; s <= t; ++s) {
                        double product = 0;
                        for (int i = 0; i < 3; ++i)
                            product += number(t, 0, i) * number(s, 1, i);
                        const double weight = std::exp(product / std::sqrt(3.));
                        sum += weight;
                        for (int i = 0; i < 3; ++i)
                            expected[i] += weight * number(s, 2, i);
                    }
                    for (int i = 0; i < 3; ++i)
                        QVERIFY(std::abs(mixed[sample][t][3 * head + i].item<double>() - expected[i] / sum) < 1e-7);
                }
    }

    void aWidthMustBeDivisible()
    {
        const settings::Transformer wanted{.layers = 1, .heads = 3, .width = 8};
        QVERIFY_EXCEPTION_THROWN(model::makeModel(wanted, {4}, 5), std::invalid_argument);
    }

    void modelsThatFitNoMemoryAreRefused()
    {
        QVERIFY_EXCEPTION_THROWN(transformer({{"layers", 1000}, {"heads", 1}, {"width", 65536}}, 4, 5), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(transformer({{"layers", 1}, {"heads", 1}, {"width", 65536}}, 4096, 100000000), std::invalid_argument);
    }

    void theyLearnAndRepeatBitForBit_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<double>("share");
        QTest::newRow("resnet") << "resnet" << 0.3;
        QTest::newRow("transformer") << "transformer" << 0.2;
    }

    void theyLearnAndRepeatBitForBit()
    {
        QFETCH(QString, model);
        QFETCH(double, share);
        Json json = model == "resnet" ? pictures() : text();
        const std::vector<double> first = losses(json);
        QVERIFY(bitwiseSame(first, losses(json)));
        QVERIFY2(first.back() < share * first.front(), qPrintable(QString("%1 to %2").arg(first.front()).arg(first.back())));
        json["lenses"] = {{{"kind", "LossMetrics"}}, {{"kind", "OutputActivation"}}, {{"kind", "ParameterGradientGeometry"}},
                          {{"kind", "ParameterUpdateGeometry"}}};
        QVERIFY(bitwiseSame(first, losses(json)));
        json["seed"] = 2;
        QVERIFY(!bitwiseSame(first, losses(json)));
    }

private:
    Json pictures() const
    {
        Json json = experimentOf({{"kind", "fashion-mnist"}, {"path", m_folder.path().toStdString()}},
                                 {{"kind", "resnet"}, {"widths", {4, 8}}, {"blocks", {1, 1}}});
        json["batch_size"] = 20;
        json["epochs"] = 10;
        return json;
    }

    Json text() const
    {
        Json json = experimentOf({{"kind", "text"}, {"path", m_folder.filePath("text.txt").toStdString()}, {"context", 16}},
                                 {{"kind", "transformer"}, {"layers", 2}, {"heads", 2}, {"width", 16}, {"dropout", 0.05}});
        json["batch_size"] = 15;
        json["epochs"] = 8;
        return json;
    }

    /// Writes IDX files of 8x8 pictures: a bright column for classes 0 to 7, a bright row for 8 and 9.
    void writePictures(const QString &prefix, int count)
    {
        const auto header = [&](char dimensions) {
            return QByteArray("\0\0\x08", 3) + dimensions + QByteArray(3, '\0') + static_cast<char>(count);
        };
        const QByteArray eight("\0\0\0\x08", 4);
        QByteArray images = header(3) + eight + eight, labels = header(1);
        for (int i = 0; i < count; ++i) {
            const int label = i % 10;
            labels += static_cast<char>(label);
            for (int pixel = 0; pixel < 64; ++pixel) {
                const bool bright = label < 8 ? pixel % 8 == label : pixel / 8 == label - 6;
                images += static_cast<char>(bright ? 200 : (pixel * 37 + i * 11) % 64);
            }
        }
        for (const auto &[name, bytes] : {std::pair("-images-idx3-ubyte", images), std::pair("-labels-idx1-ubyte", labels)}) {
            QFile file(m_folder.filePath(prefix + name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        }
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(BuiltInModelsTest)
#include "tst_built_in_models.moc"
