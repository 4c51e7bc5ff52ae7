#pragma once

#include "core/experiment/experiment.h"
#include "core/session/child_process.h"
#include "core/session/trainer.h"
#include "core/store/file/temporary_folder.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace lensboard::session {

/// The other processes of a training on this machine; this process is the first. They share the cores, unless OMP_NUM_THREADS or the
/// experiment sets the number of threads per process.
/// Thread: main thread only.
/// Shutdown: the destructor gives the processes some seconds to end, then kills them.
class WorkerProcesses
{
public:
    /// Starts `lensboard worker` for all processes of \p experiment but the first.
    /// Errors: std::runtime_error if the processes cannot be created.
    WorkerProcesses(const experiment::Experiment &experiment, const TrainingStart &start);
    ~WorkerProcesses();

    const ProcessRank &ownPlace() const { return m_own; }

private:
    ProcessRank m_own;
    store::TemporaryFolder m_folder; ///< has the file with their plan
    std::vector<std::unique_ptr<ChildProcess>> m_others;
};

/// Implements `lensboard worker`: trains as the process \p rank of the training in the file \p plan.
/// Errors: std::exception.
void trainAsWorker(const std::filesystem::path &plan, int rank);

} // namespace lensboard::session
