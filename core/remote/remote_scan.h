#pragma once

#include "core/record/message.h"
#include "core/remote/link.h"
#include "core/remote/location.h"
#include "core/runs/run_folder_scan.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace lensboard::remote {

/// List of the runs in a folder on another machine. Keeps the list while the connection is lost and reports the loss as a problem.
class RemoteScan final : public runs::RunScan
{
public:
    /// \p path: the folder, relative to the served one; \p place: its address.
    RemoteScan(std::shared_ptr<Link> link, std::string path, Location place);
    ~RemoteScan() override;

    void want(runs::QuantityNames names) override;
    /// The first call blocks until the list is complete or cannot be read.
    void look(std::stop_token stop, const Listener &listener) override;

private:
    /// Queue of arrived messages, and the request to send.
    class Inbox final : public Channel
    {
    public:
        explicit Inbox(std::string path);
        ~Inbox() override;

        std::vector<messages::Request> begin() override;
        void take(messages::Reply reply) override;
        void stateChanged(const LinkState &state) override;

        messages::Request request() const;
        void want(runs::QuantityNames names);
        /// Returns the arrived messages. Until the first complete list, blocks until a message arrives, the link fails or \p stop is requested.
        std::vector<messages::Reply> arrived(const std::stop_token &stop);
        /// Returns true once the list is complete or cannot be read.
        bool isListed();
        record::Message problem();

    private:
        const std::string m_path;
        mutable std::mutex m_mutex;
        std::condition_variable_any m_came;
        std::vector<messages::Reply> m_replies;
        runs::QuantityNames m_wanted;
        record::Message m_problem; ///< of the link
        bool m_isWhole = false;
        bool m_cannot = false;
    };

    void take(const messages::Reply &reply, const Listener &listener);
    void remove(const std::string &path, const Listener &listener);
    void report(const Listener &listener);

    std::shared_ptr<Link> m_link;
    Location m_place;
    std::shared_ptr<Inbox> m_inbox;
    std::uint64_t m_channel;
    bool m_isLooking = false; ///< as last reported
    std::set<std::string> m_listed, m_found; ///< addresses: all listed ones, and the ones listed in this connection
    std::vector<record::Message> m_problems, m_told; ///< problems of the folder, and problems as last reported
};

} // namespace lensboard::remote
