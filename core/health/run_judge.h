#pragma once

#include "core/health/checker.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lensboard::health {

/// What is known of a run's health at a moment.
struct Judgement
{
    std::vector<Finding> findings; ///< the worst first
    std::vector<MissingEvidence> missing;
    std::string error; ///< why the run cannot be judged any more; else empty
    std::optional<std::int64_t> thinnedUpTo = {}; ///< the last step of which values may be thinned; none of a run that is whole
    std::int64_t step = 0; ///< that was judged last when the others were so

    bool operator==(const Judgement &other) const
    {
        return findings == other.findings && missing == other.missing && error == other.error && thinnedUpTo == other.thinnedUpTo;
    }
};

/// Who judges a run, wherever that is.
/// Thread: any.
class Judge
{
public:
    virtual ~Judge() = default;

    /// The same object until something else is found; null before the first look has ended.
    virtual std::shared_ptr<const Judgement> judgement() const = 0;
};

/// Judges a run on a thread of its own, every second while it grows; less often where a look takes long, which most of the time is
/// the same however much is new. Never holds up who writes the run.
///
/// Thread: any.
/// Shutdown: the destructor gives up the look that is going on.
class RunJudge final : public Judge
{
public:
    /// Called on the judge's thread after the first look, and after each that found something else.
    using Judged = std::function<void(const Judgement &)>;

    RunJudge(std::shared_ptr<const store::Run> run, std::vector<experiment::Choice> rules, Judged judged = {});
    RunJudge(const RunJudge &) = delete;
    RunJudge &operator=(const RunJudge &) = delete;

    std::shared_ptr<const Judgement> judgement() const override;
    /// Takes in all that the run has now, and returns when that is judged.
    std::shared_ptr<const Judgement> lookNow();

    /// What lies between a look that took \p processorSeconds and the next: so much that looks take no more than 0.4 % of a core, but a
    /// second at least and ten at most.
    static std::chrono::duration<double> pauseAfter(double processorSeconds);

private:
    void work(const std::stop_token &stop);
    void look(const std::stop_token &stop);

    const std::shared_ptr<const store::Run> m_run;
    const Judged m_judged;
    Checker m_checker; ///< with m_looking
    std::mutex m_looking;
    mutable std::mutex m_mutex; ///< of all below
    std::shared_ptr<const Judgement> m_judgement;
    std::jthread m_thread; ///< ends before what it uses
};

/// What stands in a run's file once it is over. None if it could not be judged: there was an error, or nothing was found while at
/// least half of \p rules, so many, had nothing to judge by.
std::optional<record::RunVerdict> verdictOf(const Judgement &judgement, std::size_t rules);
/// The same of a run that was not judged while it was recorded.
std::optional<record::RunVerdict> verdictOf(const store::Run &run);

/// The rules that judge a run, as its experiment sets them, or by default if it has no experiment that can be read. With \p names the rules
/// of these names alone, also if the experiment disables them.
/// Errors: std::invalid_argument that names the nearest if there is no rule of a name.
std::vector<experiment::Choice> rulesOf(const record::RunInfo &info, const std::vector<std::string> &names = {});

} // namespace lensboard::health
