#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lensboard::session {

/// How a process ended.
struct ChildEnding
{
    int code = 0;   ///< exit code as in a shell: 128 + signal if a signal ended it
    int signal = 0; ///< signal that ended the process; 0: none
};

/// A child program in its own process group: Ctrl-C in a terminal reaches it only if it is forwarded. Its standard input is empty and
/// its standard output is discarded. The end of its standard error is kept, or it goes to this process's standard error.
///
/// Thread: main thread only. If this program dies, the child receives SIGTERM.
/// Shutdown: the destructor kills it.
class ChildProcess
{
public:
    static constexpr int kMax = 256; ///< processes at the same time

    enum class Errors { Kept, Shared };
    /// \p command has the path of the program and its arguments.
    /// Errors: std::runtime_error if no process can be created. If the program cannot be started, its exit code is 127.
    explicit ChildProcess(const std::vector<std::string> &command, Errors errors = Errors::Kept);
    ~ChildProcess();
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    void send(int signal);
    /// Returns how the process ended; nullopt while it runs.
    std::optional<ChildEnding> ending();
    /// Returns the last line of the kept standard error, preferring lines of Lensboard.
    std::string lastWords();

    /// Waits until one of \p children has written output or ended, a signal has arrived, or the timeout has passed.
    static void waitForNews(const std::vector<ChildProcess *> &children, int patienceMs);
    /// Kills all children. Calls only functions that a signal handler may call.
    static void killAll();

private:
    void readErrors();
    void closeErrors();
    void enlist();
    void strikeOff();

    pid_t m_id = -1;
    int m_errors = -1; ///< descriptor for its standard error; -1: at its end
    std::string m_said; ///< end of its standard error
    std::optional<ChildEnding> m_ending;
};

} // namespace lensboard::session
