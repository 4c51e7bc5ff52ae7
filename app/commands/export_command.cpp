#include "app/commands/export_command.h"

#include "app/commands/command_runs.h"
#include "core/export/exported_part.h"
#include "core/runs/run_summary.h"
#include "core/session/tensor_files.h"
#include "widgets/board/board_picture.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace lensboard::app {

namespace fs = std::filesystem;

namespace {

bool readStep(std::string_view text, double &step)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return text.empty();
    step = static_cast<double>(number);
    return true;
}

void chooseSteps(store::Selection &part, const std::string &steps)
{
    const std::size_t colon = steps.find(':');
    const std::string_view text = steps;
    if (colon == std::string::npos || !readStep(text.substr(0, colon), part.firstStep)
        || !readStep(text.substr(colon + 1), part.lastStep) || part.firstStep > part.lastStep)
        throw std::runtime_error("--steps: found \"" + steps + "\", expected FROM:TO, as 100:200, 100: or :200");
}

void chooseTags(store::Selection &part, const std::vector<std::string> &tags, const store::Run &run)
{
    store::RunCursor cursor;
    std::set<std::string> known;
    for (const auto &[index, tag] : run.since(cursor).tags)
        known.insert(tag.name);
    part.tags.emplace(tags.begin(), tags.end());
    for (const std::string &tag : tags)
        if (!known.contains(tag)) {
            std::string all;
            for (const std::string &name : known)
                all += (all.empty() ? "\"" : ", \"") + name + '"';
            throw std::runtime_error("--tag: the run has no \"" + tag + "\"; its tags are " + (all.empty() ? "none" : all));
        }
}

/// Writes a folder for each selected tag with tensors.
void exportTensors(const store::Run &run, const store::Selection &part, const fs::path &folder)
{
    store::RunCursor cursor;
    std::vector<std::string> tags, stems;
    for (const auto &[index, tag] : run.since(cursor).tags)
        if (tag.kind == record::TagKind::Tensors && (!part.tags || part.tags->contains(tag.name))) {
            tags.push_back(tag.name);
            stems.push_back(exports::fileStem(tag.name));
        }
    if (tags.empty())
        throw std::runtime_error("--tensors: nothing of this is a tensor; monitors and recorders of an experiment record them");
    stems = exports::distinct(std::move(stems));
    for (std::size_t i = 0; i < tags.size(); ++i)
        for (const auto &file : session::saveTensors(run, tags[i], folder / stems[i]))
            std::printf("%s\n", file.c_str());
}

void exportOne(const CommandRun &named, const ExportOptions &options, store::Selection part, const fs::path &place)
{
    std::error_code unknown;
    if (fs::equivalent(named.path, place, unknown))
        throw std::runtime_error(place.string() + ": is the run itself; choose another name");
    const auto source = openForCommand(named.path, options.columns);
    const auto run = source->run();
    if (!options.tags.empty())
        chooseTags(part, options.tags, *run);
    if (!options.tensors.empty())
        return exportTensors(*run, part, place);
    const auto draw = [&] {
        mustHoldValues(*run, part);
        widgets::BoardContents contents = widgets::contentsOf(run, part);
        const std::string given = runs::givenName(named.path, run->info());
        contents.runs.front().name = QString::fromStdString(given.empty() ? named.name : given);
        return exportPicture(contents, options.format, place, options.width);
    };
    record::Progress progress;
    for (const auto &file : kindOf(options.format).isPicture ? draw() : exportData(*run, part, options.format, place, progress))
        std::printf("%s\n", file.c_str());
}

fs::path placeOf(const CommandRun &run, const CommandRuns &runs, const ExportOptions &options)
{
    if (!options.tensors.empty())
        return runs.runs.size() == 1 ? fs::path(options.tensors) : fs::path(options.tensors) / run.fileName;
    return runs.runs.size() == 1 ? fs::path(options.path) : pathOfRun(options.path, options.format, run.fileName);
}

} // namespace

int exportRun(const ExportOptions &options)
{
    try {
        store::Selection part;
        if (!options.steps.empty())
            chooseSteps(part, options.steps);
        const CommandRuns runs = runsAt({options.run});
        return forEachRun(runs, [&](const CommandRun &run) { exportOne(run, options, part, placeOf(run, runs, options)); });
    } catch (const std::exception &error) {
        return badInput(error);
    }
}

} // namespace lensboard::app
