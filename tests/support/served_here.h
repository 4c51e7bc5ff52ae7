#pragma once

#include "core/remote/link.h"
#include "core/remote/remote_protocol.h"
#include "core/remote/run_server.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lensboard::test {

/// Forwards bytes between \p near and \p far until one is closed, then closes both. Forwards at most \p most bytes from \p far.
inline void passOn(int near, int far, const std::atomic<std::size_t> &most)
{
    const auto pass = [](int from, int to, std::size_t count) {
        char bytes[4096];
        const ssize_t read = ::recv(from, bytes, std::min(count, sizeof bytes), 0);
        return read > 0 && ::send(to, bytes, static_cast<std::size_t>(read), MSG_NOSIGNAL) == read ? static_cast<std::size_t>(read) : 0;
    };
    std::size_t passed = 0;
    for (bool isOpen = true; isOpen;) {
        const std::size_t left = most - std::min<std::size_t>(most, passed);
        pollfd watched[] = {{near, POLLIN, 0}, {left > 0 ? far : -1, POLLIN, 0}};
        ::poll(watched, std::size(watched), left > 0 ? -1 : 1);
        if (watched[0].revents != 0)
            isOpen = pass(near, far, SIZE_MAX) > 0;
        if (watched[1].revents != 0) {
            const std::size_t more = pass(far, near, left);
            isOpen = isOpen && more > 0;
            passed += more;
        }
    }
    ::close(near);
    ::close(far);
}

/// A run server in this process, on its own thread, connected by a socket pair.
class ServedHere final : public remote::Peer
{
public:
    /// Limits the bytes received from it to \p most.
    explicit ServedHere(const std::filesystem::path &root, const std::atomic<std::size_t> *most = nullptr)
    {
        int ends[2];
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
        if (most) {
            int between[2];
            socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, between);
            m_passing = std::thread([near = std::exchange(ends[1], between[1]), far = between[0], most] { passOn(near, far, *most); });
        }
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
        if (m_passing.joinable())
            m_passing.join();
        m_thread.join();
    }

    control::Connection &connection() override { return *m_connection; }

private:
    std::unique_ptr<control::Connection> m_connection;
    std::thread m_thread, m_passing;
};

/// Link to such servers that a test can break.
class BreakableLink
{
public:
    explicit BreakableLink(std::filesystem::path root)
        : link(std::make_shared<remote::Link>([this, root = std::move(root)]() -> std::unique_ptr<remote::Peer> {
              if (isDown)
                  throw control::ConnectionError("the cable is out");
              auto peer = std::make_unique<ServedHere>(root, &maxBytes);
              descriptor = peer->connection().in();
              ++connections;
              return peer;
          }))
    {}

    void breakIt() { ::shutdown(descriptor, SHUT_RDWR); }

    std::atomic<bool> isDown = false;
    std::atomic<int> descriptor = -1;
    std::atomic<int> connections = 0;
    std::atomic<std::size_t> maxBytes = SIZE_MAX; ///< limit for each connection
    std::shared_ptr<remote::Link> link; ///< declared last, because its thread uses the other members
};

} // namespace lensboard::test
