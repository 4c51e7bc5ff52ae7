#pragma once

#include "core/distributed/process_group.h"
#include "core/distributed/replica_check.h"
#include "core/experiment/field.h"
#include "core/lens/process_figures_lens.h"
#include "core/record/message.h"
#include "core/session/command.h"
#include "core/training/epoch_batches.h"
#include "core/training/training_progress.h"

#include <chrono>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace lensboard::model {
class TrainableModel;
}

namespace lensboard::training {

/// Synchronises a training with its copies in other processes; each has its share of every batch. The first process takes commands, and the others
/// follow them at the same batch: if commands wait, all processes meet before the next batch.
///
/// Thread: the training's thread.
/// Errors: see distributed::ProcessGroup; faultOfOthers() names the process that failed.
class Replicas
{
public:
    Replicas(const session::ProcessRank &place, const session::ProgressReport &report);

    int rank() const { return m_group->rank(); }
    int size() const { return m_group->size(); }
    std::optional<record::Message> faultOfOthers(const record::Message &error) { return m_group->faultOfOthers(error); }
    void fail(const record::Message &reason) { m_group->fail(reason); }

    /// Call this once the model is built. \p own: values that must be equal in all processes.
    /// Errors: std::runtime_error in every process, naming the first key that differs.
    void agree(const experiment::Json &own);
    /// Copies the first process's weights to all others.
    void begin(model::TrainableModel &model, const std::vector<at::Tensor> &parameters, bool someUnused);

    // ---- commands

    /// First process only. Returns true if it may send commands now. With \p someWait, it may do so at the latest before the batch after next.
    bool mayTakeCommands(bool someWait);
    /// First process only, if mayTakeCommands(): sends \p command to all others.
    void send(const session::Command &command);
    /// Begins a batch. Ends the commands of the first process; in the others, calls \p follow with each command. Returns false if the
    /// first process has stopped the training.
    bool beginBatch(const std::function<void(const session::Command &command)> &follow);
    void endBatch();
    /// Makes all processes meet before the next batch, even if no commands wait.
    void meet() { m_isMeeting = true; }
    /// Blocks until all processes have finished.
    void finish();

    // ---- batches

    /// Copies the first process's buffers to all others; training batches change them.
    void shareBuffers();
    /// Runs the backward pass. Afterwards the gradients are the mean over all samples of the whole batch.
    void backward(const at::Tensor &loss, const at::Tensor &outputs, const EpochBatches::Share &share);

    /// Stores loss and metrics of a share until merge().
    void keep(Push push, const EpochBatches::Share &share);
    bool hasKept() const { return !m_kept.empty(); }
    /// Results of merge() in the first process; empty in the others.
    struct Merged
    {
        std::vector<Push> pushes; ///< one per batch, averaged over all its samples
        std::vector<std::vector<double>> others; ///< \c own arguments of the other processes
    };
    /// Merges kept values of all processes. Call it in all of them. \p isSameSize: all pass equally many numbers.
    Merged merge(const std::vector<double> &own, bool isSameSize);
    /// First process only. Returns the means since the last call, by process.
    std::vector<lens::ProcessFiguresLens::Figures> takeFigures();
    /// First process only. Returns the parameters found to differ since the last call, with the process; names each once.
    std::vector<record::Message> takeDrifted();
    /// Copies the first process's numbers to the others.
    void share(std::initializer_list<double *> numbers);

private:
    struct Kept
    {
        Push push;
        EpochBatches::Share share;
    };

    /// Sums since the last merge over training steps and losses, in transmission order.
    struct Sums
    {
        double steps = 0, seconds = 0, waiting = 0;
        double trainings = 0, trainingLoss = 0, evaluations = 0, evaluationLoss = 0;
    };
    static constexpr double Sums::*kSums[] = {&Sums::steps,        &Sums::seconds,     &Sums::waiting,       &Sums::trainings,
                                              &Sums::trainingLoss, &Sums::evaluations, &Sums::evaluationLoss};
    void goOnTogether();
    void take(std::size_t rank, std::span<const double> own, std::span<const double> theirs);

    std::unique_ptr<distributed::ProcessGroup> m_group;
    std::unique_ptr<distributed::GradientReducer> m_reducer;
    const model::TrainableModel *m_model = nullptr;
    bool m_hasBuffers = false;
    std::vector<Kept> m_kept;
    std::optional<distributed::ReplicaCheck> m_check;
    Sums m_sums;
    std::vector<Sums> m_sumsOfAll;
    std::vector<record::Message> m_drifted;
    std::set<std::string> m_known; ///< parameters already reported
    std::chrono::steady_clock::time_point m_batchBegan;
    bool m_isMeeting = true;
    bool m_isTraining = false; ///< the current batch is a training batch
    bool m_commandsWait = false;
};

} // namespace lensboard::training
