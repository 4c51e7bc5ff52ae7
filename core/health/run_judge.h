#pragma once

#include "core/health/checker.h"
#include "core/record/message.h"

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

/// State of a run's health.
struct Judgement
{
    std::vector<Finding> findings; ///< worst first
    std::vector<MissingEvidence> missing;
    record::Message error; ///< reason why the run cannot be judged any more; empty if there is no error
    std::optional<std::int64_t> thinnedUpTo = {}; ///< the last step with values that may be thinned; nullopt if the run is complete
    std::int64_t step = 0; ///< the last judged step when the other fields last changed
    JudgedAs judgedAs = {}; ///< kind of training that the findings assume

    bool operator==(const Judgement &other) const
    {
        return findings == other.findings && missing == other.missing && error == other.error && thinnedUpTo == other.thinnedUpTo
            && judgedAs == other.judgedAs;
    }
};

/// Source of a run's judgement, local or remote.
/// Thread: any.
class Judge
{
public:
    virtual ~Judge() = default;

    /// Returns the same object until the judgement changes; null before the first look has ended.
    virtual std::shared_ptr<const Judgement> judgement() const = 0;
};

/// Judges a run on its own thread, every second while the run grows, less often if a look takes long. The cost of a look hardly depends on the
/// amount of new data. Never blocks the writer of the run.
///
/// Thread: any.
/// Shutdown: the destructor cancels the current look.
class RunJudge final : public Judge
{
public:
    /// Called on the judge's thread after the first look, and after each look that changed the judgement.
    using Judged = std::function<void(const Judgement &)>;

    RunJudge(std::shared_ptr<const store::Run> run, std::vector<experiment::KindSettings> rules, Judged judged = {});
    RunJudge(const RunJudge &) = delete;
    RunJudge &operator=(const RunJudge &) = delete;

    std::shared_ptr<const Judgement> judgement() const override;
    /// Judges all data that the run has now. Blocks until that is done.
    std::shared_ptr<const Judgement> lookNow();

    /// Returns the pause after a look that took \p processorSeconds: looks use at most 0.4 % of a core, but the pause is 1 to 10 seconds.
    static std::chrono::duration<double> pauseAfter(double processorSeconds);

private:
    void work(const std::stop_token &stop);
    void look(const std::stop_token &stop);

    const std::shared_ptr<const store::Run> m_run;
    const Judged m_judged;
    Checker m_checker; ///< guarded by m_looking
    std::mutex m_looking;
    mutable std::mutex m_mutex; ///< guards all members below
    std::shared_ptr<const Judgement> m_judgement;
    std::jthread m_thread; ///< declared after the members it uses, so that it ends before them
};

/// Returns the verdict to store in a finished run's file. Returns nullopt if the run could not be judged: there was an error, or there is no
/// finding while at least half of the rules, \p rules in number, had no data.
std::optional<record::RunVerdict> verdictOf(const Judgement &judgement, std::size_t rules);
/// Same as above for a run that was not judged while it was recorded.
std::optional<record::RunVerdict> verdictOf(const store::Run &run);

/// Returns the rules for a run, as its experiment sets them, or the default rules if it has no readable experiment. With \p names, returns only
/// the rules of these names, even if the experiment disables them.
/// Errors: std::invalid_argument if a name is unknown; the message suggests the nearest name.
std::vector<experiment::KindSettings> rulesOf(const record::RunInfo &info, const std::vector<std::string> &names = {});
/// Returns a message for each setting of the run's experiment that is ignored.
std::vector<record::Message> ignoredSettings(const record::RunInfo &info);

} // namespace lensboard::health
