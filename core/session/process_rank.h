#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace lensboard::session {

constexpr const char *kLoopback = "127.0.0.1";

/// The place of a process among those that train one model together, as what launched them says.
struct ProcessRank
{
    int rank = 0;      ///< from 0, which records
    int size = 1;      ///< how many they are, at least 2
    int localRank = 0; ///< among those of its machine
    int localSize = 1; ///< how many these are, as far as it is known: they share its cores
    std::string host;  ///< where they find each other: that of rank 0, or of the launcher's store
    int port = 0;
    std::chrono::seconds joinPatience{60}; ///< that they wait for each other at the start
    int attempt = 0; ///< how often the launcher has started them anew
    std::string storePrefix = {}; ///< before the keys of this attempt, in a store that the launcher serves; empty: rank 0 serves one

    bool isFirst() const { return rank == 0; }
    bool operator==(const ProcessRank &) const = default;
};

/// The value of an environment variable, nothing if it is not set.
using Environment = std::function<std::optional<std::string>(const char *name)>;
std::optional<std::string> ownEnvironment(const char *name);

/// Nothing if the process was not launched as one of several.
/// Errors: std::invalid_argument that names the variable which is missing or makes no sense.
/// Source: RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT as torchrun sets them, with its TORCHELASTIC_USE_AGENT_STORE and TORCHELASTIC_RESTART_COUNT; what
///         srun sets for the tasks of a step; OMPI_COMM_WORLD_* as Open MPI's mpirun sets them. MASTER_ADDR and MASTER_PORT win over what
///         Slurm and Open MPI say of that.
std::optional<ProcessRank> processRank(const Environment &variable = ownEnvironment);

} // namespace lensboard::session
