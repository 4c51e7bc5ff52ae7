#include "core/remote/served_scan.h"

#include "core/control/outbox.h"
#include "core/record/message_json.h"
#include "core/record/stoppable_sleep.h"
#include "core/remote/remote_protocol.h"

#include "remote_messages.pb.h"

namespace lensboard::remote {

namespace {

constexpr auto kScanInterval = std::chrono::seconds(1);

}

ServedScan::ServedScan(std::uint64_t channel, const ServedFolder &served, const std::filesystem::path &folder, control::Outbox &replies)
    : m_channel(channel), m_served(served), m_replies(replies), m_scan(folder), m_thread([this, folder](const std::stop_token &stop) { look(folder, stop); })
{}

void ServedScan::look(const std::filesystem::path &folder, const std::stop_token &stop)
{
    const auto send = [this](const auto &fill) {
        messages::Reply reply;
        reply.set_channel(m_channel);
        fill(*reply.mutable_listing());
        m_replies.put(reply.SerializeAsString());
    };
    const auto sendProblems = [&](const std::vector<record::Message> &problems) {
        send([&](messages::Listing &listing) {
            listing.set_has_problems(true);
            for (const record::Message &problem : problems) {
                listing.add_problems(problem);
                listing.add_problem_structures(record::structureJson(problem));
            }
        });
    };
    std::vector<record::Message> found; // problems of the folder
    const runs::RunFolderScan::Listener listener{
        [&](const runs::RunSummary &run) {
            send([&](messages::Listing &listing) {
                runs::RunSummary sent = run;
                sent.path = m_served.relative(run.path);
                put(sent, *listing.add_found());
            });
        },
        [&](const std::filesystem::path &path) { send([&](messages::Listing &listing) { listing.add_gone(m_served.relative(path).string()); }); },
        [&](const std::vector<record::Message> &problems) {
            found = problems;
            sendProblems(found);
        },
        [&](bool isLooking) { send([&](messages::Listing &listing) { listing.set_looking(isLooking); }); }};
    bool isFirst = true, hasFailed = false;
    const auto search = [&] {
        m_scan.look(stop, listener);
        if (std::exchange(hasFailed, false))
            sendProblems(found); // in place of the error
        if (std::exchange(isFirst, false))
            send([](messages::Listing &listing) { listing.set_whole(true); });
    };
    record::repeat(stop, kScanInterval, search, [&](const std::exception &error) {
        if (!std::exchange(hasFailed, true))
            sendProblems({runs::searchProblem(folder, error)});
    });
}

} // namespace lensboard::remote
