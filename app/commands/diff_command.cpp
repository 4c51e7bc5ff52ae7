#include "app/commands/diff_command.h"

#include "app/commands/command_runs.h"
#include "app/commands/exit_code.h"
#include "app/commands/text_column.h"
#include "core/bytes/valid_utf8.h"
#include "core/record/text_number.h"
#include "core/runs/divergence/divergence_json.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace lensboard::app {

using experiment::Json;
using runs::DivergedSeries;
using runs::Divergence;

namespace {

constexpr std::size_t kMaxRows = 6; ///< printed for each part of a step

std::unique_ptr<runs::RunSource> openOne(const std::string &path)
{
    const CommandRuns found = runsAt({path});
    if (found.runs.size() != 1)
        throw std::invalid_argument(path + ": expected one run, found " + std::to_string(found.runs.size()));
    return openForCommand(found.runs.front().path);
}

/// Opens the runs at \p paths, but for the two that are compared.
runs::Repeats repeatsAt(const std::vector<std::string> &paths, const DiffOptions &options)
{
    runs::Repeats repeats;
    if (paths.empty())
        return repeats;
    for (const CommandRun &run : runsAt(paths).runs) {
        std::error_code none;
        if (!std::filesystem::equivalent(run.path, options.first, none) && !std::filesystem::equivalent(run.path, options.second, none))
            repeats.push_back(openForCommand(run.path)->run());
    }
    return repeats;
}

std::string valueText(const Json &value)
{
    return bytes::printable(value.is_null() ? "none" : value.is_string() ? value.get<std::string>()
                                                                         : value.dump());
}

void printSettings(const Divergence &divergence)
{
    for (const auto &[what, title] : {std::pair(runs::ComparedRow::What::Experiment, "settings"), {runs::ComparedRow::What::Environment, "environment"}}) {
        bool isTitled = false;
        for (const runs::ComparedRow &row : divergence.settings) {
            if (row.what != what)
                continue;
            if (!std::exchange(isTitled, true))
                std::printf("%s that differ\n", title);
            std::printf("  %s %s %s\n", padded(bytes::printable(row.key.path), 30).c_str(), padded(valueText(row.key.values[0].json), 24).c_str(),
                        valueText(row.key.values[1].json).c_str());
        }
        if (isTitled)
            std::printf("\n");
    }
}

std::string shortNumber(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string relativeText(double relative)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g %%", 100 * relative);
    return std::isinf(relative) ? "not finite" : text;
}

std::string placeOf(const DivergedSeries &series)
{
    const std::string layer = series.layer.empty() ? "" : series.layer + (series.otherLayer.empty() ? "" : " (" + series.otherLayer + ")");
    return bytes::printable(layer);
}

void printRow(const DivergedSeries &series)
{
    std::printf("  %s %s %s and %s, %s\n", padded(placeOf(series), 24).c_str(), padded(bytes::printable(series.tag + ", " + series.label), 40).c_str(),
                shortNumber(series.firstValue).c_str(), shortNumber(series.secondValue).c_str(), relativeText(series.relative).c_str());
}

/// Prints the series that differ first at the earliest step, by parts of the step.
void printFirstStep(const std::vector<DivergedSeries> &series)
{
    const std::int64_t step = series.front().step;
    const auto isAt = [&](runs::StepPart part) { return [=](const DivergedSeries &each) { return each.step == step && each.part == part; }; };
    for (std::size_t part = 0; part < runs::kStepParts; ++part) {
        const auto isHere = isAt(static_cast<runs::StepPart>(part));
        const auto count = static_cast<std::size_t>(std::ranges::count_if(series, isHere));
        if (count == 0)
            continue;
        std::printf("\n%s\n", toText(static_cast<runs::StepPart>(part)));
        std::size_t printed = 0;
        for (const DivergedSeries &each : series)
            if (isHere(each) && printed++ < kMaxRows)
                printRow(each);
        if (count > kMaxRows)
            std::printf("  and %zu more; --json has all\n", count - kMaxRows);
    }
    const auto later = std::ranges::count_if(series, [&](const DivergedSeries &each) { return each.step > step; });
    if (later > 0)
        std::printf("\n%td more differ later\n", later);
}

std::string equalParts(const Divergence &divergence)
{
    std::string text;
    for (const runs::StepPart part : divergence.equalParts())
        text += (text.empty() ? "" : ", ") + std::string(toText(part));
    return text;
}

void print(const Divergence &divergence)
{
    printSettings(divergence);
    const std::size_t compared = divergence.comparedCount();
    if (compared == 0)
        std::printf("the runs have no quantity with values at the same step\n");
    else if (divergence.series.empty())
        std::printf("no difference in %zu series, %zu common ticks\n", compared, divergence.commonSteps);
    else {
        const DivergedSeries &first = divergence.series.front();
        const std::string place = first.layer.empty() ? "" : " of " + placeOf(first);
        std::printf("first difference: step %lld, %s%s\n", static_cast<long long>(first.step), toText(first.part), place.c_str());
        if (divergence.coversSteps)
            std::printf("the tick of this step covers several steps, so their order is not known; the largest differences come first\n");
        else if (const std::string equal = equalParts(divergence); !equal.empty())
            std::printf("equal before that, in the same step: %s\n", equal.c_str());
        printFirstStep(divergence.series);
    }
    if (!divergence.hasEqualTicks)
        std::printf("\nthe ticks of the runs end at different steps; values that are means over a tick are means of different steps\n");
    if (!divergence.unmatched.empty())
        std::printf("\n%zu series are in one run only; --json names them\n", divergence.unmatched.size());
}

} // namespace

int diff(const DiffOptions &options)
{
    try {
        const auto first = openOne(options.first), second = openOne(options.second);
        const Divergence divergence = runs::divergenceOf(*first->run(), *second->run(),
                                                         {.tolerance = options.tolerance, .repeats = repeatsAt(options.repeats, options)});
        if (options.json)
            std::printf("%s\n", toJson(divergence).dump(2).c_str());
        else
            print(divergence);
        return divergence.series.empty() ? kDone : kFound;
    } catch (const std::exception &error) {
        return badInput(error);
    }
}

} // namespace lensboard::app
