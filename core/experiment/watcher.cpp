#include "core/experiment/watcher.h"

#include "core/experiment/comparison.h"
#include "core/experiment/experiment_error.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/watcher_settings.h"
#include "core/experiment/validate.h"
#include "core/experiment/watcher_tags.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/stats/aggregate.h"

#include <algorithm>
#include <map>
#include <type_traits>
#include <variant>

namespace lensboard::experiment {

namespace {

/// Makes the schema of a single lens, monitor or recorder.
Section makeLensSection()
{
    Field lens{"lens", FieldType::Object, nullptr, "a lens"};
    for (const auto *sections : {&lensSchemas(), &monitorSchemas(), &recorderSchemas(), &customLensSchemas()})
        lens.sections.insert(lens.sections.end(), sections->begin(), sections->end());
    return {"", "", {lens}};
}

std::string partName(const settings::StateMonitor &) { return ""; }
std::string partName(const settings::MultiStateMonitor &) { return ""; }
std::string partName(const settings::DifferenceMonitor &) { return " difference"; }
std::string partName(const settings::InputMonitor &) { return " input"; }
std::string partName(const settings::OutputMonitor &) { return " output"; }

/// Returns the default name of a monitor, made from the module and attribute it observes.
std::string madeName(const settings::Monitor &monitor)
{
    return std::visit([](const auto &settings) {
        std::string name = settings.module;
        const auto add = [&name](const std::string &part) { name += (name.empty() || part.empty() ? "" : ".") + part; };
        if constexpr (requires { settings.attribute; })
            add(settings.attribute);
        if constexpr (requires { settings.subattributes; })
            std::ranges::for_each(settings.subattributes, add);
        name = (name.empty() ? "model" : name) + partName(settings);
        if (!std::holds_alternative<settings::Passthrough>(settings.reducer))
            name += std::string(" ") + std::visit([](const auto &reducer) { return reducer.kKind; }, settings.reducer);
        return name;
    }, monitor);
}

std::string madeName(const settings::Recorder &recorder)
{
    return std::visit([](const auto &settings) {
        std::string names;
        for (const auto *list : {&settings.layers, &settings.types})
            for (const std::string &name : *list)
                names += (names.empty() ? " of " : ", ") + name;
        return settings.kKind + names;
    }, recorder);
}

/// Throws if the criterion is invalid. The message begins with \p path.
void checkCriterion(const std::string &criterion, const std::string &path)
{
    try {
        (void)Comparison::fromText(criterion);
    } catch (const ExperimentError &error) {
        fail(path + "criterion", record::messageOf(error));
    }
}

void check(const settings::Reducer &reducer, bool hasCondition, const std::string &prefix)
{
    std::visit([&]<typename Kind>(const Kind &settings) {
        constexpr bool isConditional = std::is_base_of_v<settings::ConditionalTrace, Kind>;
        if (isConditional && !hasCondition)
            fail(prefix + "kind", record::message("found \"%1\"; only a MultiStateMonitor gives the condition that it needs", Kind::kKind));
        if (hasCondition && !isConditional)
            fail(prefix + "kind", record::message("found \"%1\"; a MultiStateMonitor gives a condition beside each observation: use "
                                                  "ConditionalNearestTrace or ConditionalCumulativeTrace",
                                                  Kind::kKind));
        if constexpr (requires { settings.criterion; })
            checkCriterion(settings.criterion, prefix);
        constexpr double kMaxStates = 1e6;
        if (settings.duration / settings.stepTime > kMaxStates)
            fail(prefix + "duration", record::message("more than 1,000,000 states; use a shorter one, or a longer step_time"));
    }, reducer);
}

void check(const settings::Monitor &monitor, const std::string &prefix)
{
    std::visit([&]<typename Kind>(const Kind &settings) {
        constexpr bool isMulti = std::is_same_v<Kind, settings::MultiStateMonitor>;
        if constexpr (isMulti) {
            if (settings.subattributes.size() != 2)
                fail(prefix + "subattributes", record::message("found %1, expected two: the observed value and its condition",
                                                               Json(settings.subattributes).dump()));
        } else if constexpr (requires { settings.attribute; }) {
            if (settings.attribute.empty())
                fail(prefix + "attribute", record::message("found \"\", expected a parameter or buffer, such as weight or running_mean"));
        }
        check(settings.reducer, isMulti, prefix + "reducer.");
        const double oldest = std::visit([](const settings::AnyReducer &reducer) { return reducer.oldest(); }, settings.reducer);
        for (std::size_t i = 0; i < settings.lags.size(); ++i)
            if (settings.lags[i] > oldest)
                fail(prefix + "lags." + std::to_string(i), record::message("found %1, and the reducer keeps states of up to %2 ago; set %3 to more",
                                                                           record::numberText(settings.lags[i]), record::numberText(oldest), prefix + "reducer.duration"));
    }, monitor);
}

void check(const settings::Recorder &recorder, const std::string &prefix)
{
    using Any = settings::AnyRecorder;
    const Any &any = std::visit([](const Any &settings) -> const Any & { return settings; }, recorder);
    if (const auto *whileTag = std::get_if<settings::WhileTag>(&any.condition))
        checkCriterion(whileTag->criterion, prefix + "condition.");
    if (any.over == Any::Over::Training && (any.reduction == Any::Reduction::None || any.reduction == Any::Reduction::Last))
        fail(prefix + "over", record::message("found \"training\", but only the reductions sum, mean and max support it"));
}

void checkPlots(const settings::ParameterPatterns &parameters, const std::string &prefix)
{
    std::map<std::string, std::string> plots;
    for (const std::string &pattern : parameters.patterns)
        if (const auto [known, isNew] = plots.emplace(parameterTitle(pattern), pattern); !isNew)
            fail(prefix + "parameters", record::message("\"%1\" and \"%2\" would share a plot; list one of them", known->second, pattern));
}

/// Rejects methods that need all values of a tick for lenses that do not keep them.
void checkMemory(const Json &settings, const std::string &prefix)
{
    for (const auto &[key, value] : settings.items())
        for (const Json &method : value.is_array() ? value : Json::array({value})) {
            const std::string name = method.is_string() ? method.get<std::string>() : "";
            const auto point = stats::pointMethodFromText(name);
            const auto range = stats::rangeMethodFromText(name);
            if ((point && needsMemory(*point)) || (range && needsMemory(*range)))
                fail(prefix + key, record::message("\"%1\" needs every value of a tick; set %2inplace to false, or use mean, "
                                                   "min, max, std or min-max",
                                                   name, prefix));
        }
}

void check(const settings::LensSettings &lens, const std::string &prefix)
{
    std::visit([&]<typename Kind>(const Kind &settings) {
        if constexpr (std::is_base_of_v<settings::AnyActivation, Kind>)
            if (!settings.activation && !settings.death)
                fail(prefix + "death", record::message("nothing is shown without \"activation\" and \"death\"; set one of them to true"));
        if constexpr (requires { settings.of; })
            if (settings.of.empty())
                fail(prefix + "of", record::message("nothing is shown of nothing; list weights, gradients or outputs"));
        if constexpr (requires { settings.parameters; })
            checkPlots(settings.parameters, prefix);
        if constexpr (requires { settings.aggregation.lines; })
            if (settings.aggregation.lines.empty() && settings.aggregation.bands.empty())
                fail(prefix + "line_aggregation", record::message("nothing is drawn without lines and bands; list one of either"));
        if (settings.inplace)
            checkMemory(settings::toJson(settings), prefix);
    }, lens);
}

} // namespace

WatcherType watcherType(const std::string &kind)
{
    return settings::OneOf<settings::Monitor>::has(kind)    ? WatcherType::Monitor
           : settings::OneOf<settings::Recorder>::has(kind) ? WatcherType::Recorder
           : kind == settings::CustomLens::kKind            ? WatcherType::CustomLens
                                                            : WatcherType::Lens;
}

bool isOfSamples(const std::string &kind)
{
    return kind == settings::OutputActivation::kKind || kind == settings::OutputNorm::kKind || kind == settings::OutputGradientGeometry::kKind
        || kind == settings::OutputSaturation::kKind || kind == settings::Data::kKind || kind == settings::Histogram::kKind;
}

/// Condition numbers are not included: they are computed in the background, so no step waits for them.
bool isOfParameters(const std::string &kind)
{
    return kind == settings::ParameterGradientGeometry::kKind || kind == settings::ParameterGradientActivation::kKind
           || kind == settings::ParameterUpdateGeometry::kKind || kind == settings::ParameterNorm::kKind;
}

std::optional<double> tensorLimitMb(const KindSettings &watcher)
{
    using Limit = std::optional<double>;
    switch (watcherType(watcher.kind)) {
    case WatcherType::Lens:
    case WatcherType::CustomLens: break;
    case WatcherType::Monitor:
        return std::visit([](const settings::AnyMonitor &any) { return any.tensors ? Limit(any.limitMb) : Limit(); },
                          watcher.as<settings::Monitor>());
    case WatcherType::Recorder:
        return std::visit([](const settings::AnyRecorder &any) { return Limit(any.limitMb); }, watcher.as<settings::Recorder>());
    }
    return std::nullopt;
}

KindSettings namedWatcher(const Json &json)
{
    KindSettings choice{json.at("kind").get<std::string>(), json};
    if (!choice.name().empty())
        return choice;
    Json &name = choice.settings["name"];
    switch (watcherType(choice.kind)) {
    case WatcherType::Lens: break;
    case WatcherType::Monitor: name = madeName(choice.as<settings::Monitor>()); break;
    case WatcherType::Recorder: name = madeName(choice.as<settings::Recorder>()); break;
    case WatcherType::CustomLens: name = choice.as<settings::CustomLens>().lens; break;
    }
    return choice;
}

KindSettings lensChoice(const Json &json)
{
    static const Section section = makeLensSection();
    KindSettings lens = namedWatcher(validated({{"lens", json}}, section, "").at("lens"));
    checkLens(lens, "lens");
    return lens;
}

void checkLens(const KindSettings &lens, const std::string &path)
{
    const std::string prefix = path.empty() ? "" : path + '.';
    switch (watcherType(lens.kind)) {
    case WatcherType::Lens: return check(lens.as<settings::LensSettings>(), prefix);
    case WatcherType::Monitor: return check(lens.as<settings::Monitor>(), prefix);
    case WatcherType::Recorder: return check(lens.as<settings::Recorder>(), prefix);
    case WatcherType::CustomLens:
        if (lens.name().empty())
            fail(prefix + "lens", record::message("found \"\", expected the name of a lens of the plug-in"));
        return;
    }
}

} // namespace lensboard::experiment
