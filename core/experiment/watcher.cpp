#include "core/experiment/watcher.h"

#include "core/experiment/comparison.h"
#include "core/experiment/experiment_error.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/name_pattern.h"
#include "core/experiment/validate.h"
#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"
#include "core/stats/aggregate.h"

#include <algorithm>
#include <map>

namespace lensboard::experiment {

namespace {

[[noreturn]] void fail(const std::string &path, const std::string &what)
{
    throw ExperimentError(record::message("%1: %2", path, what));
}

/// One lens, monitor or recorder by itself.
Section makeLensSection()
{
    Field lens{"lens", FieldType::Object, nullptr, "a lens"};
    for (const auto *sections : {&lensSchemas(), &monitorSchemas(), &recorderSchemas()})
        lens.sections.insert(lens.sections.end(), sections->begin(), sections->end());
    return {"", "", {lens}};
}

/// What it is called if nobody said: by what it watches.
std::string madeName(const Choice &watcher)
{
    const Json &settings = watcher.settings;
    if (watcherType(watcher.kind) == WatcherType::Recorder) {
        std::string names;
        for (const char *list : {"layers", "types"})
            for (const Json &name : settings.at(list))
                names += (names.empty() ? " of " : ", ") + name.get<std::string>();
        return watcher.kind + names;
    }
    std::string name = settings.at("module").get<std::string>();
    const auto add = [&name](const std::string &part) { name += (name.empty() || part.empty() ? "" : ".") + part; };
    add(settings.value("attribute", ""));
    for (const Json &part : settings.value("subattributes", Json::array()))
        add(part.get<std::string>());
    if (name.empty())
        name = "model";
    if (const char *what = watcher.kind == "InputMonitor" ? " input" : watcher.kind == "OutputMonitor" ? " output" : watcher.kind == "DifferenceMonitor" ? " difference" : nullptr)
        name += what;
    const auto reducer = settings.at("reducer").at("kind").get<std::string>();
    return reducer == "Passthrough" ? name : name + ' ' + reducer;
}

/// The message begins with \p path.
void checkCriterion(const Json &section, const std::string &path)
{
    if (!section.contains("criterion"))
        return;
    try {
        (void)Comparison::fromText(section.at("criterion").get<std::string>());
    } catch (const ExperimentError &error) {
        fail(path + ".criterion", error.what());
    }
}

void checkMonitor(const Choice &monitor, const std::string &prefix)
{
    if ((monitor.kind == "StateMonitor" || monitor.kind == "DifferenceMonitor") && monitor.get<std::string>("attribute").empty())
        fail(prefix + "attribute", record::message("found \"\", expected a parameter or buffer, such as weight or running_mean"));
    if (monitor.kind == "MultiStateMonitor" && monitor.settings.at("subattributes").size() != 2)
        fail(prefix + "subattributes", record::message("found %1, expected two: what is observed, and its condition",
                                                       monitor.settings.at("subattributes").dump()));
    const Json &reducer = monitor.settings.at("reducer");
    const auto kind = reducer.at("kind").get<std::string>();
    const bool conditional = kind.starts_with("Conditional"), givesCondition = monitor.kind == "MultiStateMonitor";
    if (conditional && !givesCondition)
        fail(prefix + "reducer.kind", record::message("found \"%1\"; only a MultiStateMonitor gives the condition that it needs",
                                                      kind));
    if (givesCondition && !conditional)
        fail(prefix + "reducer.kind", record::message("found \"%1\"; a MultiStateMonitor gives a condition beside each "
                                                      "observation: use ConditionalNearestTrace or ConditionalCumulativeTrace",
                                                      kind));
    checkCriterion(reducer, prefix + "reducer");
    constexpr double kMostStates = 1e6;
    if (reducer.at("duration").get<double>() / reducer.at("step_time").get<double>() > kMostStates)
        fail(prefix + "reducer.duration", record::message("more than 1,000,000 states; use a shorter one, or a longer step_time"));
}

/// Of a lens that is no monitor and no recorder.
void checkLensAlone(const Choice &lens, const std::string &prefix)
{
    if (!lens.settings.value("activation", true) && !lens.settings.value("death", true))
        fail(prefix + "death", record::message("nothing is shown without \"activation\" and \"death\"; set one of them to true"));
    std::map<std::string, std::string> plots;
    for (const Json &pattern : lens.settings.value("parameters", Json::array()))
        if (const auto [known, isNew] = plots.emplace(parameterTitle(pattern.get<std::string>()), pattern); !isNew)
            fail(prefix + "parameters", record::message("\"%1\" and \"%2\" would share a plot; list one of them", known->second,
                                                        pattern.get<std::string>()));
    const Json some = Json::array({"mean"});
    if (lens.settings.value("line_aggregation", some).empty() && lens.settings.value("range_aggregation", some).empty())
        fail(prefix + "line_aggregation", record::message("nothing is drawn without lines and bands; list one of either"));
    if (!lens.settings.value("inplace", false))
        return;
    for (const auto &[key, value] : lens.settings.items())
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

} // namespace

WatcherType watcherType(const std::string &kind)
{
    const auto isOf = [&](const std::vector<Section> &sections) { return std::ranges::find(sections, kind, &Section::kind) != sections.end(); };
    return isOf(monitorSchemas()) ? WatcherType::Monitor : isOf(recorderSchemas()) ? WatcherType::Recorder : WatcherType::Lens;
}

Choice namedWatcher(const Json &json)
{
    Choice choice{json.at("kind").get<std::string>(), json};
    if (const auto name = choice.settings.find("name"); name != choice.settings.end() && name->get<std::string>().empty())
        *name = madeName(choice);
    return choice;
}

Choice lensChoice(const Json &json)
{
    static const Section section = makeLensSection();
    Choice lens = namedWatcher(validated({{"lens", json}}, section, "").at("lens"));
    checkLens(lens, "lens");
    return lens;
}

void checkLens(const Choice &lens, const std::string &path)
{
    const std::string prefix = path.empty() ? "" : path + '.';
    switch (watcherType(lens.kind)) {
    case WatcherType::Lens: return checkLensAlone(lens, prefix);
    case WatcherType::Monitor: return checkMonitor(lens, prefix);
    case WatcherType::Recorder: return checkCriterion(lens.settings.at("condition"), prefix + "condition");
    }
}

} // namespace lensboard::experiment
