#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace lensboard::session {

constexpr const char *kLoopback = "127.0.0.1";

/// Place of a process among the processes that train one model, from its launcher's environment variables.
struct ProcessRank
{
    int rank = 0;      ///< from 0; rank 0 records
    int size = 1;      ///< number of processes, at least 2
    int localRank = 0; ///< rank on its machine
    int localSize = 1; ///< number of processes on its machine, if known; they share the cores
    std::string host;  ///< address for the connection: host of rank 0, or of the launcher's store
    int port = 0;
    std::chrono::seconds joinPatience{60}; ///< time to wait for the other processes at the start
    int attempt = 0; ///< number of restarts by the launcher
    std::string storePrefix = {}; ///< prefix of this attempt's keys in the launcher's store; empty: rank 0 serves a store

    bool isFirst() const { return rank == 0; }
    bool operator==(const ProcessRank &) const = default;
};

/// Returns the value of an environment variable, or nullopt if it is not set.
using Environment = std::function<std::optional<std::string>(const char *name)>;
std::optional<std::string> ownEnvironment(const char *name);

/// Returns nullopt if the process was not launched as one of several.
/// Errors: std::invalid_argument that names the missing or invalid variable.
/// Source: RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT, as set by torchrun, with TORCHELASTIC_USE_AGENT_STORE and
///         TORCHELASTIC_RESTART_COUNT; Slurm's variables for the tasks of a step, set by srun; OMPI_COMM_WORLD_*, set by Open MPI's mpirun.
///         MASTER_ADDR and MASTER_PORT override the address from Slurm and Open MPI.
std::optional<ProcessRank> processRank(const Environment &variable = ownEnvironment);

} // namespace lensboard::session
