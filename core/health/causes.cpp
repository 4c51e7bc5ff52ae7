#include "core/health/causes.h"

#include "core/bytes/words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace lensboard::health {

namespace {

struct Link
{
    std::string_view cause;
    std::string_view effects; ///< rules, separated by blanks: their findings may follow directly
};

constexpr std::array kLinks = {
    Link{"LoopFault", "LossDiverging LossSpike ExplodingGradient Oscillation LayerFrozen LossNotDecreasing LearningRateTooLow ProbabilitiesAsLogits"},
    Link{"InputsNotNormalised", "NotFinite LossDiverging LossSpike ExplodingGradient DeadUnits Saturation LossNotDecreasing LearningRateTooLow VanishingGradient Oscillation"},
    Link{"TargetsNotNormalised", "NotFinite LossDiverging LossSpike ExplodingGradient DeadUnits Saturation LossNotDecreasing LearningRateTooLow Oscillation"},
    Link{"BadInitialisation", "NoGradient DeadUnits Saturation VanishingGradient ExplodingGradient LossDiverging LossNotDecreasing LearningRateTooLow"},
    Link{"BatchNormSamples", "VanishingGradient BatchNormDrift LossNotDecreasing ValidationNoBetterThanGuessing"},
    Link{"BatchNormDrift", "Overfitting ValidationNoBetterThanGuessing"},
    Link{"ProbabilitiesAsLogits", "LearningRateTooLow LossNotDecreasing Plateau VanishingGradient"},
    Link{"ClippingAlwaysActive", "LearningRateTooLow LossNotDecreasing"},
    Link{"ReplicaDrift", "LossDiverging LossNotDecreasing NotFinite"},
    Link{"NotFinite", "DeadUnits NoGradient LayerFrozen ClassImbalance LossSpike LossDiverging ExplodingGradient RankCollapse Saturation LossNotDecreasing"},
    Link{"ExplodingGradient", "NotFinite LossDiverging LossSpike DeadUnits Saturation UpdateRatio"},
    Link{"UpdateRatio", "NotFinite LossDiverging LossSpike DeadUnits Saturation RankCollapse VanishingGradient LossNotDecreasing Oscillation"},
    Link{"Oscillation", "NotFinite LossDiverging LossSpike UpdateRatio DeadUnits Saturation LossNotDecreasing"},
    Link{"LossSpike", "NotFinite LossDiverging DeadUnits Saturation RankCollapse ExplodingGradient UpdateRatio"},
    Link{"LossDiverging", "NotFinite DeadUnits Saturation NoGradient RankCollapse UpdateRatio ClassImbalance LossSpike ExplodingGradient Oscillation LossNotDecreasing"},
    Link{"DeadUnits", "NoGradient LayerFrozen RankCollapse ClassImbalance VanishingGradient LossNotDecreasing Plateau"},
    Link{"Saturation", "NoGradient LayerFrozen RankCollapse ClassImbalance VanishingGradient LossNotDecreasing Plateau"},
    Link{"VanishingGradient", "NoGradient LayerFrozen LearningRateTooLow LossNotDecreasing DeadUnits UpdateRatio"},
    Link{"NoGradient", "LayerFrozen LossNotDecreasing Plateau ClassImbalance LearningRateTooLow"},
    Link{"LayerFrozen", "LossNotDecreasing Plateau LearningRateTooLow"},
    Link{"RankCollapse", "ClassImbalance DeadUnits VanishingGradient LossNotDecreasing Plateau"},
    Link{"LearningRateTooLow", "LossNotDecreasing UpdateRatio ClassImbalance"},
    Link{"LossNotDecreasing", "ValidationNoBetterThanGuessing ClassImbalance"},
    Link{"ClassImbalance", "ValidationNoBetterThanGuessing"},
};

bool mayLeadTo(std::string_view cause, std::string_view effect)
{
    const auto link = std::ranges::find(kLinks, cause, &Link::cause);
    return link != kLinks.end() && bytes::hasWord(link->effects, effect);
}

/// Returns true if the rule compares the whole run with its beginning, so its findings begin with the run.
bool isOfWholeRun(const Finding &finding)
{
    constexpr std::array<std::string_view, 4> kWhole = {"LossNotDecreasing", "LearningRateTooLow", "ValidationNoBetterThanGuessing", "TrainingNoise"};
    return std::ranges::find(kWhole, finding.rule) != kWhole.end();
}

/// A finding of the whole run may follow from one that began in its first quarter.
bool isInTime(const Finding &cause, const Finding &effect)
{
    if (isOfWholeRun(effect))
        return cause.firstStep <= effect.firstStep + (effect.lastStep - effect.firstStep) / 4;
    return cause.firstStep < effect.firstStep || (cause.firstStep == effect.firstStep && !mayLeadTo(effect.rule, cause.rule));
}

/// Findings about parameters of layers have something to do with each other only if they share a layer.
bool mayShareLayers(const Finding &a, const Finding &b)
{
    constexpr std::array<std::string_view, 3> kOfParameters = {"NoGradient", "LayerFrozen", "VanishingGradient"};
    const auto isOfParameters = [&](const Finding &each) { return std::ranges::find(kOfParameters, each.rule) != kOfParameters.end() && !each.layers.empty(); };
    return !isOfParameters(a) || !isOfParameters(b) || std::ranges::find_first_of(a.layers, b.layers) != a.layers.end();
}

/// A note explains notes only.
bool leadsTo(const Finding &cause, const Finding &effect)
{
    return mayLeadTo(cause.rule, effect.rule) && mayShareLayers(cause, effect) && isInTime(cause, effect) && (cause.severity > Severity::Note || effect.severity == Severity::Note);
}

/// Returns the earliest finding that \p effect follows from, over any number of links; \p effect itself if there is none.
const Finding *rootOf(const std::vector<Finding> &findings, const Finding *effect)
{
    constexpr std::size_t kMax = 200; // a damaged file may claim any number of findings
    if (findings.size() > kMax)
        return effect;
    std::vector<const Finding *> chain = {effect};
    for (std::size_t i = 0; i < chain.size(); ++i)
        for (const Finding &each : findings)
            if (leadsTo(each, *chain[i]) && std::ranges::find(chain, &each) == chain.end())
                chain.push_back(&each);
    const auto isRoot = [&](const Finding *each) { return std::ranges::none_of(findings, [&](const Finding &other) { return leadsTo(other, *each); }); };
    std::erase_if(chain, [&](const Finding *each) { return each != effect && !(isRoot(each) && isInTime(*each, *effect)); });
    return chain.size() == 1 ? effect : *std::ranges::min_element(chain.begin() + 1, chain.end(), {}, &Finding::firstStep);
}

} // namespace

void groupByCause(std::vector<Finding> &findings)
{
    struct Placed
    {
        Finding finding;
        std::size_t root;
    };
    std::vector<Placed> all;
    std::vector<Severity> worst(findings.size(), Severity::Note);
    for (const Finding &finding : findings) {
        const Finding *const root = rootOf(findings, &finding);
        const auto at = static_cast<std::size_t>(root - findings.data());
        all.push_back({finding, at});
        all.back().finding.cause = root == &finding ? std::string() : root->rule;
        worst[at] = std::max(worst[at], finding.severity);
    }
    const auto key = [&](const Placed &placed) {
        const bool isEffect = !placed.finding.cause.empty();
        return std::tuple(-static_cast<int>(worst[placed.root]), findings[placed.root].firstStep, placed.root, isEffect,
                          -static_cast<int>(placed.finding.severity), placed.finding.firstStep);
    };
    std::ranges::stable_sort(all, {}, key);
    for (std::size_t i = 0; i < all.size(); ++i)
        findings[i] = std::move(all[i].finding);
}

} // namespace lensboard::health
