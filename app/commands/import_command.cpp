#include "app/commands/import_command.h"

#include "app/commands/command_runs.h"
#include "core/import/importer.h"
#include "core/record/message.h"
#include "core/runs/listed_runs.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/media.h"

#include <cstdio>

namespace lensboard::app {

namespace fs = std::filesystem;

namespace {

void reportProblems(const fs::path &path, const store::Run &run)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    for (const record::RunEvent &event : all.events)
        if (event.kind == record::RunEvent::Kind::Warning || event.kind == record::RunEvent::Kind::Notice)
            std::fprintf(stderr, "%s: %s: %s\n", path.c_str(), toText(event.kind), event.text.c_str());
    if (const auto media = run.media())
        std::fprintf(stderr, "%s: notice: the run file does not keep %s; they are shown from the original files\n", path.c_str(), media->summary().c_str());
    if (!all.info->message.empty())
        std::fprintf(stderr, "%s: %s\n", path.c_str(), all.info->message.c_str());
}

void importOne(const fs::path &path, const fs::path &out, const imports::RoleChoice &columns)
{
    std::error_code unknown;
    if (fs::exists(out, unknown))
        throw store::RunFileError(out, "exists already; choose another name, or move it away");
    const auto source = openForCommand(path, columns);
    reportProblems(path, *source->run());
    store::saveRunCopy(*source->run(), out);
    std::printf("%s\n", out.c_str());
}

int importInto(const CommandRuns &runs, const ImportOptions &options)
{
    if (runs.runs.size() > 1)
        throw imports::ImportError(options.source, record::message("holds %1 runs (%2, …, %3); import one of them, or name a folder as --out",
                                                         runs.runs.size(), runs.runs.front().name, runs.runs.back().name));
    return forEachRun(runs, [&](const CommandRun &run) { importOne(run.path, options.out, options.columns); });
}

/// Imports all runs of a folder. Skips runs that are run files already.
int importAll(CommandRuns runs, const ImportOptions &options)
{
    const fs::path folder = options.out;
    const auto own = std::erase_if(runs.runs, [](const CommandRun &run) { return run.path.extension() == ".lbrun"; });
    if (runs.runs.empty() && own > 0)
        throw imports::ImportError(options.source, record::message("holds runs of Lensboard only; there is nothing to import"));
    if (!runs.runs.empty())
        fs::create_directories(folder);
    return forEachRun(runs, [&](const CommandRun &run) { importOne(run.path, folder / (run.fileName + ".lbrun"), options.columns); });
}

} // namespace

int importRun(const ImportOptions &options)
{
    try {
        std::error_code unknown;
        const bool toFolder = fs::path(options.out).extension() != ".lbrun" && (runs::holdsRuns(options.source) || fs::is_directory(options.out, unknown));
        const CommandRuns runs = runsAt({options.source});
        return toFolder ? importAll(runs, options) : importInto(runs, options);
    } catch (const std::exception &error) {
        return badInput(error);
    }
}

} // namespace lensboard::app
