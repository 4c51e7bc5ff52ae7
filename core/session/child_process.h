#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lensboard::session {

/// How a process ended.
struct ChildEnding
{
    int code = 0;   ///< as a shell has it: 128 + signal if one ended it
    int signal = 0; ///< that ended it; 0: none did
};

/// A program that this one runs, in a process group of its own: Ctrl-C in a terminal reaches it only if it is passed on. It hears
/// nothing on its standard input, its standard output is dropped, the end of its standard error is kept, or goes where this one's goes.
///
/// Thread: the main one. If this program dies, a SIGTERM ends the child.
/// Shutdown: the destructor kills it.
class ChildProcess
{
public:
    static constexpr int kMost = 256; ///< at a time

    enum class Errors { Kept, Shared };
    /// \p command: the path of the program, and its arguments.
    /// Errors: std::runtime_error if there cannot be another process. A program that cannot be started ends with code 127.
    explicit ChildProcess(const std::vector<std::string> &command, Errors errors = Errors::Kept);
    ~ChildProcess();
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    void send(int signal);
    /// How it ended; nothing while it runs.
    std::optional<ChildEnding> ending();
    /// The last of what it said for its reader: its last line, of those of Lensboard if there are any.
    std::string lastWords();

    /// Returns when one of \p children has said something or ended, a signal came, or the time is over.
    static void waitForNews(const std::vector<ChildProcess *> &children, int patienceMs);
    /// By what a signal's handler may call.
    static void killAll();

private:
    void readErrors();
    void closeErrors();
    void enlist();
    void strikeOff();

    pid_t m_id = -1;
    int m_errors = -1; ///< where its standard error is read; -1: it has ended
    std::string m_said; ///< the end of it
    std::optional<ChildEnding> m_ending;
};

} // namespace lensboard::session
