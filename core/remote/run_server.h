#pragma once

#include "core/control/connection.h"
#include "core/control/outbox.h"
#include "core/record/message.h"
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

/// Serves the runs of a folder to a window on another machine: lists, growing runs and tensors. Forwards commands to trainings that record these
/// runs. Reads only below the folder and writes nothing.
///
/// Trusts no input: a request has at most 1 MiB, at most kMaxChannels are open, and an invalid message ends the conversation.
class RunServer
{
public:
    static constexpr std::size_t kMaxChannels = 256;

    /// Serves on \p connection.
    /// Errors: std::runtime_error if \p root does not exist.
    RunServer(const std::filesystem::path &root, std::unique_ptr<control::Connection> connection);
    ~RunServer();

    /// Blocks until the other side closes the connection.
    /// Errors: ConnectionError that names the invalid message.
    void serve();

private:
    void take(const std::string &message);
    void requireRoom() const;
    void open(const messages::Request &request);
    void forwardCommands(const messages::Request &request);
    void passOn(std::uint64_t channel, control::Connection &training);
    void close(std::uint64_t channel, const record::Message &error);

    ServedFolder m_folder;
    std::unique_ptr<control::Connection> m_connection;
    control::Outbox m_replies;
    bool m_isGreeted = false;
    std::map<std::uint64_t, std::unique_ptr<control::Connection>> m_relays; ///< connections to trainings that receive commands
    std::map<std::uint64_t, std::unique_ptr<ServedScan>> m_scans;
    std::map<std::uint64_t, std::unique_ptr<ServedRun>> m_runs;
};

/// Serves \p root on standard input and output until they end. Returns an exit code: 0, or 2 if \p root does not exist or the other side sent an
/// invalid message. Prints the error on standard error.
int serveOnStandardStreams(const std::filesystem::path &root);

} // namespace lensboard::remote
