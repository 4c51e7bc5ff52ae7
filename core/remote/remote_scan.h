#pragma once

#include "core/import/run_folder_scan.h"
#include "core/remote/link.h"
#include "core/remote/remote_place.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace lensboard::remote {

/// The list of the runs in a folder on another machine, as that sends it. While the connection is lost, what was listed stays, and why is a problem.
class RemoteScan final : public imports::RunScan
{
public:
    /// \p path: of the folder, from the one that is served; \p place: the same as an address.
    RemoteScan(std::shared_ptr<Link> link, std::string path, Place place);
    ~RemoteScan() override;

    void want(imports::QuantityNames names) override;
    /// The first time waits until all is listed, or cannot be.
    void look(std::stop_token stop, const Listener &listener) override;

private:
    /// What has arrived, and what is to be asked.
    class Inbox final : public Channel
    {
    public:
        explicit Inbox(std::string path);
        ~Inbox() override;

        std::vector<messages::Request> begin() override;
        void take(messages::Reply reply) override;
        void stateChanged(const LinkState &state) override;

        messages::Request request() const;
        void want(imports::QuantityNames names);
        /// Until all was listed once, waits until something arrives or nothing can.
        std::vector<messages::Reply> arrived(const std::stop_token &stop);
        /// Returns true once all was listed, or cannot be.
        bool isListed();
        std::string problem();

    private:
        const std::string m_path;
        mutable std::mutex m_mutex;
        std::condition_variable_any m_came;
        std::vector<messages::Reply> m_replies;
        imports::QuantityNames m_wanted;
        std::string m_problem; ///< of the link
        bool m_isWhole = false;
        bool m_cannot = false;
    };

    void take(const messages::Reply &reply, const Listener &listener);
    void remove(const std::string &path, const Listener &listener);
    void report(const Listener &listener);

    std::shared_ptr<Link> m_link;
    Place m_place;
    std::shared_ptr<Inbox> m_inbox;
    std::uint64_t m_channel;
    bool m_isLooking = false; ///< as it was told last
    std::set<std::string> m_listed, m_found; ///< addresses; those of this connection
    std::vector<std::string> m_problems, m_told; ///< of the folder; as they were told last
};

} // namespace lensboard::remote
