// Replays what monitorch printed: rebuilds model, data and training from a directory's manifest.json and compares
// every value of the lenses there are. The directory is tests/data/golden, and ../shared/golden or the one that
// LENSBOARD_GOLDEN names.

#include "core/inspector/inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/training/optimizers.h"
#include "tests/support/settings.h"

#include <ATen/Parallel.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/from_blob.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/nn/modules/pooling.h>
#include <torch/optim/optimizer.h>

#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

using namespace lensboard;
using experiment::Json;
namespace fs = std::filesystem;
namespace nn = torch::nn;

namespace {

Json readJson(const fs::path &path)
{
    std::ifstream file(path);
    return Json::parse(file);
}

std::map<std::string, at::Tensor> readTensors(const fs::path &folder, const Json &description)
{
    std::ifstream file(folder / description.at("file").get<std::string>(), std::ios::binary);
    std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    std::map<std::string, at::Tensor> tensors;
    for (const Json &entry : description.at("tensors")) {
        const auto type = entry.at("dtype") == "float32" ? at::kFloat : at::kLong;
        tensors[entry.at("name")] = at::from_blob(bytes.data() + entry.at("offset").get<std::size_t>(),
                                                  entry.at("shape").get<std::vector<std::int64_t>>(), type)
                                        .clone();
    }
    return tensors;
}

std::shared_ptr<model::Sequential> makeMlp()
{
    auto net = std::make_shared<model::Sequential>();
    auto body = net->add<model::SequentialImpl>("body");
    body->add<nn::LinearImpl>("fc1", 20, 16);
    body->add<nn::ReLUImpl>("relu1");
    body->add<nn::LayerNormImpl>("norm", nn::LayerNormOptions({16}));
    body->add<nn::LinearImpl>("fc2", 16, 12);
    body->add<nn::TanhImpl>("tanh");
    net->add<nn::LinearImpl>("head", 12, 5);
    return net;
}

std::shared_ptr<model::Sequential> makeCnn()
{
    auto net = std::make_shared<model::Sequential>();
    net->add<nn::Conv2dImpl>("conv1", nn::Conv2dOptions(1, 4, 3).padding(1));
    net->add<nn::BatchNorm2dImpl>("bn1", 4);
    net->add<nn::ReLUImpl>("relu1");
    net->add<nn::MaxPool2dImpl>("pool1", 2);
    net->add<nn::Conv2dImpl>("conv2", nn::Conv2dOptions(4, 8, 3).padding(1));
    net->add<nn::ReLUImpl>("relu2");
    net->add<nn::MaxPool2dImpl>("pool2", 2);
    net->add<nn::FlattenImpl>("flat");
    net->add<nn::LinearImpl>("fc1", 32, 16);
    net->add<nn::ReLUImpl>("relu3");
    net->add<nn::DropoutImpl>("drop", 0.25);
    net->add<nn::LinearImpl>("fc2", 16, 4);
    return net;
}

void load(torch::nn::Module &model, const std::map<std::string, at::Tensor> &values)
{
    const at::NoGradGuard noGradients;
    for (auto &parameter : model.named_parameters())
        parameter.value().copy_(values.at(parameter.key()));
    for (auto &buffer : model.named_buffers())
        buffer.value().copy_(values.at(buffer.key()));
}

/// The settings that the manifest describes in words. \p faithful: the original's cosines, else ours per tick.
std::map<std::string, Json> settingsOf(const std::string &config, bool faithful)
{
    const Json geometry = {{"parity", faithful}, {"across_ticks", false}};
    std::map<std::string, Json> s = {{"LossMetrics", {{"metrics", Json::array({"accuracy"})}, {"parity", faithful}}},
                                     {"OutputActivation", {{"parity", faithful}}},
                                     {"ParameterGradientGeometry", geometry},
                                     {"ParameterUpdateGeometry", geometry}};
    if (config.starts_with("memory")) {
        const bool all = config == "memory_allpoints";
        const Json lines = all ? Json::array({"mean", "median", "max", "min", "Q1", "Q3", "IQR", "std"})
                               : Json::array({"mean", "median"});
        const Json ranges = all ? Json::array() : Json::array({"std", "min-max", "Q1-Q3"});
        const std::string rate = all ? "min" : "median";
        s["LossMetrics"].update({{"inplace", false}, {"loss_line", lines}, {"loss_range", ranges},
                                 {"metrics_line", lines}, {"metrics_range", ranges}});
        s["OutputActivation"].update({{"inplace", false}, {"activation_aggregation", rate}, {"death_aggregation", rate}});
        for (const char *lens : {"ParameterGradientGeometry", "ParameterUpdateGeometry"})
            s[lens].update({{"inplace", false}, {"normalise_by_size", true}, {"line_aggregation", lines},
                            {"range_aggregation", ranges}});
    } else if (config == "inplace_allpoints") {
        const Json lines = Json::array({"mean", "max", "min", "std"}), ranges = Json::array({"min-max"});
        s["LossMetrics"].update({{"separate_loss_and_metrics", false}, {"loss_line", lines},
                                 {"loss_range", Json::array()}});
        s["OutputActivation"].update({{"activation_aggregation", "min"}, {"death_aggregation", "max"},
                                      {"record_eval", true}, {"exclude", Json::array({"Dropout"})}});
        for (const char *lens : {"ParameterGradientGeometry", "ParameterUpdateGeometry"})
            s[lens].update({{"log_scale", true}, {"normalise_by_size", true}, {"line_aggregation", lines},
                            {"range_aggregation", ranges}});
        s["ParameterGradientGeometry"]["parameters"] = Json::array({"weight"});
        s["ParameterUpdateGeometry"]["correlation"] = false;
    }
    return s;
}

/// Everything plotted, under epoch, tag, layer and label; a range under both labels joined with |.
class Plotted final : public visualizer::Visualizer
{
public:
    using Key = std::tuple<std::int64_t, std::string, std::string, std::string>;
    std::map<Key, std::vector<double>> values;
    std::map<std::string, record::TagSpec> tags;

    void registerTag(const record::TagSpec &tag) override { tags[tag.name] = tag; }
    void plotNumerical(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &r) override
    {
        keep(stamp, tag, r);
    }
    void plotProbabilities(const record::TickStamp &stamp, const std::string &tag,
                           const visualizer::Readings &r) override
    {
        keep(stamp, tag, r);
    }

private:
    void keep(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &readings)
    {
        for (const auto &reading : readings) {
            for (const auto &line : reading.values)
                values[{stamp.tick, tag, reading.layer, line.label}] = {line.value};
            for (const auto &band : reading.ranges)
                values[{stamp.tick, tag, reading.layer, band.lowLabel + '|' + band.highLabel}] = {band.low, band.high};
        }
    }
};

/// Trains as the manifest's protocol says.
Plotted replay(const fs::path &folder, const Json &manifest, const Json &run, bool faithful)
{
    const std::string kind = run.at("model"), optimizerKind = run.at("optimizer"), config = run.at("config");
    const auto net = kind == "mlp" ? makeMlp() : makeCnn();
    load(*net, readTensors(folder, manifest.at("tensors").at(kind + "_init")));
    const auto data = readTensors(folder, manifest.at("tensors").at(kind + "_data"));
    const experiment::Choice sgd{"sgd", {{"lr", 0.05}, {"momentum", 0.9}, {"weight_decay", 0.0}, {"nesterov", false}}};
    const experiment::Choice adam{
        "adam", {{"lr", 0.01}, {"beta1", 0.9}, {"beta2", 0.999}, {"eps", 1e-8}, {"weight_decay", 0.0}}};
    const auto optimizer = training::makeOptimizer(optimizerKind == "sgd" ? sgd : adam, net->parameters());

    Plotted plotted;
    hook::ModelTap tap(net);
    experiment::InspectorSettings settings;
    settings.activeEvery = config == "every2" ? 2 : 1;
    inspector::Inspector inspector(settings);
    for (const auto &[lens, changes] : settingsOf(config, faithful))
        inspector.add(lens, lens::makeLens(test::lensChoice(lens, changes)));
    inspector.attach(tap, plotted);
    at::manual_seed(1234);

    std::int64_t step = 0;
    const auto &protocol = manifest.at("protocol");
    for (std::int64_t epoch = 1; epoch <= protocol.at("epochs"); ++epoch) {
        for (std::int64_t i = 0; i < protocol.at("steps_per_epoch"); ++i) {
            net->zero_grad(true);
            const at::Tensor scores = net->forward(data.at("train_x")[i]), targets = data.at("train_y")[i];
            const at::Tensor loss = at::cross_entropy_loss(scores, targets);
            loss.backward();
            optimizer->step();
            inspector.stepped();
            inspector.pushLoss(loss.item<double>(), lens::Phase::Train);
            inspector.pushMetric("accuracy", at::argmax(scores, 1).eq(targets).to(at::kDouble).mean().item<double>());
            ++step;
        }
        net->eval();
        for (std::int64_t i = 0; i < protocol.at("val_batches"); ++i) {
            const at::NoGradGuard noGradients;
            const at::Tensor loss = at::cross_entropy_loss(net->forward(data.at("val_x")[i]), data.at("val_y")[i]);
            inspector.pushLoss(loss.item<double>(), lens::Phase::Evaluation);
        }
        inspector.tick({epoch, epoch, step, step * 8, 0});
        net->train();
    }
    inspector.detach();
    if (tap.hookCount() != 0)
        throw std::runtime_error("hooks are left after detach()");
    return plotted;
}

bool isQuantile(const std::string &label)
{
    return label.find("median") != std::string::npos || label.find("Q1") != std::string::npos
        || label.find("Q3") != std::string::npos || label.find("IQR") != std::string::npos;
}

double number(const Json &json)
{
    if (json.is_number())
        return json.get<double>();
    return json == "inf" ? INFINITY : json == "-inf" ? -INFINITY : NAN;
}

/// The values of a tick as the file has them before aggregation; null where it keeps statistics only.
const Json *rawValues(const Json &raw, const std::string &lens, const std::string &tag, const std::string &layer,
                      const std::string &label)
{
    if (lens == "LossMetrics") {
        const auto name = label.substr(0, label.find(' '));
        return raw.at(lens).contains(name) ? &raw.at(lens).at(name) : nullptr;
    }
    if (lens == "OutputActivation")
        return raw.at(lens).contains(layer) ? &raw.at(lens).at(layer).at(label == "activation_rate" ? 0 : 1) : nullptr;
    return &raw.at(lens).at(tag.starts_with("Weight") ? "weight" : "bias").at(layer).at(tag.ends_with("Norm") ? 0 : 1);
}

/// Linear interpolation, written here again.
double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    const double at = q * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(at)), high = static_cast<std::size_t>(std::ceil(at));
    return values[low] + (values[high] - values[low]) * (at - std::floor(at));
}

std::vector<double> quantilesFor(const std::string &label, const std::vector<double> &values)
{
    const double q1 = quantile(values, 0.25), q3 = quantile(values, 0.75);
    if (label.find('|') != std::string::npos)
        return {q1, q3};
    if (label.find("IQR") != std::string::npos)
        return {q3 - q1};
    return {label.find("Q1") != std::string::npos ? q1 : label.find("Q3") != std::string::npos ? q3
                                                                                             : quantile(values, 0.5)};
}

struct Tally
{
    int compared = 0;
    int fragile = 0;
    int otherLenses = 0;
    int wrong = 0;
};

class Comparison
{
public:
    Comparison(const Json &run, const Plotted &plotted, bool faithful, Tally &tally)
        : m_run(run), m_plotted(plotted), m_faithful(faithful), m_tally(tally)
    {
        for (const Json &mark : run.at("affected"))
            m_marks[{mark[1].get<int>(), mark[2].get<std::string>(), mark[3].get<std::string>()}][mark[0]] = mark[5];
    }

    void compareAll()
    {
        compareTags();
        for (int call = 0; call < static_cast<int>(m_run.at("calls").size()); ++call) {
            const Json &made = m_run.at("calls")[static_cast<std::size_t>(call)];
            for (const Json &entry : made.at("values"))
                for (const Json &value : entry[1])
                    compare(call, made, entry[0], value[0], {number(value[1])});
            if (made.contains("ranges") && made.at("ranges").is_array())
                for (const Json &entry : made.at("ranges"))
                    for (const Json &range : entry[1])
                        compare(call, made, entry[0],
                                range[0][0].get<std::string>() + '|' + range[0][1].get<std::string>(),
                                {number(range[1][0]), number(range[1][1])});
        }
        if (!m_faithful)
            return;
        for (const auto &[place, marks] : m_marks) // bands that the original never drew
            if (const auto missing = marks.find("B3"); missing != marks.end() && !isQuantile(std::get<2>(place)))
                check(m_run.at("calls")[static_cast<std::size_t>(std::get<0>(place))], std::get<1>(place),
                      std::get<2>(place), {number(missing->second[0]), number(missing->second[1])});
    }

private:
    void compareTags()
    {
        for (const Json &tag : m_run.at("tags")) {
            const auto known = m_plotted.tags.find(tag.at("tag"));
            if (known == m_plotted.tags.end())
                continue;
            const record::TagSpec &ours = known->second;
            QString kind = QString::fromLatin1(toText(ours.kind)).toUpper();
            QCOMPARE(kind, QString::fromStdString(tag.at("type")));
            QCOMPARE(ours.big, tag.at("big_plot").get<bool>());
            QCOMPARE(ours.logY, tag.at("logy").get<bool>());
            QCOMPARE(ours.annotate, tag.at("annotate").get<bool>());
        }
    }

    void compare(int call, const Json &made, const std::string &layer, const std::string &label,
                 std::vector<double> expected)
    {
        const std::string tag = made.at("tag");
        const auto known = m_plotted.tags.find(tag);
        if (known == m_plotted.tags.end()) {
            ++m_tally.otherLenses;
            return;
        }
        // conv1.bias is rounding noise; Adam turns it into steps of full size, which only evaluation sees.
        const bool cnn = m_run.at("model") == "cnn";
        if (cnn && ((layer == "conv1" && tag.starts_with("Bias"))
                    || (m_run.at("optimizer") == "adam" && label.starts_with("val_loss")))) {
            ++m_tally.fragile;
            return;
        }
        const auto &marks = m_marks[{call, layer, label}];
        if (m_faithful ? expectOriginal(marks, expected) : expectFaultless(marks, made, known->second.lens, layer, label, expected))
            check(made, layer, label, expected, m_faithful ? 1e-5 : 1e-2);
    }

    /// What the original printed, but for minima and third quartiles, whose plain bugs nobody wants.
    bool expectOriginal(const std::map<std::string, Json> &marks, std::vector<double> &expected) const
    {
        for (const char *bug : {"B1", "B2"})
            if (const auto mark = marks.find(bug); mark != marks.end())
                expected = numbers(mark->second);
        return true;
    }

    /// Marked values only: linear quantiles of the values before aggregation, and cosines without the made-up one.
    /// The latter still have the original's 1e-8 (B8), so the tolerance is wider.
    bool expectFaultless(const std::map<std::string, Json> &marks, const Json &made, const std::string &lens,
                         const std::string &layer, const std::string &label, std::vector<double> &expected) const
    {
        const std::string tag = made.at("tag");
        if (isQuantile(label) || marks.contains("B6") || marks.contains("B7")) {
            const auto &raw = m_run.at("raw_before_tick")[made.at("epoch").get<std::size_t>() - 1];
            const Json *values = tag.starts_with("Warning") ? nullptr : rawValues(raw, lens, tag, layer, label);
            if (!values || !values->is_array() || marks.contains("B8"))
                return false;
            auto list = values->get<std::vector<double>>();
            if (tag.ends_with("Correlation"))
                list.erase(list.begin());
            expected = quantilesFor(label, list);
            return true;
        }
        if (!marks.contains("B4") || marks.size() != 1)
            return false;
        expected = numbers(marks.at("B4"));
        return true;
    }

    static std::vector<double> numbers(const Json &json)
    {
        return json.is_array() ? std::vector{number(json[0]), number(json[1])} : std::vector{number(json)};
    }

    void check(const Json &made, const std::string &layer, const std::string &label,
               const std::vector<double> &expected, double tolerance = 1e-5)
    {
        const auto found = m_plotted.values.find({made.at("epoch"), made.at("tag"), layer, label});
        ++m_tally.compared;
        // Another processor rounds otherwise, which cosines near 0 show most: their scale is 1.
        const double floor = made.at("tag").get<std::string>().ends_with("Correlation") ? 1e-6 : 1e-7;
        const auto near = [&](double a, double b) {
            return (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= std::max(floor, tolerance * std::fabs(b));
        };
        const bool right = found != m_plotted.values.end()
                        && std::equal(expected.begin(), expected.end(), found->second.begin(), found->second.end(), near);
        if (right)
            return;
        if (++m_tally.wrong <= 20)
            qWarning("epoch %d, %s / %s / %s: expected %.9g … %.9g, found %.9g … %.9g", made.at("epoch").get<int>(),
                     made.at("tag").get<std::string>().c_str(), layer.c_str(), label.c_str(), expected.front(),
                     expected.back(), found == m_plotted.values.end() ? NAN : found->second.front(),
                     found == m_plotted.values.end() ? NAN : found->second.back());
    }

    const Json &m_run;
    const Plotted &m_plotted;
    bool m_faithful;
    Tally &m_tally;
    std::map<std::tuple<int, std::string, std::string>, std::map<std::string, Json>> m_marks;
};

} // namespace

class GoldenReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void replaysWhatTheOriginalPrinted_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("shipped") << QString(LENSBOARD_SOURCE_DIR "/tests/data/golden");
        const QString other = qEnvironmentVariable("LENSBOARD_GOLDEN", LENSBOARD_SOURCE_DIR "/../shared/golden");
        QTest::newRow("whole") << other;
    }

    void replaysWhatTheOriginalPrinted()
    {
        QFETCH(QString, folder);
        const fs::path path = folder.toStdString();
        if (!fs::exists(path / "manifest.json"))
            QSKIP(qPrintable("skipped: " + folder + " is not there"));
        const Json manifest = readJson(path / "manifest.json");
        Tally tally;
        int runs = 0;
        for (const Json &entry : manifest.at("runs")) {
            const fs::path file = path / entry.at("file").get<std::string>();
            if (!fs::exists(file))
                continue;
            ++runs;
            const Json run = readJson(file);
            for (const bool faithful : {true, false}) {
                const Plotted plotted = replay(path, manifest, run, faithful);
                const int wrongBefore = tally.wrong;
                Comparison(run, plotted, faithful, tally).compareAll();
                if (tally.wrong > wrongBefore)
                    qWarning("^ in %s, %s", file.filename().c_str(), faithful ? "as the original" : "free of faults");
            }
        }
        qInfo("%d runs: %d values compared, %d fragile skipped, %d of lenses that are not there", runs, tally.compared,
              tally.fragile, tally.otherLenses);
        QVERIFY(tally.compared > 500);
        QCOMPARE(tally.wrong, 0);
    }
};

QTEST_GUILESS_MAIN(GoldenReplayTest)
#include "tst_golden_replay.moc"
