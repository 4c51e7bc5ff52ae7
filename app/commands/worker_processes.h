#pragma once

#include "app/commands/child_process.h"
#include "core/session/process_rank.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::app {

/// The other processes of a training on this machine, whose first process is this one.
/// Thread: the main one.
/// Shutdown: the destructor gives them seconds to end, and kills what has not.
class WorkerProcesses
{
public:
    /// Starts \p count - 1 of `lensboard` with \p arguments. They share the cores, unless OMP_NUM_THREADS says how many threads each has.
    /// Errors: std::runtime_error if there cannot be so many.
    WorkerProcesses(int count, const std::vector<std::string> &arguments);
    ~WorkerProcesses();

    const session::ProcessRank &ownPlace() const { return m_own; }
    /// What the first that failed said at its end; empty if none did.
    std::string failure();

private:
    session::ProcessRank m_own;
    std::vector<std::unique_ptr<ChildProcess>> m_others; ///< by rank, from 1
};

} // namespace lensboard::app
