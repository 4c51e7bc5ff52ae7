#pragma once

#include "core/control/connection.h"
#include "core/control/ordered_training.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lensboard::control {

/// There is no training that takes orders. The message says why, as far as it is known.
class NotListening : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Connects to the training of this machine and user that records \p runFile.
/// Errors: NotListening; std::runtime_error if the run file is not there.
std::unique_ptr<Connection> connectTo(const std::filesystem::path &runFile);

/// Gives orders to a training in another process, and is told how it stands.
///
/// Nothing here waits but waitFor(). Who has an event loop calls process() when descriptor() can be read, or written to while wantsToWrite(),
/// and then looks at what has changed. The run's events say what the training has followed.
/// Thread: one at a time.
/// Errors: ConnectionError, of all that talks to the training: the connection has ended, since the training has, or what came makes no sense.
class ControlClient
{
public:
    /// Connects to the training of this machine and user that records \p runFile, whose RunInfo has \p runCreated: 0 of a file
    /// that nothing was written to yet.
    /// Errors: NotListening; std::runtime_error if the run file is not there.
    ControlClient(const std::filesystem::path &runFile, double runCreated);
    /// Talks through \p connection. \p whyEnded returns why the connection has ended, or an empty text if that is not known.
    ControlClient(std::unique_ptr<Connection> connection, double runCreated, std::function<std::string()> whyEnded = {});

    int descriptor() const { return m_connection->in(); }
    bool wantsToWrite() const { return m_connection->unsentBytes() > 0; }
    /// Sends and takes what can be without waiting.
    void process();

    /// Returns the number under which its outcome comes.
    std::uint64_t give(const Order &order);
    /// Asks for the status, and, if \p follow, to be told from here on what changes.
    void ask(bool follow);

    /// What became of an order, once that is known: empty if it is followed, else why not.
    std::optional<std::string> takeOutcome(std::uint64_t order);
    /// As the training told last; nothing before it did.
    const std::optional<Status> &status() const { return m_status; }
    /// All there are, as they were ordered to be, with whole settings.
    const std::vector<experiment::Choice> &watchers() const { return m_watchers; }
    /// How often these were told.
    std::size_t watcherNews() const { return m_watcherNews; }

    /// Processes until \p isDone; false if \p patience ended before.
    bool waitFor(const std::function<bool()> &isDone, std::chrono::milliseconds patience);

private:
    std::string whyEnded() const;
    void take(const std::string &message);

    std::unique_ptr<Connection> m_connection;
    double m_runCreated;
    std::function<std::string()> m_whyEnded; ///< null if nobody knows more than the connection
    bool m_isGreeted = false;
    std::uint64_t m_lastId = 0;
    std::set<std::uint64_t> m_asked; ///< that was not answered yet
    std::map<std::uint64_t, std::string> m_outcomes;
    std::optional<Status> m_status;
    std::vector<experiment::Choice> m_watchers;
    std::size_t m_watcherNews = 0;
};

} // namespace lensboard::control
