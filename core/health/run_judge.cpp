#include "core/health/run_judge.h"

#include "core/experiment/experiment.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/stoppable_sleep.h"
#include "core/store/file/run_file_format.h"

#include <algorithm>

#include <sys/resource.h>
#include <unistd.h>

namespace lensboard::health {

using namespace std::chrono_literals;

namespace {

constexpr double kMaxShare = 0.004; ///< of a core
constexpr std::chrono::duration<double> kMinPause = 1s, kMaxPause = 10s;
constexpr int kNice = 5; ///< same as for background work of inspectors

} // namespace

RunJudge::RunJudge(std::shared_ptr<const store::Run> run, std::vector<experiment::KindSettings> rules, Judged judged)
    : m_run(std::move(run)), m_judged(std::move(judged)), m_checker(std::move(rules)),
      m_thread([this](const std::stop_token &stop) { work(stop); })
{}

std::shared_ptr<const Judgement> RunJudge::judgement() const
{
    const std::lock_guard lock(m_mutex);
    return m_judgement;
}

std::shared_ptr<const Judgement> RunJudge::lookNow()
{
    look({});
    return judgement();
}

void RunJudge::work(const std::stop_token &stop)
{
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
    while (!stop.stop_requested()) {
        const double before = record::threadSeconds();
        look(stop);
        record::sleepUnlessStopped(stop, std::chrono::duration_cast<std::chrono::milliseconds>(pauseAfter(record::threadSeconds() - before)));
    }
}

std::chrono::duration<double> RunJudge::pauseAfter(double processorSeconds)
{
    return std::clamp(std::chrono::duration<double>(processorSeconds / kMaxShare), kMinPause, kMaxPause);
}

void RunJudge::look(const std::stop_token &stop)
{
    const std::lock_guard looking(m_looking);
    const auto last = judgement();
    if (last && !last->error.empty())
        return;
    auto judgement = std::make_shared<Judgement>();
    try {
        m_checker.follow(*m_run, stop);
        if (stop.stop_requested())
            return;
        judgement->findings = m_checker.findings();
        judgement->missing = m_checker.missing();
        judgement->thinnedUpTo = m_checker.thinnedUpTo();
        judgement->judgedAs = m_checker.judgedAs();
        judgement->step = m_checker.step();
    } catch (const store::RunFileBusy &) {
        return; // the next look reads the file that replaced it
    } catch (const std::exception &error) {
        if (last)
            *judgement = *last;
        judgement->error = record::messageOf(error);
    }
    if (last && *last == *judgement)
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_judgement = judgement;
    }
    if (m_judged)
        m_judged(*judgement);
}

std::optional<record::RunVerdict> verdictOf(const Judgement &judgement, std::size_t rules)
{
    const record::RunVerdict verdict = verdictOf(judgement.findings);
    const bool isFine = verdict == record::RunVerdict();
    if (!judgement.error.empty() || (isFine && 2 * judgement.missing.size() >= rules))
        return std::nullopt;
    return verdict;
}

std::optional<record::RunVerdict> verdictOf(const store::Run &run)
{
    const std::vector<experiment::KindSettings> rules = rulesOf(run.info());
    try {
        Checker checker(rules);
        checker.follow(run);
        return verdictOf({checker.findings(), checker.missing(), {}}, rules.size());
    } catch (const std::exception &) {
        return std::nullopt;
    }
}

namespace {

/// Returns an experiment with default rules if the run has none of Lensboard.
experiment::Experiment experimentOf(const record::RunInfo &info)
{
    try {
        if (!info.experiment.empty())
            return experiment::Experiment::fromJson(experiment::parseJson(info.experiment));
    } catch (const experiment::ExperimentError &) { // an experiment of another tool, or with keys of a plug-in
    }
    return {};
}

} // namespace

std::vector<experiment::KindSettings> rulesOf(const record::RunInfo &info, const std::vector<std::string> &names)
{
    const settings::Health settings = experimentOf(info).health;
    if (names.empty())
        return settings.judging();
    std::vector<experiment::KindSettings> rules = rulesNamed(names);
    for (experiment::KindSettings &rule : rules)
        for (const experiment::KindSettings &set : settings.rules)
            if (set.kind == rule.kind)
                rule = set;
    return rules;
}

std::vector<record::Message> ignoredSettings(const record::RunInfo &info)
{
    return experimentOf(info).notices;
}

} // namespace lensboard::health
