#include "app/commands/check_command.h"

#include "app/commands/command_runs.h"
#include "app/commands/exit_code.h"
#include "core/bytes/valid_utf8.h"
#include "core/health/finding_json.h"
#include "core/health/run_judge.h"

#include <algorithm>
#include <cstdio>

namespace lensboard::app {

using experiment::Json;
using health::Finding;
using health::Severity;

namespace {

constexpr std::size_t kMaxLayers = 6; ///< named per line

std::string joined(const std::vector<std::string> &names, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

Json toJson(const CommandRun &run, std::size_t ticks, const health::Checker &checker)
{
    Json findings = Json::array(), missing = Json::array();
    for (const Finding &finding : checker.findings())
        findings.push_back(toJson(finding));
    for (const health::MissingEvidence &each : checker.missing())
        missing.push_back({{"rule", each.rule}, {"lenses", each.lenses}});
    const health::JudgedAs &judgedAs = checker.judgedAs();
    return {{"path", run.path.string()}, {"ticks", ticks},         {"kind", settings::toText(judgedAs.kind)}, {"kind_reason", judgedAs.reason},
            {"findings", findings},      {"missing", missing}};
}

void print(const Finding &finding)
{
    const auto line = [](const std::string &text) { std::printf("  %s\n", bytes::printable(text).c_str()); };
    const std::string layers = finding.layers.empty() ? "" : " in " + joined(finding.layers, kMaxLayers);
    const std::string cause = finding.cause.empty() ? "" : ", follows from " + finding.cause;
    std::printf("%s: %s%s, steps %lld to %lld%s\n", toText(finding.severity), finding.rule.c_str(), bytes::printable(layers).c_str(),
                static_cast<long long>(finding.firstStep), static_cast<long long>(finding.lastStep), cause.c_str());
    line(finding.meaning);
    if (!finding.before.empty())
        line("Before: " + finding.before);
    line("Seen: " + finding.values);
    line("Try: " + finding.advice);
}

/// Prints the rules that lack lenses, by lens.
void printMissing(const health::Checker &checker)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> byLenses;
    for (const health::MissingEvidence &each : checker.missing()) {
        const std::string lenses = joined(each.lenses, each.lenses.size());
        auto known = std::ranges::find(byLenses, lenses, &decltype(byLenses)::value_type::first);
        if (known == byLenses.end())
            known = byLenses.insert(known, {lenses, {}});
        known->second.push_back(each.rule);
    }
    for (const auto &[lenses, rules] : byLenses)
        std::printf("not judged without %s: %s\n", lenses.empty() ? "losses of validation" : lenses.c_str(), joined(rules, rules.size()).c_str());
}

void print(const CommandRun &run, std::size_t ticks, const health::Checker &checker)
{
    const auto findings = checker.findings();
    const std::string none = ticks == 0 ? "has no ticks, so it was not judged" : "nothing found";
    std::printf("%s: %s\n", bytes::printable(run.name).c_str(),
                (findings.empty() ? none : findings.size() == 1 ? "1 finding" : std::to_string(findings.size()) + " findings").c_str());
    if (const health::JudgedAs &judgedAs = checker.judgedAs(); !judgedAs.reason.empty())
        std::printf("judged as: %s, because %s\n", settings::toText(judgedAs.kind).c_str(), bytes::printable(judgedAs.reason).c_str());
    for (const Finding &finding : findings)
        print(finding);
    printMissing(checker);
}

} // namespace

std::string ruleNames()
{
    std::string names;
    for (const health::RuleKind &kind : health::ruleKinds())
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    return names;
}

int check(const CheckOptions &options)
{
    try {
        const Severity least = health::severityFromText(options.failOn).value_or(Severity::Problem);
        (void)health::rulesNamed(options.rules); // throws for unknown rules, once for all runs
        const CommandRuns runs = runsAt(options.paths);
        Json all = Json::array();
        bool isFound = false;
        const int code = forEachRun(runs, [&](const CommandRun &run) {
            const auto source = openForCommand(run.path, options.columns);
            for (const std::string &notice : health::ignoredSettings(source->run()->info()))
                std::fprintf(stderr, "%s: %s\n", run.path.string().c_str(), notice.c_str());
            health::Checker checker(health::rulesOf(source->run()->info(), options.rules), settings::trainingKindFromText(options.kind));
            checker.follow(*source->run());
            const std::size_t ticks = source->run()->frameCount();
            const auto findings = checker.findings();
            isFound = isFound || std::ranges::any_of(findings, [&](const Finding &finding) { return finding.severity >= least; });
            if (options.json)
                all.push_back(toJson(run, ticks, checker));
            else
                print(run, ticks, checker);
        });
        if (options.json && !all.empty())
            std::printf("%s\n", (runs.runs.size() > 1 ? all : all.front()).dump(2).c_str());
        return code != kDone ? code : isFound ? kFound : kDone;
    } catch (const std::exception &error) {
        return badInput(error);
    }
}

} // namespace lensboard::app
