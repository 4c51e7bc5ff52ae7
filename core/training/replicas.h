#pragma once

#include "core/distributed/process_group.h"
#include "core/experiment/field.h"
#include "core/lens/process_figures_lens.h"
#include "core/training/epoch_batches.h"
#include "core/distributed/replica_check.h"
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

/// The same training in other processes, each with its share of every batch. The first takes orders, and the others follow them at the same
/// batch: where orders wait, all processes meet before the next one.
///
/// Thread: that of the training.
/// Errors: as distributed::ProcessGroup; faultOfOthers() tells whose fault they were.
class Replicas
{
public:
    Replicas(const session::ProcessRank &place, const session::ProgressReport &report);

    int rank() const { return m_group->rank(); }
    int size() const { return m_group->size(); }
    std::optional<std::string> faultOfOthers(const std::string &error) { return m_group->faultOfOthers(error); }
    void fail(const std::string &reason) { m_group->fail(reason); }

    /// To be called once the model is built. \p own: what has to be the same in all processes.
    /// Errors: std::runtime_error in each of them that names the first key which differs.
    void agree(const experiment::Json &own);
    /// All begin with the weights of the first.
    void begin(model::TrainableModel &model, const std::vector<at::Tensor> &parameters, bool someUnused);

    // ---- orders

    /// Of the first process: whether it may follow orders now. If \p someWait it may before the next batch but one at the latest.
    bool mayTakeOrders(bool someWait);
    /// Of the first process, while it may follow orders: all others do as well.
    void order(const experiment::Json &order);
    /// Begins a batch: the first process has no more orders, and the others follow, by \p obey, what it ordered.
    /// Returns false if it stopped.
    bool beginBatch(const std::function<void(const experiment::Json &order)> &obey);
    void endBatch();
    /// All processes meet before the next batch, whether orders wait or not.
    void meet() { m_isMeeting = true; }
    /// The first process stops, while it may follow orders.
    void stop();
    /// All have come to their end.
    void finish();

    // ---- batches

    /// As the first process's, which batches of training changed.
    void shareBuffers();
    /// Leaves the mean gradients of all samples of the batch.
    void backward(const at::Tensor &loss, const at::Tensor &outputs, const EpochBatches::Share &share);

    /// Keeps loss and metrics of a share until merge().
    void keep(Push push, const EpochBatches::Share &share);
    bool hasKept() const { return !m_kept.empty(); }
    /// What the first process gets; the others get nothing.
    struct Merged
    {
        std::vector<Push> pushes; ///< of all batches that were kept, over all their samples
        std::vector<std::vector<double>> others; ///< what these passed
    };
    /// In all processes at once. \p isSameSize: all of them pass as many numbers.
    Merged merge(const std::vector<double> &own, bool isSameSize);
    /// Of the first process: means since the last call, by process.
    std::vector<lens::ProcessFiguresLens::Figures> takeFigures();
    /// The same: parameters that were found to differ since the last call, and in which process; each is named once.
    std::vector<std::string> takeDrifted();
    /// The others get the first one's.
    void share(std::initializer_list<double *> numbers);

private:
    struct Kept
    {
        Push push;
        EpochBatches::Share share;
    };

    /// Sums since the last merge, as they are passed on: of training steps and of losses.
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
    std::vector<std::string> m_drifted;
    std::set<std::string> m_known; ///< parameters that have been named
    std::chrono::steady_clock::time_point m_batchBegan;
    bool m_isMeeting = true;
    bool m_isTraining = false; ///< this batch
    bool m_ordersWait = false;
};

} // namespace lensboard::training
