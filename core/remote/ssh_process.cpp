#include "core/remote/ssh_process.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"
#include "core/remote/remote_protocol.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace lensboard::remote {

using control::Connection;
using control::ConnectionError;

namespace {

constexpr std::size_t kMaxWords = 4096;  ///< bytes kept of its standard error
constexpr int kNotFound = 127;           ///< a shell's exit code for an unknown command

std::string quoted(const std::string &text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

class ProcessPeer final : public Peer
{
public:
    explicit ProcessPeer(const std::vector<std::string> &command);
    ~ProcessPeer() override;
    ProcessPeer(const ProcessPeer &) = delete;
    ProcessPeer &operator=(const ProcessPeer &) = delete;

    Connection &connection() override { return *m_connection; }
    int errors() const override { return m_errors; }
    void readErrors() override;
    record::Message lastWords() override;

private:
    std::string m_program;
    std::unique_ptr<Connection> m_connection;
    pid_t m_id = -1;
    int m_errors = -1;
    std::string m_said;
};

ProcessPeer::ProcessPeer(const std::vector<std::string> &command) : m_program(command.front())
{
    int streams[2] = {-1, -1}, errors[2] = {-1, -1}; // sockets, since writing to a closed one raises no signal
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, streams) != 0)
        throw ConnectionError(record::systemError(errno));
    m_connection = std::make_unique<Connection>(streams[0], streams[0], kLongestReply, kLongestRequest);
    if (pipe2(errors, O_CLOEXEC | O_NONBLOCK) != 0) {
        close(streams[1]);
        throw ConnectionError(record::systemError(errno));
    }
    m_errors = errors[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, streams[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, streams[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    std::vector<char *> arguments;
    for (const std::string &argument : command)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    const int failure = posix_spawnp(&m_id, command.front().c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(streams[1]);
    close(errors[1]);
    if (failure != 0) {
        close(m_errors);
        m_id = -1;
        if (failure == ENOENT && command.front() == "ssh")
            throw ConnectionError(record::message("there is no ssh here: install the package openssh-client"));
        throw ConnectionError(record::message("%1: %2", command.front(), record::systemError(failure)));
    }
}

ProcessPeer::~ProcessPeer()
{
    m_connection.reset();
    close(m_errors);
    if (m_id < 0)
        return;
    kill(m_id, SIGTERM);
    waitpid(m_id, nullptr, 0);
}

void ProcessPeer::readErrors()
{
    std::array<char, 4096> bytes;
    const ssize_t count = read(m_errors, bytes.data(), bytes.size());
    if (count > 0)
        m_said.append(bytes.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EAGAIN) { // ended; stop reading
        close(m_errors);
        m_errors = -1;
    }
    if (m_said.size() > kMaxWords)
        m_said.erase(0, m_said.size() - kMaxWords);
}

record::Message ProcessPeer::lastWords()
{
    pollfd watched = {m_errors, POLLIN, 0};
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (m_errors >= 0 && std::chrono::steady_clock::now() < end && poll(&watched, 1, 500) > 0) {
        readErrors();
        watched.fd = m_errors;
    }
    int status = 0;
    pid_t ended = 0;
    while (m_id > 0 && (ended = waitpid(m_id, &status, WNOHANG)) == 0 && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5)); // the process closes its streams before it ends
    if (m_id > 0 && ended == m_id) {
        m_id = -1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound)
            return record::message("there is no lensboard on the other machine: install its package lensboard-server there (built by packaging/package; needs neither Qt nor LibTorch), or all of Lensboard");
    }
    std::string words = bytes::validUtf8(m_said);
    while (!words.empty() && std::isspace(static_cast<unsigned char>(words.back())) != 0)
        words.pop_back();
    return words.substr(words.find_last_of('\n') + 1);
}

} // namespace

std::vector<std::string> sshCommand(const Location &place)
{
    const char *const program = std::getenv("LENSBOARD_SSH");
    std::vector<std::string> command = {program ? program : "ssh", "-T", "-C", "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3"};
    if (place.port != 0)
        command.insert(command.end(), {"-p", std::to_string(place.port)});
    if (!place.user.empty())
        command.insert(command.end(), {"-l", place.user});
    const std::string path = place.pathThere();
    const std::string there = path.starts_with('~') ? "\"$HOME\"" + (path.size() > 2 ? "/" + quoted(path.substr(2)) : std::string()) : quoted(path);
    // A POSIX shell runs this, independent of the user's login shell.
    const std::string script = "if command -v lensboard >/dev/null 2>&1; then exec lensboard serve --stdio " + there
                             + "; else exec lensboard-server --stdio " + there + "; fi";
    std::string host = place.host;
    if (host.front() == '[')
        host = host.substr(1, host.size() - 2);
    command.insert(command.end(), {"--", host, "exec sh -c " + quoted(script)});
    return command;
}

std::unique_ptr<Peer> startPeer(const std::vector<std::string> &command)
{
    return std::make_unique<ProcessPeer>(command);
}

} // namespace lensboard::remote
