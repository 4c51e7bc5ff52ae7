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

/// No training accepts orders for the run file. The message names the cause if it is known.
class NotListening : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Connects to the training that records \p runFile. It must belong to this user and run on this machine.
/// Errors: NotListening; std::runtime_error if the run file is not there.
std::unique_ptr<Connection> connectTo(const std::filesystem::path &runFile);

/// Client that sends orders to a training in another process and receives its status.
///
/// Only waitFor() blocks. With an event loop, call process() when descriptor() is readable, or writable while wantsToWrite(),
/// then check status(), watchers() and takeOutcome(). The run's events record the orders that were followed.
/// Thread: not thread-safe.
/// Errors: all communication throws ConnectionError if the connection has ended with the training, or if invalid data arrived.
class ControlClient
{
public:
    /// Connects to the training of this user on this machine that records \p runFile. \p runCreated is the creation time in the file's
    /// RunInfo, 0 if the file is still empty.
    /// Errors: NotListening; std::runtime_error if the run file is not there.
    ControlClient(const std::filesystem::path &runFile, double runCreated);
    /// Uses \p connection. \p whyEnded returns the reason why the connection has ended, or an empty string if it is unknown.
    ControlClient(std::unique_ptr<Connection> connection, double runCreated, std::function<std::string()> whyEnded = {});

    int descriptor() const { return m_connection->in(); }
    bool wantsToWrite() const { return m_connection->unsentBytes() > 0; }
    /// Sends and receives without blocking.
    void process();

    /// Sends an order. Returns its number, for takeOutcome().
    std::uint64_t give(const Order &order);
    /// Requests the status. If \p follow is true, the training also sends all later changes.
    void ask(bool follow);

    /// Returns the result of an order, once: empty if it was followed, otherwise the error. Nullopt while it is unknown.
    std::optional<std::string> takeOutcome(std::uint64_t order);
    /// Returns the last status received, or nullopt if there is none yet.
    const std::optional<Status> &status() const { return m_status; }
    /// Returns all watchers with complete settings, including orders that are not followed yet.
    const std::vector<experiment::Choice> &watchers() const { return m_watchers; }
    /// Returns the number of times watchers() was received.
    std::size_t watcherNews() const { return m_watcherNews; }

    /// Calls process() until \p isDone. Returns false after the timeout \p patience.
    bool waitFor(const std::function<bool()> &isDone, std::chrono::milliseconds patience);

private:
    std::string whyEnded() const;
    void take(const std::string &message);

    std::unique_ptr<Connection> m_connection;
    double m_runCreated;
    std::function<std::string()> m_whyEnded; ///< null if there is no better explanation than the connection's error
    bool m_isGreeted = false;
    std::uint64_t m_lastId = 0;
    std::set<std::uint64_t> m_asked; ///< requests without an answer yet
    std::map<std::uint64_t, std::string> m_outcomes;
    std::optional<Status> m_status;
    std::vector<experiment::Choice> m_watchers;
    std::size_t m_watcherNews = 0;
};

} // namespace lensboard::control
