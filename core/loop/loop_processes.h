#pragma once

#include "core/distributed/replica_check.h"
#include "core/experiment/kind_settings.h"
#include "core/loop/loop_inspector.h"
#include "core/loop/watched_models.h"
#include "core/record/message.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard {

/// Data that Inspectors of several processes exchange at each tick: pushed values, sums from lenses, checksums of parameters, and
/// the commands of process 0.
/// Thread: the training thread.
class LoopProcesses
{
public:
    using Watchers = std::vector<experiment::KindSettings>;

    explicit LoopProcesses(Inspector::Processes given) : m_given(std::move(given)) {}

    bool isFirst() const { return m_given.rank == 0; }
    int rank() const { return m_given.rank; }
    int count() const { return m_given.count; }

    /// Call first, in all processes at once. \p settings: other settings that determine the division of measurements among processes.
    void compareLenses(const Watchers &ofParameters, const experiment::Json &settings);
    /// Returns true if all processes have equal lenses, so that each may measure some layers for all.
    bool haveSameLenses() const { return m_haveSameLenses; }

    /// Stores pushed values until the next exchange.
    void pushLoss(double loss, Phase phase) { m_pushed[phase == Phase::Train ? kTraining : kEvaluation].push_back(loss); }
    void pushMetric(const std::string &name, double value) { m_pushed[kMetric + name].push_back(value); }

    struct Own
    {
        WatchedModels::Parameters parameters;
        Watchers watching; ///< lenses that are common to all processes
        Watchers wanted;   ///< in process 0: the lenses that all processes shall have after this tick
        bool stop = false; ///< in process 0: true if all processes shall stop after this tick
    };
    struct Received
    {
        std::vector<std::vector<double>> sums; ///< in process 0: sums of each other process, empty if its lenses or layers differ; in the others: sums of process 0, likewise
        std::vector<record::Message> warnings; ///< in process 0
    };
    /// Call in all processes at once.
    /// Errors: rethrows an exception of the callback; std::runtime_error with the process's rank if its message cannot be read.
    Received exchange(const Own &own, const std::vector<double> &sums);
    /// In process 0: passes on the pushed values of all processes until the last exchange: the means of all first values, all second values, ...
    template <typename Loss, typename Metric>
    void takePushed(const Loss &loss, const Metric &metric);
    /// In other processes: returns the lenses that process 0 announced, once.
    std::optional<Watchers> takeWanted() { return std::exchange(m_wanted, std::nullopt); }
    bool mayStop() const { return m_mayStop; }
    /// Ends a tick; discards values pushed in an unmeasured one.
    void endTick() { m_pushed.clear(); }

private:
    struct Message;
    struct Mean
    {
        double sum = 0;
        int count = 0; ///< number of processes with this value
    };
    void addPushed(const experiment::Json &pushed, std::span<const double> values);
    void compare(std::size_t rank, const Message &mine, Message &theirs, Received &received);

    static constexpr const char *kTraining = "training", *kEvaluation = "evaluation", *kMetric = "metric ";

    Inspector::Processes m_given;
    std::map<std::string, std::vector<double>> m_pushed; ///< in this process
    std::map<std::string, std::vector<Mean>> m_means;    ///< of all processes
    std::optional<distributed::ReplicaCheck> m_check;
    std::set<std::string> m_reported; ///< parameters with a warning
    std::set<std::size_t> m_others;   ///< ranks with a warning that they have other lenses, or other layers
    std::optional<Watchers> m_wanted;
    bool m_mayStop = false;
    bool m_haveSameLenses = false;
};

template <typename Loss, typename Metric>
void LoopProcesses::takePushed(const Loss &loss, const Metric &metric)
{
    for (const auto &[name, values] : std::exchange(m_means, {}))
        for (const Mean &mean : values)
            if (name.starts_with(kMetric))
                metric(name.substr(std::string_view(kMetric).size()), mean.sum / mean.count);
            else
                loss(mean.sum / mean.count, name == kTraining ? Phase::Train : Phase::Evaluation);
}

} // namespace lensboard
