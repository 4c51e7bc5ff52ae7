#include "core/experiment/watcher_tags.h"

#include "core/experiment/name_pattern.h"
#include "core/experiment/watcher.h"
#include "core/record/message.h"

#include <cctype>
#include <map>

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

std::vector<std::string> titlesOf(const Choice &lens)
{
    std::vector<std::string> titles;
    for (const Json &pattern : lens.settings.at("parameters"))
        titles.push_back(parameterTitle(pattern.get<std::string>()));
    return titles;
}

TagSpec sharesTag(const Choice &lens, const std::string &name)
{
    return {.name = name, .lens = lens.kind, .kind = TagKind::Relations, .quantity = term("share"), .big = true, .annotate = false};
}

Tags lossTags(const Choice &lens)
{
    TagSpec both{.name = term("Loss & Metrics"), .lens = lens.kind, .quantity = term("value"), .big = true, .logY = lens.get<bool>("log_scale")};
    if (!lens.get<bool>("separate_loss_and_metrics"))
        return {both};
    TagSpec loss = both, metrics = both;
    loss.name = term("Loss");
    loss.quantity = term("loss");
    metrics.name = term("Metrics"); // accuracies, errors, whatever the loop pushes
    metrics.logY = false;
    return {loss, metrics};
}

/// A norm, and with it the cosine of consecutive tensors.
void appendGeometry(Tags &tags, const Choice &lens, const std::string &norm, const std::string &correlation)
{
    tags.push_back({.name = norm, .lens = lens.kind, .quantity = lens.get<bool>("normalise_by_size") ? term("RMS") : term("L2 norm"),
                    .logY = lens.get<bool>("log_scale")});
    if (lens.get<bool>("correlation"))
        tags.push_back({.name = correlation, .lens = lens.kind, .quantity = term("cosine"), .yLimits = std::pair(-1.0, 1.0)});
}

Tags outputGradientTags(const Choice &lens)
{
    Tags tags;
    appendGeometry(tags, lens, term("Output Gradient Norm"), term("Output Gradient Correlation"));
    return tags;
}

Tags gradientTags(const Choice &lens)
{
    Tags tags;
    for (const std::string &title : titlesOf(lens))
        appendGeometry(tags, lens, term("%1 Gradient Norm", title), term("%1 Gradient Correlation", title));
    return tags;
}

Tags updateTags(const Choice &lens)
{
    Tags tags;
    for (const std::string &title : titlesOf(lens))
        appendGeometry(tags, lens, term("%1 Update Norm", title), term("%1 Update Correlation", title));
    return tags;
}

/// Shares of active and dead units under each of \p names, and the worst of all layers.
Tags activationTags(const Choice &lens, const std::vector<std::string> &names, const std::string &warning)
{
    Tags tags;
    for (const std::string &name : names)
        tags.push_back({.name = name, .lens = lens.kind, .kind = TagKind::Probability, .quantity = term("share")});
    if (lens.get<bool>("warning_plot"))
        tags.push_back({.name = warning, .lens = lens.kind, .kind = TagKind::Probability, .quantity = term("share"), .big = true});
    return tags;
}

Tags outputActivationTags(const Choice &lens)
{
    return activationTags(lens, {term("Output Activations")}, term("Warning Output Activations"));
}

Tags gradientActivationTags(const Choice &lens)
{
    std::vector<std::string> names;
    for (const std::string &title : titlesOf(lens))
        names.push_back(term("%1 Gradient Activation", title));
    return activationTags(lens, names, term("Warning Gradient Activations"));
}

Tags outputNormTags(const Choice &lens)
{
    const bool logScale = lens.get<bool>("log_scale");
    Tags tags{{.name = term("Output Norm"), .lens = lens.kind,
               .quantity = lens.get<bool>("normalise_by_size") ? term("mean RMS") : term("mean L2 norm"), .logY = logScale}};
    if (!lens.get<bool>("comparison_plot"))
        return tags;
    const std::string method = capitalised(lens.get<std::string>("comparison_aggregation"));
    tags.push_back(sharesTag(lens, logScale ? term("%1 Output Log Norm Comparison", method) : term("%1 Output Norm Comparison", method)));
    return tags;
}

/// First the norms of all patterns, then their comparisons.
Tags parameterNormTags(const Choice &lens)
{
    const bool logScale = lens.get<bool>("log_scale");
    Tags tags;
    for (const std::string &title : titlesOf(lens))
        tags.push_back({.name = term("%1 Norm", title), .lens = lens.kind,
                        .quantity = lens.get<bool>("normalise_by_size") ? term("RMS") : term("L2 norm"), .logY = logScale, .annotate = false});
    if (lens.get<bool>("comparison_plot"))
        for (const std::string &title : titlesOf(lens))
            tags.push_back(sharesTag(lens, logScale ? term("%1 Log Norm Comparison", title) : term("%1 Norm Comparison", title)));
    return tags;
}

Tags conditionTags(const Choice &lens)
{
    Tags tags;
    for (const std::string &title : titlesOf(lens))
        tags.push_back({.name = term("%1 Cond", title), .lens = lens.kind, .quantity = term("σ_min / σ_max"), .logY = lens.get<bool>("log_scale"),
                        .annotate = false});
    return tags;
}

/// The numbers of its state, and the state itself.
Tags monitorTags(const Choice &monitor)
{
    const std::string name = monitor.name();
    Tags tags{{.name = name, .lens = name, .quantity = term("value"), .big = true, .annotate = false}};
    if (monitor.get<bool>("tensors"))
        tags.push_back({.name = term("%1 tensor", name), .lens = name, .kind = TagKind::Tensors, .quantity = term("value")});
    return tags;
}

Tags recorderTags(const Choice &recorder)
{
    const std::string what = recorder.kind == "ForwardOutput"    ? term("output")
                             : recorder.kind == "BackwardInput"  ? term("gradient of its input")
                             : recorder.kind == "BackwardOutput" ? term("gradient of its output")
                                                                 : term("input");
    return {{.name = recorder.name(), .lens = recorder.name(), .kind = TagKind::Tensors, .quantity = what}};
}

const std::map<std::string, Tags (*)(const Choice &)> kLensTags = {
    {"LossMetrics", lossTags},
    {"OutputActivation", outputActivationTags},
    {"OutputGradientGeometry", outputGradientTags},
    {"OutputNorm", outputNormTags},
    {"ParameterCondition", conditionTags},
    {"ParameterGradientActivation", gradientActivationTags},
    {"ParameterGradientGeometry", gradientTags},
    {"ParameterNorm", parameterNormTags},
    {"ParameterUpdateGeometry", updateTags},
};

} // namespace

std::vector<TagSpec> tagsOf(const Choice &watcher)
{
    switch (watcherType(watcher.kind)) {
    case WatcherType::Monitor: return monitorTags(watcher);
    case WatcherType::Recorder: return recorderTags(watcher);
    case WatcherType::Lens: break;
    }
    const auto known = kLensTags.find(watcher.kind);
    return known == kLensTags.end() ? Tags() : known->second(watcher);
}

std::string parameterTitle(const std::string &pattern)
{
    const std::string name = plainName(pattern);
    return name.empty() ? term("Parameter") : capitalised(name);
}

} // namespace lensboard::experiment
