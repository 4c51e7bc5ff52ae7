#include "core/experiment/watcher_tags.h"

#include "core/experiment/name_pattern.h"
#include "core/experiment/watcher.h"
#include "core/record/message.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace lensboard::experiment {

using record::TagKind;
using record::TagSpec;
using record::term;

namespace {

using Tags = std::vector<TagSpec>;

std::string capitalised(std::string name)
{
    if (!name.empty())
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

std::vector<std::string> titlesOf(const settings::ParameterPatterns &parameters)
{
    std::vector<std::string> titles;
    std::ranges::transform(parameters.patterns, std::back_inserter(titles), parameterTitle);
    return titles;
}

template <typename Lens>
TagSpec sharesTag(const Lens &, const std::string &name)
{
    return {.name = name, .lens = Lens::kKind, .kind = TagKind::Relations, .quantity = term("share"), .big = true, .annotate = false};
}

Tags lensTags(const settings::LossMetrics &lens)
{
    TagSpec both{.name = term("Loss & Metrics"), .lens = lens.kKind, .quantity = term("value"), .big = true, .logY = lens.logScale};
    if (!lens.separateLossAndMetrics)
        return {both};
    TagSpec loss = both, metrics = both;
    loss.name = term("Loss");
    loss.quantity = term("loss");
    metrics.name = term("Metrics"); // accuracies, errors and other values pushed by the loop
    metrics.logY = false;
    return {loss, metrics};
}

/// Appends a norm and the cosine of consecutive tensors.
template <typename Lens>
void appendGeometry(Tags &tags, const Lens &lens, const std::string &norm, const std::string &correlation)
{
    tags.push_back({.name = norm, .lens = lens.kKind, .quantity = lens.normaliseBySize ? term("RMS") : term("L2 norm"),
                    .logY = lens.logScale});
    if (lens.correlation)
        tags.push_back({.name = correlation, .lens = lens.kKind, .quantity = term("cosine"), .yLimits = std::pair(-1.0, 1.0)});
}

Tags lensTags(const settings::OutputGradientGeometry &lens)
{
    Tags tags;
    appendGeometry(tags, lens, term("Output Gradient Norm"), term("Output Gradient Correlation"));
    return tags;
}

Tags lensTags(const settings::ParameterGradientGeometry &lens)
{
    Tags tags;
    for (const std::string &title : titlesOf(lens.parameters))
        appendGeometry(tags, lens, term("%1 Gradient Norm", title), term("%1 Gradient Correlation", title));
    return tags;
}

Tags lensTags(const settings::ParameterUpdateGeometry &lens)
{
    Tags tags;
    for (const std::string &title : titlesOf(lens.parameters))
        appendGeometry(tags, lens, term("%1 Update Norm", title), term("%1 Update Correlation", title));
    return tags;
}

/// Returns the shares of active and dead units for each of \p names, and the worst shares of all layers.
template <typename Lens>
Tags activationTags(const Lens &lens, const std::vector<std::string> &names, const std::string &warning)
{
    Tags tags;
    for (const std::string &name : names)
        tags.push_back({.name = name, .lens = lens.kKind, .kind = TagKind::Probability, .quantity = term("share")});
    if (lens.warningPlot)
        tags.push_back({.name = warning, .lens = lens.kKind, .kind = TagKind::Probability, .quantity = term("share"), .big = true});
    return tags;
}

Tags lensTags(const settings::OutputActivation &lens)
{
    return activationTags(lens, {term("Output Activations")}, term("Warning Output Activations"));
}

Tags lensTags(const settings::ParameterGradientActivation &lens)
{
    std::vector<std::string> names;
    for (const std::string &title : titlesOf(lens.parameters))
        names.push_back(term("%1 Gradient Activation", title));
    return activationTags(lens, names, term("Warning Gradient Activations"));
}

Tags lensTags(const settings::OutputNorm &lens)
{
    const bool logScale = lens.logScale;
    Tags tags{{.name = term("Output Norm"), .lens = lens.kKind,
               .quantity = lens.normaliseBySize ? term("mean RMS") : term("mean L2 norm"), .logY = logScale}};
    if (!lens.comparisonPlot)
        return tags;
    const std::string method = capitalised(stats::toText(lens.comparisonAggregation));
    tags.push_back(sharesTag(lens, logScale ? term("%1 Output Log Norm Comparison", method) : term("%1 Output Norm Comparison", method)));
    return tags;
}

/// Lists the norms of all patterns, then their comparisons.
Tags lensTags(const settings::ParameterNorm &lens)
{
    const bool logScale = lens.logScale;
    Tags tags;
    for (const std::string &title : titlesOf(lens.parameters))
        tags.push_back({.name = term("%1 Norm", title), .lens = lens.kKind,
                        .quantity = lens.normaliseBySize ? term("RMS") : term("L2 norm"), .logY = logScale, .annotate = false});
    if (lens.comparisonPlot)
        for (const std::string &title : titlesOf(lens.parameters))
            tags.push_back(sharesTag(lens, logScale ? term("%1 Log Norm Comparison", title) : term("%1 Norm Comparison", title)));
    return tags;
}

Tags lensTags(const settings::ParameterCondition &lens)
{
    Tags tags;
    for (const std::string &title : titlesOf(lens.parameters))
        tags.push_back({.name = term("%1 Cond", title), .lens = lens.kKind, .quantity = term("σ_min / σ_max"), .logY = lens.logScale,
                        .annotate = false});
    return tags;
}

Tags lensTags(const settings::OutputSaturation &lens)
{
    return activationTags(lens, {term("Output Saturation")}, term("Warning Output Saturation"));
}

Tags lensTags(const settings::Data &lens)
{
    return {{.name = term("Inputs"), .lens = lens.kKind, .quantity = term("value"), .big = true, .annotate = false},
            {.name = term("Labels"), .lens = lens.kKind, .quantity = term("share or value"), .big = true, .annotate = false},
            {.name = term("Predictions"), .lens = lens.kKind, .quantity = term("share"), .big = true, .annotate = false},
            {.name = term("Data Wait"), .lens = lens.kKind, .quantity = term("share of the time"), .big = true, .annotate = false}};
}

Tags lensTags(const settings::BatchNormDrift &lens)
{
    return {{.name = term("Batch Norm Drift"), .lens = lens.kKind, .quantity = term("nats"), .logY = true, .annotate = false}};
}

Tags lensTags(const settings::StepTime &lens)
{
    return {{.name = term("Time in a Step"), .lens = lens.kKind, .quantity = term("seconds"), .big = true, .annotate = false}};
}

Tags lensTags(const settings::Machine &lens)
{
    return {{.name = term("Machine Load"), .lens = lens.kKind, .quantity = term("share of the time"), .big = true, .annotate = false},
            {.name = term("Machine Memory"), .lens = lens.kKind, .quantity = term("GB"), .big = true, .annotate = false},
            {.name = term("Disk and Network"), .lens = lens.kKind, .quantity = term("MB/s"), .big = true, .annotate = false},
            {.name = term("GPU Temperature"), .lens = lens.kKind, .quantity = term("°C"), .big = true, .annotate = false},
            {.name = term("GPU Power"), .lens = lens.kKind, .quantity = term("W"), .big = true, .annotate = false}};
}

/// Lists weights and gradients for each pattern, then outputs.
Tags lensTags(const settings::Histogram &lens)
{
    using Of = settings::Histogram::Of;
    Tags tags;
    const auto add = [&](Of what, const std::string &name) {
        if (lens.has(what))
            tags.push_back({.name = name, .lens = lens.kKind, .quantity = term("value"), .logY = true, .annotate = false});
    };
    for (const std::string &title : titlesOf(lens.parameters)) {
        add(Of::Weights, term("%1 Histogram", title));
        add(Of::Gradients, term("%1 Gradient Histogram", title));
    }
    add(Of::Outputs, term("Output Histogram"));
    return tags;
}

Tags lensTags(const settings::WeightUpdateRatio &lens)
{
    Tags tags;
    for (const std::string &title : titlesOf(lens.parameters))
        tags.push_back({.name = term("%1 Update Ratio", title), .lens = lens.kKind, .quantity = term("‖Δθ‖ / ‖θ‖"), .logY = lens.logScale});
    return tags;
}

/// Lists the quantities of each pattern.
Tags lensTags(const settings::AdamMoments &lens)
{
    using Of = settings::AdamMoments::Of;
    Tags tags;
    const auto add = [&](Of what, const std::string &name, const std::string &quantity) {
        if (lens.has(what))
            tags.push_back({.name = name, .lens = lens.kKind, .quantity = quantity, .logY = lens.logScale});
    };
    for (const std::string &title : titlesOf(lens.parameters)) {
        add(Of::First, term("%1 First Moment", title), term("RMS"));
        add(Of::Second, term("%1 Second Moment", title), term("√mean v"));
        add(Of::Update, term("%1 Update RMS", title), term("RMS"));
        add(Of::Ratio, term("%1 Gradient Ratio", title), term("g² / v"));
        add(Of::Step, term("%1 Effective Step", title), term("learning rate / √v"));
    }
    return tags;
}

/// Lists each pattern, then all parameters together.
Tags lensTags(const settings::GradientNoise &lens)
{
    Tags tags;
    const auto append = [&](const std::string &share, const std::string &noise, bool big) {
        tags.push_back({.name = share, .lens = lens.kKind, .kind = TagKind::Probability, .quantity = term("share"), .big = big});
        tags.push_back({.name = noise, .lens = lens.kKind, .quantity = term("samples"), .big = big, .logY = lens.logScale});
    };
    for (const std::string &title : titlesOf(lens.parameters))
        append(term("%1 Gradient Signal Share", title), term("%1 Gradient Noise Scale", title), false);
    append(term("Gradient Signal Share"), term("Gradient Noise Scale"), true);
    return tags;
}

/// Lists each pattern, then outputs.
Tags lensTags(const settings::EffectiveRank &lens)
{
    Tags tags;
    const auto append = [&](const std::string &effective, const std::string &stable) {
        const TagSpec tag{.name = effective, .lens = lens.kKind, .quantity = term("dimensions"), .logY = lens.logScale, .annotate = false};
        if (lens.effective)
            tags.push_back(tag);
        tags.push_back(tag);
        tags.back().name = stable;
    };
    for (const std::string &title : titlesOf(lens.parameters))
        append(term("%1 Effective Rank", title), term("%1 Stable Rank", title));
    if (lens.outputs)
        append(term("Output Effective Rank"), term("Output Stable Rank"));
    return tags;
}

/// Lists the numbers of the monitor's state, then the state itself.
Tags monitorTags(const settings::AnyMonitor &monitor)
{
    const std::string &name = monitor.name;
    Tags tags{{.name = name, .lens = name, .quantity = term("value"), .big = true, .annotate = false}};
    if (monitor.tensors)
        tags.push_back({.name = term("%1 tensor", name), .lens = name, .kind = TagKind::Tensors, .quantity = term("value")});
    return tags;
}

std::string recorded(const settings::ForwardPre &) { return term("input"); }
std::string recorded(const settings::ForwardInput &) { return term("input"); }
std::string recorded(const settings::ForwardOutput &) { return term("output"); }
std::string recorded(const settings::BackwardInput &) { return term("gradient of its input"); }
std::string recorded(const settings::BackwardOutput &) { return term("gradient of its output"); }

} // namespace

Tags tagsOf(const settings::LensSettings &lens)
{
    return std::visit([](const auto &settings) { return lensTags(settings); }, lens);
}

Tags tagsOf(const settings::Monitor &monitor)
{
    return std::visit([](const auto &settings) { return monitorTags(settings); }, monitor);
}

Tags tagsOf(const settings::Recorder &recorder)
{
    return std::visit([](const auto &settings) {
        return Tags{{.name = settings.name, .lens = settings.name, .kind = TagKind::Tensors, .quantity = recorded(settings)}};
    }, recorder);
}

Tags tagsOf(const KindSettings &watcher)
{
    switch (watcherType(watcher.kind)) {
    case WatcherType::Monitor: return tagsOf(watcher.as<settings::Monitor>());
    case WatcherType::Recorder: return tagsOf(watcher.as<settings::Recorder>());
    case WatcherType::Lens:
    case WatcherType::CustomLens: break;
    }
    return settings::OneOf<settings::LensSettings>::has(watcher.kind) ? tagsOf(watcher.as<settings::LensSettings>()) : Tags();
}

std::string parameterTitle(const std::string &pattern)
{
    const std::string name = plainName(pattern);
    return name.empty() ? term("Parameter") : capitalised(name);
}

} // namespace lensboard::experiment
