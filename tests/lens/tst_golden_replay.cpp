// Replays monitorch's results: rebuilds model, data and training from a folder's manifest.json and compares every value. Uses tests/data/golden, and
// the folder named by LENSBOARD_GOLDEN.

#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/training/optimizers.h"
#include "core/visualizer/labelled_visualizer.h"
#include "tests/lens/rounding_noise.h"
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

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <unistd.h>

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

/// Parity: the numbers of the original. PerTick: without its bugs, cosines within ticks only, as in the file. Default: all settings outside the
/// configuration at their defaults, so cosines continue across ticks.
enum class Mode { Parity, PerTick, Default };

/// Returns the settings that the manifest describes in words.
std::map<std::string, Json> settingsOf(const std::string &config, Mode mode)
{
    const std::vector<const char *> geometryLenses = {"OutputGradientGeometry", "ParameterGradientGeometry",
                                                      "ParameterUpdateGeometry"};
    const std::vector<const char *> activationLenses = {"OutputActivation", "ParameterGradientActivation"};
    std::map<std::string, Json> s;
    for (const char *lens : {"LossMetrics", "OutputActivation", "OutputNorm", "OutputGradientGeometry",
                             "ParameterGradientActivation", "ParameterGradientGeometry", "ParameterNorm",
                             "ParameterUpdateGeometry"})
        s[lens] = lens == std::string("ParameterNorm") ? Json::object() : Json{{"parity", mode == Mode::Parity}};
    s["LossMetrics"]["metrics"] = Json::array({"accuracy"});
    if (mode != Mode::Parity)
        s["OutputActivation"]["saturation"] = false; // the file has activation rates of Tanh
    for (const char *lens : geometryLenses)
        s[lens]["across_ticks"] = mode == Mode::Default;
    if (config.starts_with("memory")) {
        const bool all = config == "memory_allpoints";
        const Json lines = all ? Json::array({"mean", "median", "max", "min", "Q1", "Q3", "IQR", "std"})
                               : Json::array({"mean", "median"});
        const Json ranges = all ? Json::array() : Json::array({"std", "min-max", "Q1-Q3"});
        const std::string rate = all ? "min" : "median";
        for (auto &[lens, settings] : s)
            settings["inplace"] = false;
        s["LossMetrics"].update({{"loss_line", lines}, {"loss_range", ranges}, {"metrics_line", lines}, {"metrics_range", ranges}});
        for (const char *lens : activationLenses)
            s[lens].update({{"activation_aggregation", rate}, {"death_aggregation", rate}});
        for (const char *lens : geometryLenses)
            s[lens].update({{"line_aggregation", lines}, {"range_aggregation", ranges}});
        s["OutputNorm"].update({{"line_aggregation", lines}, {"range_aggregation", ranges}});
        s["ParameterNorm"]["aggregation"] = rate;
    } else if (config == "inplace_allpoints") {
        const Json lines = Json::array({"mean", "max", "min", "std"}), ranges = Json::array({"min-max"});
        s["LossMetrics"].update({{"separate_loss_and_metrics", false}, {"loss_line", lines},
                                 {"loss_range", Json::array()}});
        for (const char *lens : activationLenses)
            s[lens].update({{"activation_aggregation", "min"}, {"death_aggregation", "max"}});
        s["OutputActivation"].update({{"record_eval", true}, {"exclude", Json::array({"Dropout"})}});
        s["OutputNorm"].update({{"record_eval", true}, {"include", Json::array({"Linear"})}, {"comparison_aggregation", "max"},
                                {"line_aggregation", lines}, {"range_aggregation", ranges}, {"log_scale", true}});
        s["OutputGradientGeometry"]["skip_activation"] = false;
        for (const char *lens : geometryLenses)
            s[lens].update({{"log_scale", true}, {"line_aggregation", lines}, {"range_aggregation", ranges}});
        s["ParameterGradientGeometry"]["parameters"] = Json::array({"weight"});
        s["ParameterNorm"]["log_scale"] = true;
        s["ParameterUpdateGeometry"]["correlation"] = false;
    }
    if (config.starts_with("memory") || config == "inplace_allpoints")
        for (const char *lens : {"OutputNorm", "OutputGradientGeometry", "ParameterGradientGeometry", "ParameterNorm",
                                 "ParameterUpdateGeometry"})
            s[lens]["normalise_by_size"] = true;
    return s;
}

/// Collects all plotted values by epoch, tag, layer and label; a range under both labels joined with |.
class Plotted final : public visualizer::LabelledVisualizer
{
public:
    using Key = std::tuple<std::int64_t, std::string, std::string, std::string>;
    std::map<Key, std::vector<double>> values;
    std::map<std::string, record::TagSpec> tags;
    std::set<std::string> biasesWithoutGradient; ///< layers
    bool biasesMovedByRounding = false;
    std::map<std::tuple<std::int64_t, std::string, std::string>, double> cosineNoise; ///< by epoch, tag and layer

    std::uint32_t registerTag(const record::TagSpec &tag) override
    {
        tags[tag.name] = tag;
        return LabelledVisualizer::registerTag(tag);
    }

private:
    void show(const record::TickStamp &stamp, const record::TagSpec &tag, const visualizer::Readings &readings) override
    {
        for (const auto &reading : readings) {
            for (const auto &line : reading.values)
                values[{stamp.tick, tag.name, reading.layer, line.label}] = {line.value};
            for (const auto &band : reading.ranges)
                values[{stamp.tick, tag.name, reading.layer, band.lowLabel + '|' + band.highLabel}] = {band.low, band.high};
        }
    }
};

/// Parses the seed from the manifest's text, "torch.manual_seed(1234) after …".
std::uint64_t seedOf(const Json &manifest)
{
    const std::string text = manifest.at("protocol").at("train_seed"), call = "manual_seed(";
    return std::stoull(text.substr(text.find(call) + call.size()));
}

settings::Optimizer optimizerOf(const Json &manifest, const std::string &kind)
{
    const Json &given = manifest.at("optimizers").at(kind);
    Json json = {{"kind", kind}, {"lr", given.at("lr")}, {"weight_decay", 0.0}};
    if (kind == "sgd")
        json["momentum"] = given.at("momentum");
    else
        json.update({{"beta1", given.at("betas")[0]}, {"beta2", given.at("betas")[1]}, {"eps", given.at("eps")}});
    return settings::OneOf<settings::Optimizer>::parsed(json);
}

/// Trains according to the manifest's protocol.
Plotted replay(const fs::path &folder, const Json &manifest, const Json &run, Mode mode)
{
    const std::string kind = run.at("model"), config = run.at("config");
    const auto net = kind == "mlp" ? makeMlp() : makeCnn();
    load(*net, readTensors(folder, manifest.at("tensors").at(kind + "_init")));
    const auto data = readTensors(folder, manifest.at("tensors").at(kind + "_data"));
    const auto optimizer = training::makeOptimizer(optimizerOf(manifest, run.at("optimizer")), net->parameters());

    Plotted plotted;
    hook::ModelTap tap(net);
    experiment::InspectorSettings settings;
    settings.activeEvery = config == "every2" ? 2 : 1;
    inspector::ModelInspector inspector(settings);
    for (const auto &[lens, changes] : settingsOf(config, mode))
        inspector.add(lens, lens::makeLens(test::lensChoice(lens, changes)));
    inspector.attach(tap, plotted);
    std::optional<test::RoundingNoise> noise(tap);
    at::manual_seed(seedOf(manifest));

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
            noise->stepped(epoch);
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
    plotted.biasesWithoutGradient = noise->biasesWithoutGradient();
    plotted.biasesMovedByRounding = noise->movesBiases();
    for (const auto &[key, values] : plotted.values)
        if (const auto &[epoch, tag, layer, label] = key; tag.ends_with(" Update Correlation"))
            plotted.cosineNoise[{epoch, tag, layer}] = noise->ofUpdateCosines(epoch, layer, tag.starts_with("Weight") ? "weight" : "bias");
    noise.reset();
    if (tap.hookCount() != 0)
        throw std::runtime_error("hooks are left after detach()");
    return plotted;
}

double number(const Json &json)
{
    if (json.is_number())
        return json.get<double>();
    return json == "inf" ? INFINITY : json == "-inf" ? -INFINITY : NAN;
}

/// Raw values of one layer under one tag in a tick: from the file of the run in memory mode, and from the other files' means.
class RawValues
{
public:
    RawValues(const fs::path &folder, const std::string &training)
        : m_memory(readJson(folder / (training + "_memory.json")).at("raw_before_tick")),
          m_running(readJson(folder / (training + "_default.json")).at("raw_before_tick"))
    {}

    /// Returns an empty vector if the file does not have the values.
    std::vector<double> values(std::size_t epoch, const std::string &lens, const std::string &tag,
                               const std::string &layer, const std::string &label) const
    {
        const Json *list = find(m_memory, epoch, lens, tag, layer, label);
        return list && list->is_array() ? list->get<std::vector<double>>() : std::vector<double>();
    }

    /// Returns the cosines of a tick without the artificial first one and without the 1e-8 (B4, B8), or an empty vector.
    std::vector<double> cosines(std::size_t epoch, const std::string &lens, const std::string &tag,
                                const std::string &layer) const
    {
        const std::string normTag = tag.substr(0, tag.rfind(' ')) + " Norm";
        const std::vector<double> rms = values(epoch, lens, normTag, layer, "");
        if (rms.empty())
            return {};
        double sum = 0;
        for (const double value : rms)
            sum += value;
        const double norms = find(m_running, epoch, lens, normTag, layer, "")->at("mean").get<double>();
        const double root = norms * static_cast<double>(rms.size()) / sum; // of the number of elements
        std::vector<double> list = values(epoch, lens, tag, layer, "");
        for (std::size_t i = 1; i < list.size(); ++i) {
            const double product = root * rms[i - 1] * root * rms[i];
            list[i] *= (product + 1e-8) / product;
        }
        list.erase(list.begin());
        return list;
    }

private:
    static const Json *find(const Json &raw, std::size_t epoch, const std::string &lens, const std::string &tag,
                            const std::string &layer, const std::string &label)
    {
        const Json &values = raw.at(epoch - 1).at(lens);
        if (lens == "LossMetrics") {
            const auto name = label.substr(0, label.find(' '));
            return values.contains(name) ? &values.at(name) : nullptr;
        }
        const bool ofParameter = lens.starts_with("Parameter");
        const Json &layers = ofParameter ? values.at(tag.starts_with("Weight") ? "weight" : "bias") : values;
        if (!layers.contains(layer))
            return nullptr;
        if (lens == "OutputNorm")
            return &layers.at(layer);
        if (lens.ends_with("Activation"))
            return &layers.at(layer).at(label == "activation_rate" ? 0 : 1);
        return &layers.at(layer).at(tag.ends_with("Norm") ? 0 : 1);
    }

    Json m_memory;
    Json m_running;
};

/// Linear interpolation, implemented independently.
double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    const double at = q * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(at)), high = static_cast<std::size_t>(std::ceil(at));
    return values[low] + (values[high] - values[low]) * (at - std::floor(at));
}

/// Returns the statistic of \p values named by a label such as "train_loss mean", "-σ|+σ" or "IQR".
std::vector<double> statisticOf(const std::string &label, const std::vector<double> &values)
{
    const auto says = [&](const char *name) { return label.find(name) != std::string::npos; };
    double mean = 0, squares = 0;
    for (const double value : values)
        mean += value / static_cast<double>(values.size());
    for (const double value : values)
        squares += (value - mean) * (value - mean) / static_cast<double>(values.size());
    const double std = std::sqrt(squares), q1 = quantile(values, 0.25), q3 = quantile(values, 0.75);
    if (says("σ"))
        return {mean - std, mean + std};
    if (says("|"))
        return says("Q1") ? std::vector{q1, q3} : std::vector{quantile(values, 0), quantile(values, 1)};
    if (says("IQR"))
        return {q3 - q1};
    return {says("mean") ? mean : says("median") ? quantile(values, 0.5) : says("max") ? quantile(values, 1)
            : says("min") ? quantile(values, 0) : says("Q1") ? q1 : says("Q3") ? q3 : std};
}

struct Tally
{
    int compared = 0;
    int noise = 0;
    int wrong = 0;
};

class Comparison
{
public:
    Comparison(const Json &run, const Plotted &plotted, Mode mode, const RawValues &raw, Tally &tally)
        : m_run(run), m_plotted(plotted), m_mode(mode), m_raw(raw), m_tally(tally)
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
        if (m_mode != Mode::Parity)
            return;
        for (const auto &[place, marks] : m_marks) // bands that the original never plotted
            if (const auto missing = marks.find("B3"); missing != marks.end())
                check(m_run.at("calls")[static_cast<std::size_t>(std::get<0>(place))], std::get<1>(place),
                      std::get<2>(place), numbers(missing->second));
    }

private:
    using Marks = std::map<std::string, Json>;

    void compareTags()
    {
        for (const Json &tag : m_run.at("tags")) {
            const auto known = m_plotted.tags.find(tag.at("tag"));
            QVERIFY2(known != m_plotted.tags.end(), tag.at("tag").get<std::string>().c_str());
            const record::TagSpec &ours = known->second;
            QString kind = QString::fromLatin1(toText(ours.kind)).toUpper();
            QCOMPARE(kind, QString::fromStdString(tag.at("type")));
            QCOMPARE(ours.big, tag.at("big_plot").get<bool>());
            QCOMPARE(ours.logY, tag.at("logy").get<bool>());
            QCOMPARE(ours.annotate, tag.at("annotate").get<bool>());
        }
    }

    /// Returns true for series of a bias without a gradient. If rounding moved the bias, all norm shares changed too, and batch normalisation's
    /// averages, used in validations, lag behind it.
    bool isNoise(const std::string &tag, const std::string &layer, const std::string &label) const
    {
        const std::set<std::string> &layers = m_plotted.biasesWithoutGradient;
        if (tag.starts_with("Bias") && (layers.contains(layer) || layers.contains(label)))
            return true;
        return m_plotted.biasesMovedByRounding && (tag == "Bias Norm Comparison" || label.starts_with("val_"));
    }

    void compare(int call, const Json &made, const std::string &layer, const std::string &label,
                 std::vector<double> expected)
    {
        const std::string tag = made.at("tag");
        if (isNoise(tag, layer, label)) {
            ++m_tally.noise;
            return;
        }
        const Marks &marks = m_marks[{call, layer, label}];
        if (m_mode == Mode::Parity) { // the printed values, except minima and third quartiles: there the correct values (B1, B2)
            for (const char *bug : {"B1", "B2"})
                if (const auto mark = marks.find(bug); mark != marks.end())
                    expected = numbers(mark->second);
            if (tag.starts_with("Warning Gradient") && !m_plotted.biasesWithoutGradient.empty()) // one layer's rates are noise
                expected = {worst(made.at("epoch"), tag, label)};
            check(made, layer, label, expected);
        } else if (expectFaultless(marks, made, layer, label, expected)) {
            check(made, layer, label, expected);
        }
    }

    /// For a value with a documented bug, computes the expected correct value from the values before aggregation. Returns false for other values.
    bool expectFaultless(const Marks &marks, const Json &made, const std::string &layer, const std::string &label,
                         std::vector<double> &expected)
    {
        m_beside = false;
        const std::string tag = made.at("tag"), lens = m_plotted.tags.at(tag).lens;
        const auto epoch = made.at("epoch").get<std::size_t>();
        const bool marked = marks.contains("B4") || marks.contains("B6") || marks.contains("B7") || marks.contains("B8");
        if (!marked)
            return false;
        if (tag.starts_with("Warning")) {
            expected = {worst(epoch, tag, label)};
            return true;
        }
        if (!tag.ends_with("Correlation")) {
            const auto values = m_raw.values(epoch, lens, tag, layer, label);
            if (values.empty()) // metrics are not included
                return false;
            expected = statisticOf(lens.ends_with("Activation") ? "median" : label, values);
            return true;
        }
        const bool first = epoch == (m_run.at("config") == "every2" ? 2u : 1u);
        if (m_mode == Mode::Default && !first)
            return false; // the cosine across ticks is not in the file
        auto cosines = m_raw.cosines(epoch, lens, tag, layer);
        if (cosines.empty()) { // a layer not watched by the run in memory mode
            m_beside = true;
            expected = numbers(marks.at("B4"));
            return !marks.contains("B8");
        }
        if (m_run.at("config") == "every2" && lens == "ParameterUpdateGeometry")
            cosines.erase(cosines.begin()); // updates start one step later if the previous tick was not measured
        expected = statisticOf(label, cosines);
        return true;
    }

    /// Returns the worst rate of all layers: the correct rate, or the found rate if it is compared separately or is noise.
    double worst(std::size_t epoch, const std::string &warning, const std::string &label) const
    {
        const std::string lens = m_plotted.tags.at(warning).lens, rate = label.substr(std::string("worst ").size());
        std::vector<double> rates;
        for (const auto &[key, values] : m_plotted.values) {
            const auto &[tick, tag, layer, name] = key;
            if (static_cast<std::size_t>(tick) != epoch || tag == warning || name != rate || m_plotted.tags.at(tag).lens != lens)
                continue;
            const bool found = m_mode == Mode::Parity || isNoise(tag, layer, name);
            rates.push_back(found ? values.front() : quantile(m_raw.values(epoch, lens, tag, layer, rate), 0.5));
        }
        return quantile(rates, rate == "activation_rate" ? 0 : 1);
    }

    static std::vector<double> numbers(const Json &json)
    {
        return json.is_array() ? std::vector{number(json[0]), number(json[1])} : std::vector{number(json)};
    }

    /// Returns true if the values agree within 1e-5, relative, or within the rounding error.
    bool near(const std::vector<double> &found, const std::vector<double> &expected, const Plotted::Key &key) const
    {
        // Expected values next to the marks may be off by 1e-4 (B8).
        const double tolerance = m_beside ? 2e-4 : 1e-5, floor = floorOf(key);
        return std::equal(expected.begin(), expected.end(), found.begin(), found.end(), [&](double a, double b) {
            return (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= std::max(floor, tolerance * std::fabs(a));
        });
    }

    /// Absolute rounding error of float32 for the values of \p key. Scales with the largest plotted value; for cosines the terms sum to at most 1;
    /// cosines between updates use differences.
    double floorOf(const Plotted::Key &key) const
    {
        const auto &[epoch, tag, layer, label] = key;
        if (!tag.ends_with("Correlation"))
            return std::max(1e-7, test::RoundingNoise::kUnit * largestBeside(key));
        const auto noise = m_plotted.cosineNoise.find({epoch, tag, layer});
        return std::max(1e-6, noise == m_plotted.cosineNoise.end() ? 0 : noise->second);
    }

    /// Returns the largest value among all labels of the same epoch, tag and layer.
    double largestBeside(const Plotted::Key &key) const
    {
        const auto &[epoch, tag, layer, label] = key;
        double largest = 0;
        for (auto at = m_plotted.values.lower_bound({epoch, tag, layer, ""}); at != m_plotted.values.end(); ++at) {
            if (std::get<0>(at->first) != epoch || std::get<1>(at->first) != tag || std::get<2>(at->first) != layer)
                break;
            for (const double value : at->second)
                largest = std::isfinite(value) ? std::max(largest, std::fabs(value)) : largest;
        }
        return largest;
    }

    void check(const Json &made, const std::string &layer, const std::string &label,
               const std::vector<double> &expected)
    {
        const Plotted::Key key{made.at("epoch"), made.at("tag"), layer, label};
        const auto found = m_plotted.values.find(key);
        ++m_tally.compared;
        const bool right = found != m_plotted.values.end() && near(found->second, expected, key);
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
    Mode m_mode;
    const RawValues &m_raw;
    bool m_beside = false; ///< the expected value is the one next to the mark
    Tally &m_tally;
    std::map<std::tuple<int, std::string, std::string>, Marks> m_marks;
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
        if (qEnvironmentVariableIsSet("LENSBOARD_GOLDEN"))
            QTest::newRow("LENSBOARD_GOLDEN") << qEnvironmentVariable("LENSBOARD_GOLDEN");
    }

    void replaysWhatTheOriginalPrinted()
    {
        QFETCH(QString, folder);
        const fs::path path = folder.toStdString();
        const Json manifest = readJson(path / "manifest.json");
        Tally tally;
        int runs = 0;
        for (const Json &entry : manifest.at("runs")) {
            const fs::path file = path / entry.at("file").get<std::string>();
            ++runs;
            const Json run = readJson(file);
            const std::string training = run.at("model").get<std::string>() + '_' + run.at("optimizer").get<std::string>();
            const RawValues raw(path, training);
            for (const Mode mode : {Mode::Parity, Mode::PerTick, Mode::Default}) {
                const Plotted plotted = replay(path, manifest, run, mode);
                const int wrongBefore = tally.wrong;
                Comparison(run, plotted, mode, raw, tally).compareAll();
                if (tally.wrong > wrongBefore)
                    qWarning("^ %d in %s, %s", tally.wrong - wrongBefore, file.filename().c_str(),
                             mode == Mode::Parity    ? "as the original"
                             : mode == Mode::PerTick ? "free of faults"
                                                     : "with default settings");
            }
        }
        qInfo("%d runs: %d values compared, %d are noise", runs, tally.compared, tally.noise);
        QVERIFY(tally.compared > 500 * runs);
        QVERIFY(tally.compared > 10 * tally.noise);
        QCOMPARE(tally.wrong, 0);
    }
};

/// The values were made with AVX2 kernels, and others round differently. The process restarts itself with AVX2 kernels selected.
int main(int argc, char *argv[])
{
    bool again = false;
    for (const auto &[name, value] : {std::pair("ATEN_CPU_CAPABILITY", "avx2"), std::pair("OPENBLAS_CORETYPE", "Haswell"),
                                      std::pair("DNNL_MAX_CPU_ISA", "AVX2")})
        if (!qEnvironmentVariableIsSet(name)) {
            qputenv(name, value);
            again = true;
        }
    if (again)
        execv("/proc/self/exe", argv);
    QCoreApplication app(argc, argv);
    GoldenReplayTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_golden_replay.moc"
