// Remote run over a simulated link with a round trip of 50 ms and 10 MB/s. Measures the time to the first plot of 10 million points, cold and cached,
// panning back, a new point, and the traffic of 60 live plots.
#include "core/remote/remote_run.h"
#include "core/remote/run_cache.h"
#include "core/runs/run_source.h"
#include "core/store/columns/trace.h"
#include "core/store/file/run_saver.h"
#include "tests/support/made_run.h"
#include "tests/support/served_here.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lensboard;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kOneWay = 25ms;
constexpr double kBytesPerSecond = 10e6;

/// Forwards bytes one way, with the link's delay and bandwidth.
void shape(int from, int to)
{
    struct Packet
    {
        Clock::time_point due;
        std::string bytes;
    };
    std::deque<Packet> packets;
    Clock::time_point free = Clock::now();
    for (bool isOpen = true; isOpen || !packets.empty();) {
        const auto now = Clock::now();
        const auto wait = packets.empty() ? 1000ms : std::max(0ms, std::chrono::duration_cast<std::chrono::milliseconds>(packets.front().due - now));
        pollfd watched = {isOpen ? from : -1, POLLIN, 0};
        poll(&watched, 1, static_cast<int>(wait.count()));
        if (watched.revents != 0) {
            std::string bytes(65536, '\0');
            const ssize_t count = read(from, bytes.data(), bytes.size());
            isOpen = count > 0;
            if (isOpen) {
                bytes.resize(static_cast<std::size_t>(count));
                free = std::max(free, Clock::now()) + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count / kBytesPerSecond));
                packets.push_back({free + kOneWay, std::move(bytes)});
            }
        }
        for (; !packets.empty() && packets.front().due <= Clock::now(); packets.pop_front())
            for (std::size_t sent = 0; sent < packets.front().bytes.size();) {
                const ssize_t count = send(to, packets.front().bytes.data() + sent, packets.front().bytes.size() - sent, MSG_NOSIGNAL);
                if (count <= 0)
                    return;
                sent += static_cast<std::size_t>(count);
            }
    }
    shutdown(to, SHUT_WR);
}

class FarPeer final : public remote::Peer
{
public:
    explicit FarPeer(const std::filesystem::path &root)
    {
        int near[2], far[2];
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, near);
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, far);
        m_connection = std::make_unique<control::Connection>(near[0], near[0], remote::kLongestReply, remote::kLongestRequest);
        m_threads.emplace_back([from = near[1], to = far[0]] { shape(from, to); });
        m_threads.emplace_back([from = far[0], to = near[1]] { shape(from, to); });
        m_threads.emplace_back([root, end = far[1]] {
            try {
                remote::RunServer(root, std::make_unique<control::Connection>(end, end, remote::kLongestRequest, remote::kLongestReply)).serve();
            } catch (const std::exception &error) {
                std::printf("server: %s\n", error.what());
            }
        });
    }
    ~FarPeer() override
    {
        m_connection.reset();
        for (std::thread &thread : m_threads)
            thread.join();
    }
    control::Connection &connection() override { return *m_connection; }

private:
    std::unique_ptr<control::Connection> m_connection;
    std::vector<std::thread> m_threads;
};

double since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Returns the milliseconds until \p isSo returns true.
template <typename IsSo> double until(const IsSo &isSo)
{
    const auto begin = Clock::now();
    while (!isSo())
        std::this_thread::sleep_for(5ms);
    return since(begin);
}

std::size_t standIns(const store::Run &run, std::uint32_t series)
{
    std::size_t count = 0;
    run.visit({&series, 1}, [&](auto columns, auto &) {
        count = static_cast<std::size_t>(std::ranges::count_if(columns.front().column.chunks(), &store::Chunk::isStandIn));
    });
    return count;
}

bool hasExactTicks(const store::Run &run)
{
    bool isExact = false;
    run.visit({}, [&](auto, auto &ticks) { isExact = ticks.isExact(); });
    return isExact;
}

std::filesystem::path made10Million(const std::filesystem::path &folder, std::size_t seriesCount)
{
    const std::filesystem::path path = folder / ("million" + std::to_string(seriesCount) + ".lbrun");
    auto here = std::make_shared<store::RunStore>();
    test::addMadeSeries(*here, seriesCount);
    store::RunSaver saver(here, path);
    for (std::size_t i = 0; i < 10'000'000 / seriesCount; ++i)
        here->commit(test::madeFrame(i, seriesCount));
    here->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
    saver.finish();
    return path;
}

void open10Million(const std::filesystem::path &path, std::size_t seriesCount, const char *which)
{
    const std::size_t frames = 10'000'000 / seriesCount;
    const std::filesystem::path folder = path.parent_path();
    const auto begin = Clock::now();
    auto link = std::make_shared<remote::Link>([folder] { return std::make_unique<FarPeer>(folder); });
    const auto run = remote::RemoteRun::open(link, path.filename().string(), "there", remote::RemoteRun::Waits::Never,
                                             std::make_shared<remote::RunCache>("ssh://there" + path.string(), folder / "caches"));
    run->awaitOpened({});
    const double opened = since(begin);
    const double end = 10.0 * static_cast<double>(frames);
    const auto isDrawn = [&](double low, double high) { return !run->trace(0, {record::Axis::Step, low, high, 1000}).points.empty(); };
    until([&] { return isDrawn(0, end); });
    const double drawn = since(begin);
    until([&] { return isDrawn(0, end) && standIns(*run, 0) == 0; });
    const double sharp = since(begin);
    const std::uint64_t bytes = link->receivedBytes();
    const auto look = [&](double low, double high) {
        return until([&] { return isDrawn(low, high) && standIns(*run, 0) == 0; });
    };
    const double zoomed = look(0.4 * end, 0.41 * end);
    const double panned = look(0.41 * end, 0.42 * end);
    const auto back = Clock::now();
    isDrawn(0.4 * end, 0.41 * end);
    const double again = since(back);
    until([&] { return hasExactTicks(*run); });
    std::printf("10 million points, %4zu series, %s: open %4.0f ms, first plot %4.0f, as sharp as it can be %4.0f (%.2f MB); zoomed %3.0f, panned %3.0f, back to "
                "what was seen %.2f; all ticks exact %4.0f (%.2f MB)\n",
                seriesCount, which, opened, drawn, sharp, static_cast<double>(bytes) / 1e6, zoomed, panned, again, since(begin),
                static_cast<double>(link->receivedBytes()) / 1e6);
}

/// Plots with a line and a band each, 10 ticks a second.
void live(const std::filesystem::path &folder, std::size_t plots)
{
    constexpr std::size_t kLines = 3;
    const std::size_t seriesCount = plots * kLines;
    auto here = std::make_shared<store::RunStore>();
    test::addMadeSeries(*here, seriesCount);
    store::RunSaver saver(here, folder / "live.lbrun");
    std::atomic<std::size_t> frames = 0;
    here->commit(test::madeFrame(frames++, seriesCount));
    saver.requireWritten(10s);
    auto link = std::make_shared<remote::Link>([folder] { return std::make_unique<FarPeer>(folder); });
    const auto run = remote::RemoteRun::open(link, "live.lbrun", "there");
    run->awaitOpened({});
    std::mutex mutex;
    std::deque<Clock::time_point> written; // time of each tick's write
    std::jthread trains([&](const std::stop_token &stop) {
        while (!stop.stop_requested()) {
            std::this_thread::sleep_for(100ms);
            here->commit(test::madeFrame(frames++, seriesCount));
            saver.requireWritten(10s);
            const std::lock_guard lock(mutex);
            written.push_back(Clock::now());
        }
    });
    store::RunCursor cursor;
    std::vector<double> late;
    std::size_t known = run->frameCount();
    std::uint64_t bytes = 0;
    auto begin = Clock::now();
    for (const auto end = begin + 20s; Clock::now() < end; std::this_thread::sleep_for(40ms)) { // polls like the window
        run->since(cursor);
        for (std::uint32_t series = 0; series < seriesCount; ++series)
            run->trace(series, {record::Axis::Step, 0, 1e6, 500});
        if (bytes == 0 && since(begin) > 3000) { // it has begun
            bytes = link->receivedBytes();
            begin = Clock::now();
        }
        const std::lock_guard lock(mutex);
        for (const std::size_t now = run->frameCount(); known < now && !written.empty(); ++known, written.pop_front())
            late.push_back(since(written.front()));
    }
    std::ranges::sort(late);
    std::printf("live, %zu plots of %zu series: %.1f kB/s; a tick is drawn %.0f ms after it was written in the median, %.0f in 95 of 100, %.0f at most\n", plots, kLines,
                static_cast<double>(link->receivedBytes() - bytes) / since(begin), late[late.size() / 2], late[late.size() * 95 / 100], late.back());
}

} // namespace

int main()
{
    char name[] = "/tmp/bench_remote-XXXXXX";
    const std::filesystem::path folder = mkdtemp(name);
    for (const std::size_t seriesCount : {1000, 100, 1}) {
        const std::filesystem::path path = made10Million(folder, seriesCount);
        open10Million(path, seriesCount, "first");
        open10Million(path, seriesCount, "again");
    }
    live(folder, 60);
    std::filesystem::remove_all(folder);
}
