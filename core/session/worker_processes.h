#pragma once

#include "core/experiment/experiment.h"
#include "core/session/child_process.h"
#include "core/session/trainer.h"
#include "core/store/file/temporary_folder.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace lensboard::session {

/// The other processes of a training on this machine, whose first process is this one. They share the cores, unless OMP_NUM_THREADS or the
/// experiment says how many threads each has.
/// Thread: the main one.
/// Shutdown: the destructor gives them seconds to end, and kills what has not.
class WorkerProcesses
{
public:
    /// Starts `lensboard worker` for all processes of \p experiment but the first.
    /// Errors: std::runtime_error if there cannot be so many.
    WorkerProcesses(const experiment::Experiment &experiment, const TrainingStart &start);
    ~WorkerProcesses();

    const ProcessRank &ownPlace() const { return m_own; }

private:
    ProcessRank m_own;
    store::TemporaryFolder m_folder; ///< with the file that they read
    std::vector<std::unique_ptr<ChildProcess>> m_others;
};

/// What `lensboard worker` does: trains as the process \p rank of those that the file \p plan is for.
/// Errors: std::exception.
void trainAsWorker(const std::filesystem::path &plan, int rank);

} // namespace lensboard::session
