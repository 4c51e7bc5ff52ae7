#pragma once

#include "core/remote/link.h"
#include "core/remote/remote_protocol.h"
#include "core/remote/run_server.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>

#include <sys/socket.h>

namespace lensboard::test {

/// A server of runs in this process, on a thread of its own, behind a pair of sockets.
class ServedHere final : public remote::Peer
{
public:
    explicit ServedHere(const std::filesystem::path &root)
    {
        int ends[2];
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
        m_connection = std::make_unique<control::Connection>(ends[0], ends[0], remote::kLongestReply, remote::kLongestRequest);
        m_thread = std::thread([root, end = ends[1]] {
            try {
                remote::RunServer(root, std::make_unique<control::Connection>(end, end, remote::kLongestRequest, remote::kLongestReply)).serve();
            } catch (const std::exception &) {
            }
        });
    }
    ~ServedHere() override
    {
        m_connection.reset();
        m_thread.join();
    }

    control::Connection &connection() override { return *m_connection; }

private:
    std::unique_ptr<control::Connection> m_connection;
    std::thread m_thread;
};

/// Links to such servers, which can be broken.
class BreakableLink
{
public:
    explicit BreakableLink(std::filesystem::path root)
        : link(std::make_shared<remote::Link>([this, root = std::move(root)]() -> std::unique_ptr<remote::Peer> {
              if (isDown)
                  throw control::ConnectionError("the cable is out");
              auto peer = std::make_unique<ServedHere>(root);
              descriptor = peer->connection().in();
              ++connections;
              return peer;
          }))
    {}

    void breakIt() { ::shutdown(descriptor, SHUT_RDWR); }

    std::atomic<bool> isDown = false;
    std::atomic<int> descriptor = -1;
    std::atomic<int> connections = 0;
    std::shared_ptr<remote::Link> link; ///< the last, since its thread uses the rest
};

} // namespace lensboard::test
