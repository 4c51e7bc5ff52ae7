// Fuzzes bytes received by a run server or by a window; the first byte selects the receiver. Messages have length prefixes, as on the wire; the
// greeting is added here.

#include "core/record/stoppable_sleep.h"
#include "core/remote/remote_run.h"
#include "core/remote/run_server.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/served_here.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string>

#include <sys/socket.h>
#include <unistd.h>

using namespace lensboard;
using namespace lensboard::remote;

namespace {

/// A folder with a run in it.
std::filesystem::path madeFolder()
{
    char name[] = "/tmp/fuzz_remote-XXXXXX";
    std::filesystem::path folder = mkdtemp(name);
    store::RunStore run;
    test::addMadeSeries(run, 3);
    for (std::size_t i = 0; i < 3000; ++i)
        run.commit(test::timedFrame(i, 3));
    run.update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
    store::saveRunCopy(run, folder / "a.lbrun");
    return folder;
}

/// Returns a descriptor that delivers a greeting, then \p bytes, then end of file.
int endWith(const std::uint8_t *bytes, std::size_t size)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    const std::string greeting = ownGreeting();
    const std::string sent = static_cast<char>(greeting.size()) + greeting;
    (void)!send(ends[1], sent.data(), sent.size(), MSG_DONTWAIT);
    (void)!send(ends[1], bytes, std::min<std::size_t>(size, 65536), MSG_DONTWAIT);
    shutdown(ends[1], SHUT_WR);
    static int last = -1; // discards the answers
    if (last >= 0)
        close(last);
    last = ends[1];
    return ends[0];
}

class FuzzPeer final : public Peer
{
public:
    explicit FuzzPeer(int end) : m_connection(end, end, kLongestReply, kLongestRequest) {}
    control::Connection &connection() override { return m_connection; }

private:
    control::Connection m_connection;
};

void look(const store::Run &run)
{
    store::RunCursor cursor;
    run.since(cursor);
    std::vector<std::uint32_t> series(std::min<std::size_t>(run.seriesCount(), 4));
    std::iota(series.begin(), series.end(), 0);
    for (const std::uint32_t each : series) {
        for (const record::Axis axis : {record::Axis::Step, record::Axis::WallTime})
            run.trace(each, {axis, -1e9, 1e12, 50});
        run.span(each);
        run.tally(each);
        run.histograms(each);
        run.tensorPlaces(each);
        run.tensor(each, 0);
    }
    run.valuesAt(series, record::Axis::Step, 100);
    run.frames(0, 10);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    if (size == 0)
        return 0;
    const int end = endWith(bytes + 1, size - 1);
    if (end < 0)
        return 0;
    if (bytes[0] % 2 == 0) {
        static const std::filesystem::path folder = madeFolder();
        try {
            RunServer(folder, std::make_unique<control::Connection>(end, end, kLongestRequest, kLongestReply)).serve();
        } catch (const control::ConnectionError &) {
        }
        return 0;
    }
    auto link = std::make_shared<Link>([end, given = false]() mutable -> std::unique_ptr<Peer> {
        if (std::exchange(given, true))
            throw control::ConnectionError("no more");
        return std::make_unique<FuzzPeer>(end);
    });
    const auto run = RemoteRun::open(link, "run.lbrun", "there");
    while (link->state().kind == LinkState::Kind::Connecting || link->state().kind == LinkState::Kind::Connected) {
        look(*run);
        record::sleepUnlessStopped({}, std::chrono::milliseconds(1));
    }
    look(*run);
    look(*run);
    return 0;
}
