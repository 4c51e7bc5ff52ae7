#include "core/health/signals.h"

#include "core/bytes/lower_case.h"
#include "core/experiment/experiment.h"
#include "core/experiment/settings/objective_settings.h"
#include "core/health/name_words.h"
#include "core/stats/aggregate.h"
#include "core/visualizer/visualizer.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace lensboard::health {

namespace {

struct TagMeaning
{
    std::string_view ending;
    std::optional<Signal> signal; ///< nullopt if no rule reads it
};

/// The first matching entry applies. Names are in small letters, with blanks for underscores.
constexpr TagMeaning kOfTags[] = {{"output gradient norm", Signal::OutputGradientNorm}, {"gradient norm", Signal::GradientNorm},
                                  {"grad norm", Signal::TotalGradientNorm}, {"output gradient correlation", std::nullopt},
                                  {"gradient correlation", Signal::GradientCorrelation}, {"update norm", Signal::UpdateNorm},
                                  {"update ratio", Signal::UpdateRatio},
                                  {"update correlation", Signal::UpdateCorrelation},     {"output norm", Signal::OutputNorm},
                                  {"output effective rank", Signal::OutputRank},        {"effective rank", Signal::WeightRank},
                                  {" norm", Signal::ParameterNorm},                      {" cond", Signal::Condition}};

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> all)
{
    return std::ranges::find(all, text) != all.end();
}

/// Returns true for word and character error rates.
bool isErrorRate(std::string_view word)
{
    return isOneOf(word, {"wer", "cer"});
}

/// Returns the signal for a name if every word in it is known: training or validation, loss, accuracy, learning rate or time.
/// Returns nullopt if it has other words: a part of the loss is not the loss.
std::optional<Signal> meaningOf(const std::string &name)
{
    bool isValidation = false, isLoss = false, isAccuracy = false, isRate = false, isTime = false, isOfData = false, isOfStep = false, isGradient = false, isNorm = false;
    for (const std::string &word : wordsOf(name)) {
        if (isOneOf(word, {"val", "valid", "validation", "eval", "evaluation", "test", "dev"}))
            isValidation = true;
        else if (isOneOf(word, {"loss", "losses", "trainloss", "valloss"}))
            isLoss = true;
        else if (isOneOf(word, {"acc", "accuracy", "acc1", "top1"}) || isErrorRate(word))
            isAccuracy = true;
        else if (isOneOf(word, {"lr", "rate"}))
            isRate = true;
        else if (isOneOf(word, {"time", "seconds"}))
            isTime = true;
        else if (isOneOf(word, {"data", "dataloader", "dataloading"}))
            isOfData = true;
        else if (isOneOf(word, {"step", "batch", "iter", "iteration"}))
            isOfStep = true;
        else if (isOneOf(word, {"grad", "gradient", "gradients"}))
            isGradient = true;
        else if (word == "norm")
            isNorm = true;
        else if (!isOneOf(word, {"train", "training", "learning", "mean", "median", "value", "epoch", "metrics", "metric",
                                 "total", "not", "finite"}))
            return std::nullopt;
    }
    if (isTime)
        return isOfData ? std::optional(Signal::DataTime) : isOfStep ? std::optional(Signal::StepTime) : std::nullopt;
    if (isGradient && isNorm)
        return Signal::TotalGradientNorm;
    if (isOfData || isGradient || isNorm)
        return std::nullopt;
    if (isRate)
        return Signal::LearningRate;
    if (isLoss)
        return isValidation ? Signal::ValidationLoss : Signal::TrainLoss;
    if (isAccuracy)
        return isValidation ? Signal::ValidationAccuracy : Signal::TrainAccuracy;
    return std::nullopt;
}

/// Returns true if a run has several series of the signal, one for each label.
bool isOneOfSeveral(Signal signal)
{
    return signal == Signal::LabelShare || signal == Signal::PredictionShare || signal == Signal::PartTime;
}

std::optional<Signal> saturationOf(const std::string &label)
{
    return label == "saturation_rate"   ? std::optional(Signal::SaturationRate)
         : label == "saturated_units" ? std::optional(Signal::SaturatedUnits)
                                      : std::nullopt;
}

std::optional<Signal> meaningOf(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    std::string name = bytes::lowerCase(tag.name);
    std::ranges::replace(name, '_', ' ');
    if (name == "inputs" && tag.big)
        return series.label == "mean"               ? std::optional(Signal::InputMean)
             : series.label == "std"                ? std::optional(Signal::InputDeviation)
             : series.label == "share not finite" ? std::optional(Signal::InputNotFinite)
                                                    : std::nullopt;
    if (name == "labels" && tag.big)
        return series.label.starts_with("class ") ? std::optional(Signal::LabelShare)
             : series.label == "mean"             ? std::optional(Signal::TargetMean)
             : series.label == "std"              ? std::optional(Signal::TargetDeviation)
                                                  : std::nullopt;
    if (name == "predictions" && tag.big)
        return series.label.starts_with("class ")       ? std::optional(Signal::PredictionShare)
             : series.label == "share that sums to 1" ? std::optional(Signal::ProbabilityShare)
                                                        : std::nullopt;
    if (name == "data wait" && tag.big)
        return Signal::DataWait;
    if (name == "time in a step" && tag.big)
        return Signal::PartTime;
    if (tag.big)
        return meaningOf(series.label.empty() || series.label == "value" ? tag.name : series.label);
    if (name == "output activations")
        return series.label.starts_with("activation")                          ? std::optional(Signal::ActivationRate)
             : series.label.starts_with("death")                               ? std::optional(Signal::DeathRate)
                                                                               : saturationOf(series.label);
    if (name == "output saturation")
        return saturationOf(series.label);
    if (name == "batch norm drift")
        return series.label == "eval" ? Signal::EvaluationDrift : Signal::TrainingDrift;
    for (const auto &[ending, signal] : kOfTags)
        if (name.ends_with(ending))
            return signal;
    return meaningOf(tag.name + ' ' + series.layer + ' ' + series.label);
}

/// Returns the signal of an edge of a band: rules read only the upper one of the training loss's standard deviation.
std::optional<Signal> meaningOfBand(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    const std::string edge = ' ' + stats::rangeLabels(stats::RangeMethod::Std).second;
    const bool isUpper = tag.big && series.role == record::SeriesRole::BandHigh && series.label.ends_with(edge);
    const bool isOfLoss = isUpper && meaningOf(series.label.substr(0, series.label.size() - edge.size())) == Signal::TrainLoss;
    return isOfLoss ? std::optional(Signal::TrainLossUpper) : std::nullopt;
}

/// Returns the parameter of a tag: "weight" for "Weight Gradient Norm".
std::string parameterOf(const std::string &tag, Signal signal)
{
    switch (signal) {
    case Signal::GradientNorm:
    case Signal::GradientCorrelation:
    case Signal::UpdateNorm:
    case Signal::UpdateRatio:
    case Signal::UpdateCorrelation:
    case Signal::ParameterNorm:
    case Signal::Condition:
    case Signal::WeightRank: break;
    default: return {};
    }
    const auto words = wordsOf(tag);
    return words.empty() ? std::string() : words.front();
}

bool isMiddle(const record::SeriesSpec &series)
{
    const std::string &label = series.label;
    return label.empty() || label == "value" || label.ends_with("mean") || label.ends_with("median") || label.ends_with("_rate") || label == "saturated_units"
        || label.find("loss") != std::string::npos || isOneOf(label, {"learning rate", "train", "val", "eval", "valid", "validation", "test"});
}

/// Returns the kind of an experiment's \p loss; empty if not known.
std::string kindOfLoss(const experiment::Json &loss)
{
    if (loss.is_object())
        return loss.contains("kind") && loss["kind"].is_string() ? loss["kind"].get<std::string>() : std::string();
    return loss.is_string() ? loss.get<std::string>() : std::string();
}

std::optional<double> numberOf(const experiment::Json &object, const char *key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

/// Returns the number of outputs of the last layer with weights; 0 if not known.
std::int64_t lastUnits(const std::vector<record::LayerInfo> &layers)
{
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
        for (const record::ParameterInfo &parameter : layer->parameters)
            if (parameter.shape.size() >= 2)
                return parameter.shape[layer->type.find("Transpose") == std::string::npos ? 0 : 1];
    return 0;
}

/// Returns the number of classes from the shape of the model's output; 0 if not known. Classes are the second dimension in PyTorch, or the last
/// one if a sequence model's outputs are reshaped for the loss. For three dimensions, the last layer with weights decides.
std::int64_t classesOf(const std::vector<record::LayerInfo> &layers)
{
    if (layers.empty())
        return 0;
    const auto &shape = layers.front().outputShape ? layers.front().outputShape : layers.back().outputShape;
    if (!shape || shape->size() < 2)
        return 0;
    if (shape->size() == 2)
        return shape->back();
    if (shape->size() > 3)
        return (*shape)[1];
    const std::int64_t units = lastUnits(layers);
    return units == (*shape)[1] || units == shape->back() ? units : 0;
}

std::optional<double> guessingAmong(std::int64_t classes)
{
    return classes >= 2 ? std::optional(std::log(static_cast<double>(classes))) : std::nullopt;
}

} // namespace

RunFacts factsOf(const record::RunInfo &info)
{
    RunFacts facts{info.layers};
    const experiment::Json parsed = experiment::Json::parse(info.experiment, nullptr, false);
    const experiment::Json experiment = parsed.is_object() ? parsed : experiment::Json::object(); // empty if missing or from another tool
    facts.batchSize = numberOf(experiment, "batch_size");
    const experiment::Json clipping = experiment.value("clip_gradient", experiment::Json());
    if (clipping.is_object() && clipping.value("kind", experiment::Json()) == "norm")
        facts.clippedNorm = numberOf(clipping, "limit");
    const experiment::Json loss = experiment.value("loss", experiment::Json());
    const std::string kind = kindOfLoss(loss);
    facts.hasCrossEntropy = bytes::lowerCase(kind).find("cross") != std::string::npos;
    const bool isOfInputs = loss.is_object() && loss.value("target", experiment::Json()) == "input"; // inputs have another deviation than targets
    if (kind == settings::Mse::kKind && !isOfInputs)
        facts.guessingOf = [](double deviation) { return deviation * deviation; };
    else if ((kind == settings::L1::kKind || kind == settings::SmoothL1::kKind) && !isOfInputs)
        facts.guessingOf = [](double deviation) { return deviation; };
    facts.guessingLoss = kind.find("bce") != std::string::npos || kind.find("binary") != std::string::npos ? std::optional(std::log(2.0))
                       : facts.hasCrossEntropy                                                                  ? guessingAmong(classesOf(info.layers))
                                                                                                                : std::nullopt;
    return facts;
}

void SignalTable::learn(const record::RunInfo &info)
{
    m_layers = info.layers;
    m_places.clear();
    for (std::size_t i = 0; i < m_layers.size(); ++i)
        m_places.emplace(shownName(m_layers[i]), i);
}

bool SignalTable::mayHave(std::string_view type) const
{
    return m_layers.empty() || std::ranges::any_of(m_layers, [type](const record::LayerInfo &layer) { return layer.type.starts_with(type); });
}

bool SignalTable::hasLens(std::string_view kind) const
{
    return std::ranges::any_of(m_tags, [kind](const record::TagSpec &tag) { return tag.lens == kind; });
}

void SignalTable::addTag(std::uint32_t index, const record::TagSpec &tag)
{
    if (index >= m_tags.size())
        m_tags.resize(index + 1);
    m_tags[index] = tag;
}

std::optional<Line> SignalTable::add(std::uint32_t index, const record::SeriesSpec &series)
{
    if (series.tag >= m_tags.size())
        return std::nullopt;
    const record::TagSpec &tag = m_tags[series.tag];
    const bool counts = series.label.ends_with(visualizer::kNonFiniteLabel);
    const auto signal = series.role == record::SeriesRole::Line ? meaningOf(tag, series) : meaningOfBand(tag, series);
    if (!signal || tag.kind == record::TagKind::Relations || !(counts || isMiddle(series) || tag.big))
        return std::nullopt;
    const bool hasLayers = *signal >= Signal::GradientNorm;
    const std::string which = hasLayers ? series.layer : isOneOfSeveral(*signal) ? series.label : "";
    if (!m_known.insert({*signal, counts, hasLayers ? tag.name : "", which}).second)
        return std::nullopt;
    Line line;
    line.signal = *signal;
    line.countsNonFinite = counts;
    line.series = index;
    line.index = m_count++;
    line.tag = tag.name;
    line.layer = series.layer;
    line.label = series.label;
    line.isOfModel = !hasLayers;
    line.parameter = parameterOf(tag.name, *signal);
    line.isErrorRate = (*signal == Signal::TrainAccuracy || *signal == Signal::ValidationAccuracy)
                    && std::ranges::any_of(wordsOf(tag.name + ' ' + series.label), isErrorRate);
    line.isRms = tag.quantity.find("RMS") != std::string::npos;
    line.depth = m_layers.size() + line.index;
    if (hasLayers)
        place(line);
    line.isWeight = line.parameter != "bias" && (line.dimensions == 0 || line.dimensions >= 2);
    return line;
}

/// A parameter with a name that differs from its pattern has a line named "layer.parameter".
void SignalTable::place(Line &line) const
{
    const std::size_t dot = line.layer.rfind('.');
    auto known = m_places.find(line.layer);
    std::string parameter = line.parameter;
    if (known == m_places.end()) {
        known = m_places.find(dot == std::string::npos ? record::shownName({}) : line.layer.substr(0, dot));
        parameter = line.layer.substr(dot == std::string::npos ? 0 : dot + 1);
    }
    if (known == m_places.end())
        return;
    const record::LayerInfo &layer = m_layers[known->second];
    const auto found = std::ranges::find(layer.parameters, parameter, &record::ParameterInfo::name);
    if (known->first != line.layer && found == layer.parameters.end())
        return;
    line.depth = known->second;
    line.type = layer.type;
    if (line.signal == Signal::OutputNorm && layer.outputShape) {
        line.size = 1;
        for (const std::int64_t length : *layer.outputShape)
            line.size *= static_cast<double>(std::max<std::int64_t>(1, length)); // kBatchSize is negative
    }
    if (found == layer.parameters.end())
        return;
    line.dimensions = found->shape.size();
    line.size = 1;
    for (const std::int64_t length : found->shape)
        line.size *= static_cast<double>(length);
    if (line.dimensions >= 2 && line.size > 0)
        line.maxRank = std::min(static_cast<double>(found->shape.front()), line.size / static_cast<double>(found->shape.front()));
}

} // namespace lensboard::health
