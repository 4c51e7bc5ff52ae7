#include "app/commands/command_runs.h"

#include "app/commands/exit_code.h"
#include "core/record/message.h"
#include "core/remote/links.h"
#include "core/remote/location.h"
#include "core/remote/remote_source.h"
#include "core/runs/run_content.h"
#include "core/runs/run_search.h"
#include "core/store/run_names.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace lensboard::app {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> namesOf(const std::vector<std::string> &paths, const std::vector<fs::path> &runs)
{
    if (paths.size() == 1)
        return store::runNamesIn(paths.front(), runs);
    std::vector<store::NamedRun> named;
    for (const fs::path &run : runs)
        named.push_back({run, {}});
    return store::runNames(named);
}

} // namespace

CommandRuns runsAt(const std::vector<std::string> &paths)
{
    CommandRuns runs;
    std::vector<fs::path> found;
    for (const std::string &path : paths) {
        if (remote::isRemote(path))
            runs.links.push_back(remote::linkTo(remote::locationFrom(path)).link);
        runs::FoundRuns here = remote::isRemote(path) ? remote::findRemote(path) : runs::findRuns(path);
        if (here.runs.empty())
            here.problems.push_back(record::message("%1 holds no runs: neither run files nor logs of other tools that are looked for in folders; name a CSV or JSON lines file itself", path));
        for (const std::string &problem : here.problems)
            std::fprintf(stderr, "lensboard: %s\n", problem.c_str());
        runs.isWhole = runs.isWhole && here.problems.empty();
        std::ranges::move(here.runs, std::back_inserter(found));
    }
    const auto names = namesOf(paths, found);
    const auto fileNames = store::fileNames(names);
    for (std::size_t i = 0; i < names.size(); ++i)
        runs.runs.push_back({found[i], names[i], fileNames[i]});
    return runs;
}

std::unique_ptr<runs::RunSource> openForCommand(const fs::path &path, const imports::RoleChoice &choice)
{
    imports::ReadProgress progress;
    auto source = remote::openRunAt(path.string(), progress, remote::Values::Awaited, choice);
    if (const auto why = runs::whyEmpty(*source->run()))
        throw imports::ImportError(path, record::message("nothing could be read: %1", *why));
    return source;
}

int forEachRun(const CommandRuns &runs, const std::function<void(const CommandRun &run)> &work)
{
    std::size_t failed = 0;
    for (const CommandRun &run : runs.runs)
        try {
            work(run);
        } catch (const std::exception &error) {
            const std::string what = error.what();
            const bool isNamed = runs.runs.size() == 1 || what.find(run.path.string()) != std::string::npos;
            std::fprintf(stderr, "lensboard: %s%s\n", isNamed ? "" : (run.path.string() + ": ").c_str(), what.c_str());
            ++failed;
        }
    if (failed == runs.runs.size())
        return kBadInput;
    return failed == 0 && runs.isWhole ? kDone : kNotWhole;
}

int badInput(const std::exception &error)
{
    std::fprintf(stderr, "lensboard: %s\n", error.what());
    return kBadInput;
}

} // namespace lensboard::app
