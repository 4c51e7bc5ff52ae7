#pragma once

#include "core/distributed/replica_check.h"
#include "core/experiment/choice.h"
#include "core/loop/loop_inspector.h"

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

/// What the Inspectors of several processes exchange at each tick: what was pushed, sums that lenses gathered, checksums of parameters, and
/// what the first process has ordered.
/// Thread: the one that trains.
class LoopProcesses
{
public:
    using Watchers = std::vector<experiment::Choice>;

    explicit LoopProcesses(Inspector::Processes given) : m_given(std::move(given)) {}

    bool isFirst() const { return m_given.rank == 0; }
    int rank() const { return m_given.rank; }
    int count() const { return m_given.count; }

    /// To be called first, in all processes at once. \p settings: with what else decides which of them measures what.
    void compareLenses(const Watchers &ofParameters, const experiment::Json &settings);
    /// Whether each of them has the same, and so may measure some layers for all.
    bool haveSameLenses() const { return m_haveSameLenses; }

    /// Keeps what this process pushed until the next exchange.
    void pushLoss(double loss, Phase phase) { m_pushed[phase == Phase::Train ? kTraining : kEvaluation].push_back(loss); }
    void pushMetric(const std::string &name, double value) { m_pushed[kMetric + name].push_back(value); }

    struct Own
    {
        NamedTensors parameters;
        Watchers watching; ///< lenses that all have a part in
        Watchers wanted;   ///< of the first process: those that all are to have after this tick
        bool stop = false; ///< the same: whether all are to end after it
    };
    struct Received
    {
        std::vector<std::vector<double>> sums; ///< of the first process: what each of the others gathered; empty of one with other lenses
        std::vector<std::string> warnings;     ///< the same
    };
    /// In all processes at once.
    /// Errors: what the callback throws; std::runtime_error that names the process if what it passed cannot be read.
    Received exchange(const Own &own, const std::vector<double> &sums);
    /// What was pushed until the last exchange, of the first process: of what all pushed, the mean of each first value, each second, ...
    template <typename Loss, typename Metric>
    void takePushed(const Loss &loss, const Metric &metric);
    /// What the first wants, of the others, once.
    std::optional<Watchers> takeWanted() { return std::exchange(m_wanted, std::nullopt); }
    bool mayStop() const { return m_mayStop; }
    /// The tick is over; what was pushed in one that is not measured counts for nothing.
    void endTick() { m_pushed.clear(); }

private:
    struct Message;
    struct Mean
    {
        double sum = 0;
        int count = 0; ///< of processes
    };
    void addPushed(const experiment::Json &pushed, std::span<const double> values);
    void compare(std::size_t rank, const Message &mine, Message &theirs, Received &received);

    static constexpr const char *kTraining = "training", *kEvaluation = "evaluation", *kMetric = "metric ";

    Inspector::Processes m_given;
    std::map<std::string, std::vector<double>> m_pushed; ///< by this process
    std::map<std::string, std::vector<Mean>> m_means;    ///< of what all pushed
    std::optional<distributed::ReplicaCheck> m_check;
    std::set<std::string> m_reported; ///< parameters that warnings were about
    std::set<std::size_t> m_others;   ///< the same of ranks
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
