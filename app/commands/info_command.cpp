#include "app/commands/info_command.h"

#include "app/commands/command_runs.h"
#include "app/commands/run_description.h"
#include "app/commands/text_column.h"
#include "core/bytes/valid_utf8.h"
#include "core/record/text_number.h"
#include "core/runs/run_summary.h"

#include <algorithm>
#include <cstdio>

namespace lensboard::app {

using experiment::Json;

namespace {

std::string text(const Json &object, const char *key)
{
    return object.at(key).get<std::string>();
}

long long whole(const Json &object, const char *key)
{
    return object.at(key).get<long long>();
}

void printHead(const Json &run)
{
    std::printf("%s: %s%s%s\n", text(run, "name").c_str(), text(run, "status").c_str(), text(run, "message").empty() ? "" : " – ",
                text(run, "message").c_str());
    const std::string created = run.at("created").is_null() ? std::string() : "created " + text(run, "created") + ", ";
    std::printf("%s%lld ticks, epoch %lld, step %lld, %lld samples, %lld layers\n", created.c_str(),
                whole(run, "ticks"), whole(run, "epoch"), whole(run, "step"), whole(run, "samples"), whole(run, "layers"));
    if (!text(run, "notes").empty())
        std::printf("\nnotes\n%s\n", text(run, "notes").c_str());
}

void printModel(const Json &layers)
{
    if (!layers.empty())
        std::printf("\nmodel\n");
    for (const Json &layer : layers)
        std::printf("  %s %s %s %12lld\n", padded(text(layer, "layer"), 32).c_str(), padded(text(layer, "type"), 18).c_str(),
                    padded(text(layer, "output"), 20).c_str(), whole(layer, "parameters"));
}

void printTag(const Json &tag)
{
    std::printf("\n%s (%s, %s)\n", text(tag, "tag").c_str(), text(tag, "lens").c_str(), text(tag, "kind").c_str());
    for (const Json &series : tag.at("series")) {
        const Json &last = series.at("last");
        std::printf("  %s %8lld points, last %s\n", padded(text(series, "layer") + " / " + text(series, "label"), 40).c_str(),
                    whole(series, "points"),
                    last.is_number()   ? record::numberText(last.get<double>()).c_str()
                    : last.is_string() ? last.get<std::string>().c_str()
                                       : "none");
    }
}

/// Removes control sequences for the terminal from all texts.
Json printable(Json value)
{
    if (value.is_string())
        return bytes::printable(value.get<std::string>());
    if (value.is_object()) {
        Json object = Json::object();
        for (const auto &[name, inner] : value.items())
            object[bytes::printable(name)] = printable(inner);
        return object;
    }
    if (value.is_array())
        for (Json &inner : value)
            inner = printable(inner);
    return value;
}

void print(const Json &run)
{
    printHead(run);
    printModel(run.at("model"));
    for (const Json &tag : run.at("tags"))
        printTag(tag);
    for (const Json &event : run.at("events"))
        std::printf("\nstep %lld, %s: %s", whole(event, "step"), text(event, "kind").c_str(), text(event, "text").c_str());
    std::printf("\nenvironment\n");
    for (const auto &[name, value] : run.at("environment").items())
        std::printf("  %s %s\n", padded(name, 12).c_str(), value.get<std::string>().c_str());
    if (run.at("experiment") != "")
        std::printf("\nexperiment\n%s\n", run.at("experiment").dump(2).c_str());
}

std::string lossesText(const runs::RunSummary &run)
{
    std::string losses;
    for (const auto &[name, value] : run.losses)
        losses += (losses.empty() ? "" : ", ") + name + ' ' + record::numberText(value);
    return losses;
}

/// Prints how a file of another tool was read: the meaning of its columns, then warnings, notices and series.
void explain(const CommandRun &named, const imports::RoleChoice &columns)
{
    const auto source = openForCommand(named.path, columns);
    const Json run = printable(describeRun(*source->run()));
    const Json &environment = run.at("environment");
    const std::string format = environment.contains("format") ? text(environment, "format") : "Lensboard run";
    std::printf("%s\nread as: %s\n", bytes::printable(named.path.string()).c_str(), environment.contains("read as") ? text(environment, "read as").c_str() : format.c_str());
    if (const auto reading = source->reading())
        for (const auto &[name, use, isChosen] : reading->columns)
            std::printf("  %s %s%s\n", padded(bytes::printable(name), 32).c_str(), toText(use), isChosen ? " (chosen)" : "");
    for (const Json &event : run.at("events"))
        if (const std::string kind = text(event, "kind"); kind == "warning" || kind == "notice")
            std::printf("%s: %s\n", kind.c_str(), text(event, "text").c_str());
    if (!text(run, "message").empty())
        std::printf("%s\n", text(run, "message").c_str());
    for (const Json &tag : run.at("tags"))
        printTag(tag);
}

/// A table with one line per run, each with a path that identifies it.
class RunTable
{
public:
    RunTable(const CommandRuns &runs, const imports::RoleChoice &columns) : m_columns(columns)
    {
        for (const CommandRun &run : runs.runs)
            m_nameWidth = std::max(m_nameWidth, letterCount(run.name));
    }

    void print(const CommandRun &named) const
    {
        const auto source = openForCommand(named.path, m_columns);
        const runs::RunSummary run = runs::summarise(named.path, *source->run());
        const std::string name = bytes::printable(run.givenName.empty() ? named.name : run.givenName);
        std::printf("%s  %s %9zu ticks  %s  %s\n", padded(name, m_nameWidth).c_str(), padded(toText(run.status), 11).c_str(), run.ticks,
                    padded(bytes::printable(lossesText(run)), 32).c_str(), bytes::printable(named.path.string()).c_str());
    }

private:
    const imports::RoleChoice &m_columns;
    std::ptrdiff_t m_nameWidth = 0;
};

/// Prints one run as an object, several as an array of objects.
int printJson(const CommandRuns &runs, const imports::RoleChoice &columns)
{
    Json all = Json::array();
    const int code = forEachRun(runs, [&](const CommandRun &run) {
        Json description = {{"path", run.path.string()}};
        description.update(describeRun(*openForCommand(run.path, columns)->run()));
        all.push_back(std::move(description));
    });
    if (runs.runs.size() > 1)
        std::printf("%s\n", all.dump(2).c_str());
    else if (!all.empty())
        std::printf("%s\n", all.front().dump(2).c_str());
    return code;
}

} // namespace

int info(const InfoOptions &options)
{
    try {
        const CommandRuns runs = runsAt(options.runs);
        if (options.explain)
            return forEachRun(runs, [&](const CommandRun &run) { explain(run, options.columns); });
        if (options.json)
            return printJson(runs, options.columns);
        if (runs.runs.size() == 1)
            return forEachRun(runs, [&](const CommandRun &run) { print(printable(describeRun(*openForCommand(run.path, options.columns)->run()))); });
        const RunTable table(runs, options.columns);
        return forEachRun(runs, [&](const CommandRun &run) { table.print(run); });
    } catch (const std::exception &error) {
        return badInput(error);
    }
}

} // namespace lensboard::app
