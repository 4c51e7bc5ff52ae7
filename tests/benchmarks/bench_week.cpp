// Simulates a week of ten ticks per second and 2,000 series, 12 billion values, at a thousandth of the size: once with all series and a thousandth of
// the ticks, once with all ticks and two series, with and without a limit to the kept values. Measures recording speed, sizes of file and memory, and
// opening time. Each case runs in its own process. Files are written to the given folder, or to /tmp.

#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "tests/benchmarks/paired.h"
#include "tests/benchmarks/processes.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <thread>

#include <unistd.h>

using namespace lensboard;

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::int64_t kWeek = 7 * 24 * 3600 * 10; ///< ticks
constexpr std::size_t kSeries = 2000;

struct Case
{
    const char *name;
    std::size_t series;
    std::int64_t ticks;
    std::size_t keep;
};

constexpr std::array kCases = {Case{"2,000 series, 6,048 ticks, all kept", kSeries, kWeek / 1000, 0},
                               Case{"2 series, 6,048,000 ticks, all kept", kSeries / 1000, kWeek, 0},
                               Case{"2 series, 6,048,000 ticks, 100,000 kept", kSeries / 1000, kWeek, 100'000}};

double processSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

record::Frame frameOf(std::int64_t tick, std::size_t series)
{
    record::Frame frame{{tick, 1 + tick / 10'000, 50 * tick, 3200 * tick, 1.7e9 + 0.1 * static_cast<double>(tick)}, {}};
    for (std::uint32_t i = 0; i < series; ++i)
        frame.values.push_back({i, std::sin(1e-4 * static_cast<double>(tick) + i) + 1e-3 * static_cast<double>(tick * 7919 % 1013)});
    return frame;
}

void rehearse(const Case &c, const fs::path &path)
{
    const auto run = std::make_shared<store::RunStore>();
    run->registerTag({"Gradient Norm", "ParameterGradientGeometry"});
    for (std::size_t i = 0; i < c.series; ++i)
        run->registerSeries({0, "layer" + std::to_string(i), "norm", record::SeriesRole::Line});
    run->update([](auto &info) { info.status = record::RunStatus::Recording; });
    store::RunSaver saver(run, path, {}, {.keep = c.keep});
    std::string memory;
    const double cpuBefore = processSeconds();
    const double seconds = bench::secondsOf([&] {
        for (std::int64_t tick = 1; tick <= c.ticks; ++tick) {
            run->commit(frameOf(tick, c.series));
            if (tick % 1000 == 0) // bounds the number of pending frames, as with a disk
                while (run->committedCount() - saver.acknowledgedFrames() > 4000)
                    std::this_thread::sleep_for(1ms);
            if (tick * 4 % c.ticks < 4)
                memory += " " + std::to_string(std::lround(bench::residentMegabytes()));
        }
        run->update([](auto &info) { info.status = record::RunStatus::Finished; });
        saver.finish();
    });
    const double values = static_cast<double>(c.series) * static_cast<double>(c.ticks), cpu = processSeconds() - cpuBefore;
    const double size = static_cast<double>(fs::file_size(path));
    const double opening = bench::secondsOf([&] {
        const store::RunFile file(path);
        file.trace(0, {record::Axis::Step, 0, 50.0 * static_cast<double>(c.ticks), 1000});
    });
    std::printf("%-42s %8.2f %8.0f %9.0f %7.2f   %-24s %7.1f\n", c.name, values / seconds / 1e6, 1e9 * cpu / values, size / 1e6, size / values, memory.c_str(),
                1e3 * opening);
}

} // namespace

int main(int argc, char **argv)
{
    const fs::path folder = fs::path(argc > 1 ? argv[1] : "/tmp") / ("bench_week-" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::printf("%-42s %8s %8s %9s %7s   %-24s %7s\n", "", "M/s", "ns CPU", "file MB", "bytes", "MB of memory, quarters", "open ms");
    bool isWell = true;
    for (const Case &c : kCases)
        isWell &= bench::inChild([&] { rehearse(c, folder / ("run" + std::to_string(&c - kCases.data()) + ".lbrun")); });
    fs::remove_all(folder);
    return isWell ? 0 : 1;
}
