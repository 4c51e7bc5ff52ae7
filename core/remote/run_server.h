#pragma once

#include "core/control/connection.h"
#include "core/remote/outbox.h"
#include "core/remote/served_folder.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>

namespace lensboard::remote {

namespace messages {
class Request;
}

class ServedRun;
class ServedScan;

/// Shows the runs of a folder to a window on another machine: lists, runs as they grow, their tensors, and passes orders on to trainings that
/// record them. Reads nothing but what is below that folder, and writes nothing.
///
/// Believes nothing of the other side: a request is 1 MiB at most, kMostChannels are open at a time, and what makes no sense ends it.
class RunServer
{
public:
    static constexpr std::size_t kMostChannels = 256;

    /// Talks through \p connection.
    /// Errors: std::runtime_error if \p root is not there.
    RunServer(const std::filesystem::path &root, std::unique_ptr<control::Connection> connection);
    ~RunServer();

    /// Returns when the other side has closed.
    /// Errors: ConnectionError that says what the other side sent.
    void serve();

private:
    void take(const std::string &message);
    void requireRoom() const;
    void open(const messages::Request &request);
    void order(const messages::Request &request);
    void passOn(std::uint64_t channel, control::Connection &training);
    void close(std::uint64_t channel, const std::string &error);

    ServedFolder m_folder;
    std::unique_ptr<control::Connection> m_connection;
    Outbox m_replies;
    bool m_isGreeted = false;
    std::map<std::uint64_t, std::unique_ptr<control::Connection>> m_relays; ///< trainings that are given orders
    std::map<std::uint64_t, std::unique_ptr<ServedScan>> m_scans;
    std::map<std::uint64_t, std::unique_ptr<ServedRun>> m_runs;
};

/// Serves \p root on standard input and output until these end. Returns an exit code: 0, or 2 if \p root is not there or the other side sent
/// what makes no sense; then it says so on standard error.
int serveOnStandardStreams(const std::filesystem::path &root);

} // namespace lensboard::remote
