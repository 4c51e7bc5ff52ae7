#include "core/session/child_process.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lensboard::session {

namespace {

std::array<std::atomic<pid_t>, ChildProcess::kMax> livingChildren = {}; ///< 0: free entry

/// Blocks signals during fork(), so that no handler of this process runs in the child.
class SignalsHeldBack
{
public:
    SignalsHeldBack()
    {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &m_before);
    }
    ~SignalsHeldBack() { release(); }
    SignalsHeldBack(const SignalsHeldBack &) = delete;
    SignalsHeldBack &operator=(const SignalsHeldBack &) = delete;

    void release() { sigprocmask(SIG_SETMASK, &m_before, nullptr); }

private:
    sigset_t m_before{};
};

/// Resets signal handlers to the default; ignored signals stay ignored.
void forgetHandlers()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, SIG_DFL) == SIG_IGN)
            std::signal(signal, SIG_IGN);
}

/// Runs in the new process, so it may call async-signal-safe functions only.
[[noreturn]] void becomeProgram(char *const *arguments, int errors, pid_t parent, SignalsHeldBack &held)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    forgetHandlers();
    held.release();
    if (getppid() == parent)
        execv(arguments[0], arguments);
    constexpr std::string_view kComplaint = "lensboard: the program cannot be started\n";
    (void)!write(STDERR_FILENO, kComplaint.data(), kComplaint.size());
    constexpr int kNotStarted = 127;
    _exit(kNotStarted);
}

ChildEnding endingOf(int status)
{
    constexpr int kSignalled = 128;
    if (WIFSIGNALED(status))
        return {kSignalled + WTERMSIG(status), WTERMSIG(status)};
    return {WEXITSTATUS(status), 0};
}

record::Error noProcess()
{
    return record::Error("another process cannot be started: " + record::systemError(errno));
}

} // namespace

ChildProcess::ChildProcess(const std::vector<std::string> &command, Errors errors)
{
    std::vector<char *> arguments;
    for (const std::string &word : command)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw noProcess();
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    m_errors = ends[0];
    const pid_t parent = getpid();
    SignalsHeldBack held;
    m_id = fork();
    if (m_id == 0)
        becomeProgram(arguments.data(), errors == Errors::Kept ? ends[1] : STDERR_FILENO, parent, held);
    const int problem = errno;
    close(ends[1]);
    if (m_id < 0) {
        closeErrors();
        errno = problem;
        throw noProcess();
    }
    enlist();
}

ChildProcess::~ChildProcess()
{
    if (!ending()) {
        send(SIGKILL);
        waitpid(m_id, nullptr, 0);
        strikeOff();
    }
    closeErrors();
}

void ChildProcess::send(int signal)
{
    if (!m_ending)
        kill(m_id, signal);
}

std::optional<ChildEnding> ChildProcess::ending()
{
    if (m_ending)
        return m_ending;
    readErrors();
    int status = 0;
    if (waitpid(m_id, &status, WNOHANG) != m_id)
        return std::nullopt;
    strikeOff();
    readErrors(); // reads the remaining output
    m_ending = endingOf(status);
    return m_ending;
}

std::string ChildProcess::lastWords()
{
    readErrors();
    constexpr std::string_view kOurs = "lensboard: ";
    std::string last, ours;
    for (std::size_t start = 0; start < m_said.size();) {
        const std::size_t end = std::min(m_said.find('\n', start), m_said.size());
        const std::string line = m_said.substr(start, end - start);
        start = end + 1;
        if (line.starts_with(kOurs))
            ours = line.substr(kOurs.size());
        if (!line.empty())
            last = line;
    }
    return bytes::printable(ours.empty() ? last : ours);
}

void ChildProcess::waitForNews(const std::vector<ChildProcess *> &children, int patienceMs)
{
    std::vector<pollfd> watched;
    for (ChildProcess *child : children)
        if (child->m_errors >= 0)
            watched.push_back({child->m_errors, POLLIN, 0});
    poll(watched.data(), watched.size(), patienceMs);
}

void ChildProcess::killAll()
{
    for (const auto &child : livingChildren)
        if (const pid_t id = child.load(); id > 0)
            kill(id, SIGKILL);
}

void ChildProcess::readErrors()
{
    constexpr std::size_t kMaxKept = 4096;
    std::array<char, 4096> buffer;
    while (m_errors >= 0) {
        const ssize_t count = read(m_errors, buffer.data(), buffer.size());
        if (count > 0) {
            m_said.append(buffer.data(), static_cast<std::size_t>(count));
            m_said.erase(0, m_said.size() - std::min(m_said.size(), kMaxKept));
        } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
            closeErrors();
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

void ChildProcess::closeErrors()
{
    if (m_errors >= 0)
        close(m_errors);
    m_errors = -1;
}

void ChildProcess::enlist()
{
    for (auto &place : livingChildren)
        if (pid_t none = 0; place.compare_exchange_strong(none, m_id))
            return;
}

void ChildProcess::strikeOff()
{
    for (auto &place : livingChildren)
        if (pid_t own = m_id; place.compare_exchange_strong(own, 0))
            return;
}

} // namespace lensboard::session
