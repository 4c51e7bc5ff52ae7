#include "app/commands/worker_processes.h"

#include "core/record/message.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lensboard::app {

using namespace std::chrono_literals;

namespace {

constexpr auto kEndPatience = 5s;

int freePort(const char *host)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, host, &address.sin_addr);
    socklen_t size = sizeof address;
    const bool isBound = socket >= 0 && bind(socket, reinterpret_cast<sockaddr *>(&address), size) == 0
                      && getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) == 0;
    const int problem = errno;
    if (socket >= 0)
        close(socket);
    if (!isBound)
        throw std::runtime_error(record::message("there is no port for the processes to meet at: %1", std::strerror(problem)));
    return ntohs(address.sin_port);
}

/// As torchrun sets them.
std::vector<std::string> variablesOf(const session::ProcessRank &place)
{
    return {"RANK=" + std::to_string(place.rank),     "WORLD_SIZE=" + std::to_string(place.size), "LOCAL_RANK=" + std::to_string(place.localRank),
            "MASTER_ADDR=" + place.host,              "MASTER_PORT=" + std::to_string(place.port), "TORCHELASTIC_USE_AGENT_STORE=False"};
}

} // namespace

WorkerProcesses::WorkerProcesses(int count, const std::vector<std::string> &arguments)
{
    constexpr const char *kLoopback = "127.0.0.1";
    m_own = {.rank = 0, .size = count, .localRank = 0, .host = kLoopback, .port = freePort(kLoopback)};
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    setenv("OMP_NUM_THREADS", std::to_string(std::max(1, cores / count)).c_str(), 0);
    std::vector<std::string> command = {std::filesystem::read_symlink("/proc/self/exe").string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    for (int rank = 1; rank < count; ++rank) {
        session::ProcessRank place = m_own;
        place.rank = place.localRank = rank;
        m_others.push_back(std::make_unique<ChildProcess>(command, variablesOf(place)));
    }
}

WorkerProcesses::~WorkerProcesses()
{
    const auto end = std::chrono::steady_clock::now() + kEndPatience;
    const auto hasEnded = [](const std::unique_ptr<ChildProcess> &other) { return other->ending().has_value(); };
    while (!std::ranges::all_of(m_others, hasEnded) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(10ms);
}

std::string WorkerProcesses::failure()
{
    for (std::size_t i = 0; i < m_others.size(); ++i)
        if (const auto ending = m_others[i]->ending(); ending && ending->code != 0) {
            const std::string words = m_others[i]->lastWords();
            return words.empty() ? record::message("process %1 of %2 ended with code %3", i + 1, m_own.size, ending->code) : words;
        }
    return {};
}

} // namespace lensboard::app
