#include "core/session/process_rank.h"

#include "core/bytes/crc32c.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace lensboard::session {

namespace {


std::string required(const Environment &variable, const char *name, const char *beside)
{
    if (auto value = variable(name); value && !value->empty())
        return *value;
    throw record::InvalidArgument(record::message("%1: is not set, and %2 is: several processes that train together need both", name, beside));
}

/// Errors: std::invalid_argument if the variable is not a number from \p least to \p most.
int number(const Environment &variable, const char *name, const char *beside, int least, int most)
{
    const std::string text = required(variable, name, beside);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        throw record::InvalidArgument(record::message("%1: %2 is no number from %3 to %4", name, text, least, most));
    return value;
}

/// Names of a launcher's environment variables.
struct Names
{
    const char *rank, *size, *localRank, *localSize;
};

/// Returns nullopt for a process without others.
std::optional<ProcessRank> placeOf(const Environment &variable, const Names &names)
{
    constexpr int kMaxProcesses = 65536;
    ProcessRank place;
    place.size = number(variable, names.size, names.rank, 1, kMaxProcesses);
    place.rank = number(variable, names.rank, names.size, 0, place.size - 1);
    if (place.size == 1)
        return std::nullopt;
    if (variable(names.localRank))
        place.localRank = number(variable, names.localRank, names.rank, 0, place.size - 1);
    if (names.localSize && variable(names.localSize))
        place.localSize = number(variable, names.localSize, names.rank, 1, place.size);
    return place;
}

/// Derives a port from the job, the same in all its processes, outside the range of ports that the kernel assigns.
int portOfJob(std::string_view job)
{
    constexpr std::uint32_t kFirst = 20000, kCount = 10000;
    return static_cast<int>(kFirst + bytes::crc32c(job) % kCount);
}

/// Returns the first host of Slurm's list: node03 for "node[03-05,9],other".
std::string firstHost(const std::string &list)
{
    const std::string first = list.substr(0, list.find_first_of(",["));
    const std::size_t open = first.size();
    if (open == list.size() || list[open] != '[')
        return first;
    const std::size_t close = list.find(']', open);
    const std::string numbers = list.substr(open + 1, close == std::string::npos ? close : close - open - 1);
    const std::string after = close == std::string::npos ? std::string() : list.substr(close + 1);
    return first + numbers.substr(0, numbers.find_first_of("-,")) + after.substr(0, after.find(','));
}

/// Sets the address of rank 0 from MASTER_ADDR and MASTER_PORT, or to \p host and \p port if they are not set.
ProcessRank meetingAt(ProcessRank place, const Environment &variable, const std::string &host, int port)
{
    constexpr int kMaxPort = std::numeric_limits<std::uint16_t>::max();
    place.host = variable("MASTER_ADDR").value_or(host);
    place.port = variable("MASTER_PORT") ? number(variable, "MASTER_PORT", "MASTER_ADDR", 1, kMaxPort) : port;
    return place;
}

std::optional<ProcessRank> ofTorchrun(const Environment &variable)
{
    auto place = placeOf(variable, {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"});
    if (!place)
        return std::nullopt;
    required(variable, "MASTER_ADDR", "WORLD_SIZE");
    required(variable, "MASTER_PORT", "WORLD_SIZE");
    place = meetingAt(*place, variable, {}, 0);
    if (variable("TORCHELASTIC_RESTART_COUNT"))
        place->attempt = number(variable, "TORCHELASTIC_RESTART_COUNT", "RANK", 0, std::numeric_limits<int>::max());
    if (variable("TORCHELASTIC_USE_AGENT_STORE") == "True")
        place->storePrefix = "/worker/attempt_" + std::to_string(place->attempt);
    return place;
}

std::optional<ProcessRank> ofSlurm(const Environment &variable)
{
    const auto place = placeOf(variable, {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", nullptr});
    if (!place)
        return std::nullopt;
    return meetingAt(*place, variable, firstHost(required(variable, "SLURM_STEP_NODELIST", "SLURM_PROCID")),
                     portOfJob(variable("SLURM_JOB_ID").value_or("") + '.' + variable("SLURM_STEP_ID").value_or("")));
}

std::optional<ProcessRank> ofOpenMpi(const Environment &variable)
{
    const auto place = placeOf(variable, {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"});
    if (!place)
        return std::nullopt;
    const bool isOneMachine = variable("OMPI_COMM_WORLD_LOCAL_SIZE") == std::to_string(place->size);
    if (!isOneMachine && !variable("MASTER_ADDR"))
        throw record::InvalidArgument(record::message("MASTER_ADDR: is not set; on several machines mpirun needs -x MASTER_ADDR=HOST, the "
                                                    "machine of rank 0"));
    return meetingAt(*place, variable, kLoopback, portOfJob(variable("PMIX_NAMESPACE").value_or("")));
}

} // namespace

std::optional<std::string> ownEnvironment(const char *name)
{
    const char *value = std::getenv(name);
    return value ? std::optional<std::string>(value) : std::nullopt;
}

std::optional<ProcessRank> processRank(const Environment &variable)
{
    if (variable("RANK") || variable("WORLD_SIZE"))
        return ofTorchrun(variable);
    if (variable("SLURM_STEP_NUM_TASKS"))
        return ofSlurm(variable);
    if (variable("OMPI_COMM_WORLD_SIZE"))
        return ofOpenMpi(variable);
    return std::nullopt;
}

} // namespace lensboard::session
