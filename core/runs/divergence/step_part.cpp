#include "core/runs/divergence/step_part.h"

#include "core/runs/run_summary.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lensboard::runs {

namespace {

using enum StepPart;

constexpr std::pair<std::string_view, StepPart> kOfLenses[] = {{"Data", Data},
                                                               {"OutputActivation", Output},
                                                               {"OutputNorm", Output},
                                                               {"OutputSaturation", Output},
                                                               {"BatchNormDrift", Output},
                                                               {"OutputGradientGeometry", OutputGradient},
                                                               {"ParameterGradientGeometry", Gradient},
                                                               {"ParameterGradientActivation", Gradient},
                                                               {"GradientNoise", Gradient},
                                                               {"ParameterUpdateGeometry", Update},
                                                               {"WeightUpdateRatio", Update},
                                                               {"AdamMoments", Update},
                                                               {"ParameterNorm", Parameter},
                                                               {"ParameterCondition", Parameter}};

constexpr std::array kTexts = {"learning rate", "data", "output", "loss", "gradient of an output", "gradient", "update", "parameter", "evaluation", "other"};

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

} // namespace

StepPart stepPartOf(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    if (tag.lens == "Data" && tag.name == "Predictions")
        return Output;
    const auto known = std::ranges::find(kOfLenses, tag.lens, &std::pair<std::string_view, StepPart>::first);
    if (known != std::end(kOfLenses))
        return known->second;
    if (tag.lens != "LossMetrics" && !tag.foreignName)
        return Other;
    const std::string &name = tag.big ? series.label : tag.name;
    if (contains(name, "val") || contains(name, "eval") || contains(name, "test"))
        return Evaluation;
    return tag.name == "Learning Rate" || name == "lr" || contains(name, "learning_rate") ? LearningRate : tag.lens == "LossMetrics" || isLossName(name) ? Loss
                                                                                                                                                         : Other;
}

const char *toText(StepPart part)
{
    return kTexts[static_cast<std::size_t>(part)];
}

bool measuresTime(const record::TagSpec &tag)
{
    return tag.name == record::kCoverageTag || tag.name == "Data Wait" || tag.lens == "StepTime" || tag.lens == "Machine";
}

} // namespace lensboard::runs
