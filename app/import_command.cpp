#include "app/import_command.h"

#include "app/train_command.h"
#include "core/import/run_search.h"
#include "core/import/run_source.h"
#include "core/store/run_file_writer.h"

#include <algorithm>
#include <cstdio>

namespace lensboard::app {

namespace fs = std::filesystem;

namespace {

void tellProblems(const fs::path &path, const store::Run &run)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    for (const record::RunEvent &event : all.events)
        if (event.kind == record::RunEvent::Kind::Warning || event.kind == record::RunEvent::Kind::Notice)
            std::fprintf(stderr, "%s: %s: %s\n", path.c_str(), toText(event.kind), event.text.c_str());
    if (!all.info->message.empty())
        std::fprintf(stderr, "%s: %s\n", path.c_str(), all.info->message.c_str());
}

void importOne(const fs::path &path, const fs::path &out)
{
    std::error_code unknown;
    if (fs::exists(out, unknown))
        throw store::RunFileError(out, "exists already; choose another name, or move it away");
    imports::ReadProgress progress;
    const auto source = imports::openRun(path, progress);
    tellProblems(path, *source->run());
    store::saveRunCopy(*source->run(), out);
    std::printf("%s\n", out.c_str());
}

/// Of a run below a folder: its path in it, in one word.
fs::path fileName(const fs::path &run, const fs::path &folder)
{
    std::string name = run.lexically_relative(folder).string();
    if (name == ".")
        name = fs::absolute(run).lexically_normal().filename().string();
    std::replace(name.begin(), name.end(), '/', '-');
    return fs::path(name).extension() == ".pkl" ? fs::path(name).replace_extension(".lbrun") : fs::path(name + ".lbrun");
}

void importAll(const fs::path &folder, const std::vector<fs::path> &runs, const fs::path &out)
{
    if (out.extension() == ".lbrun")
        throw imports::ImportError(folder, "holds " + std::to_string(runs.size()) + " runs (" + runs.front().string() + ", …, "
                                               + runs.back().string() + "); import one of them, or name a folder as --out");
    fs::create_directories(out);
    for (const fs::path &run : runs)
        if (run.extension() != ".lbrun")
            importOne(run, out / fileName(run, folder));
}

} // namespace

int importRun(const std::string &path, const std::string &out)
{
    try {
        const auto runs = imports::findRuns(path).runs;
        if (runs.empty())
            throw imports::ImportError(path, "holds no TensorBoard event files and no monitorch recordings");
        if (runs.size() == 1)
            importOne(runs.front(), out);
        else
            importAll(path, runs, out);
        return kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
}

} // namespace lensboard::app
