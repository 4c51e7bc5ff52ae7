#include "core/session/worker_processes.h"

#include "core/bytes/whole_file.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/other_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lensboard::session {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using experiment::Json;

namespace {

constexpr auto kEndPatience = 5s;
constexpr std::uintmax_t kLargestPlan = 64 << 20;

int freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, kLoopback, &address.sin_addr);
    socklen_t size = sizeof address;
    const bool isBound = socket >= 0 && bind(socket, reinterpret_cast<sockaddr *>(&address), size) == 0
                      && getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) == 0;
    const int problem = errno;
    if (socket >= 0)
        close(socket);
    if (!isBound)
        throw record::Error(record::message("there is no port for the processes to meet at: %1", record::systemError(problem)));
    return ntohs(address.sin_port);
}

/// Makes the file readable for this user only.
void writePlan(const fs::path &path, const std::string &text)
{
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool isWritten = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int problem = errno;
    if (file >= 0)
        close(file);
    if (!isWritten)
        throw record::Error(record::message("%1: the plan for other processes cannot be written: %2", path.string(), record::systemError(problem)));
}

/// Returns the path of this program, or LENSBOARD_PROGRAM if another program uses the library.
std::string program()
{
    const char *named = std::getenv("LENSBOARD_PROGRAM");
    return named ? named : fs::read_symlink("/proc/self/exe").string();
}

} // namespace

WorkerProcesses::WorkerProcesses(const experiment::Experiment &experiment, const TrainingStart &start)
{
    const auto count = static_cast<int>(experiment.processes);
    m_own = {.rank = 0, .size = count, .localSize = count, .host = kLoopback, .port = freePort()};
    Json programs = Json::object();
    for (const auto &[path, sha256] : start.programs)
        programs[path.string()] = sha256;
    const Json plan = {{"experiment", experiment.toJson()}, {"checkpoint", start.checkpoint.string()}, {"is_same_run", start.isSameRun},
                       {"programs", programs},              {"processes", count},                      {"port", m_own.port}};
    const fs::path path = m_folder.path() / "plan.json";
    writePlan(path, plan.dump());
    for (int rank = 1; rank < count; ++rank)
        m_others.push_back(std::make_unique<ChildProcess>(std::vector<std::string>{program(), "worker", path.string(), std::to_string(rank)},
                                                          ChildProcess::Errors::Shared));
}

WorkerProcesses::~WorkerProcesses()
{
    const auto end = std::chrono::steady_clock::now() + kEndPatience;
    const auto hasEnded = [](const std::unique_ptr<ChildProcess> &other) { return other->ending().has_value(); };
    while (!std::ranges::all_of(m_others, hasEnded) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(10ms);
}

void trainAsWorker(const fs::path &plan, int rank)
{
    const Json json = experiment::parseJson(bytes::wholeFile(plan, record::message("the plan of a training"), kLargestPlan));
    TrainingStart start;
    start.checkpoint = json.at("checkpoint").get<std::string>();
    start.isSameRun = json.at("is_same_run").get<bool>();
    for (const auto &[path, sha256] : json.at("programs").items())
        start.programs[path] = sha256.get<std::string>();
    const int count = json.at("processes").get<int>();
    start.place = ProcessRank{.rank = rank, .size = count, .localRank = rank, .localSize = count, .host = kLoopback, .port = json.at("port").get<int>()};
    trainAlong(experiment::Experiment::fromJson(json.at("experiment")), start);
}

} // namespace lensboard::session
