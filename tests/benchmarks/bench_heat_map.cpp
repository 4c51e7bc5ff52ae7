// Cost of a heat map of 400 series: for a run in memory at several zoom levels, reading values or pyramid nodes; for a run file, cold and warm. Also
// the cost of smoothing as many values.

#include "core/store/derived/heat_map.h"
#include "core/store/derived/smoothed_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/benchmarks/large_runs.h"
#include "tests/benchmarks/paired.h"
#include "tests/support/scratch_file.h"

#include <cstdio>
#include <numeric>

using namespace lensboard;

namespace {

constexpr std::size_t kColumns = 1000;

std::vector<std::uint32_t> allSeries()
{
    std::vector<std::uint32_t> series(bench::kSeries);
    std::iota(series.begin(), series.end(), 0);
    return series;
}

double millisecondsOf(const store::Run &run, double low, double high)
{
    const auto series = allSeries();
    std::vector<double> seconds;
    for (int round = 0; round < 15; ++round)
        seconds.push_back(bench::secondsOf([&] { store::heatMap(run, series, {record::Axis::Step, low, high, kColumns}); }));
    return 1e3 * bench::median(seconds);
}

} // namespace

int main()
{
    const auto run = std::make_shared<store::RunStore>();
    bench::addLargeSeries(*run);
    std::size_t tick = 0;
    for (; tick < 10'000; ++tick)
        run->commit(bench::largeFrame(tick));
    std::printf("400 series x 10,000 ticks into %zu columns: %.1f ms\n", kColumns, millisecondsOf(*run, 1, 10'000));
    for (; tick < bench::kTicks; ++tick)
        run->commit(bench::largeFrame(tick));
    std::printf("400 series x 25,000 ticks: %.1f ms, 12,000 of them %.1f ms, 800 of them %.1f ms\n", millisecondsOf(*run, 1, bench::kTicks),
                millisecondsOf(*run, 5'000, 17'000), millisecondsOf(*run, 5'000, 5'800));

    const store::HeatMap map = store::heatMap(*run, allSeries(), {record::Axis::Step, 1, bench::kTicks, kColumns});
    std::printf("the range of its cells: %.1f ms\n", 1e3 * bench::secondsOf([&] { store::robustRange(map, 0.01); }));

    const test::ScratchFile path("large.lbrun");
    store::saveRunCopy(*run, path.path());
    const store::RunFile file(path.path());
    const auto all = allSeries();
    const double first = bench::secondsOf([&] { store::heatMap(file, all, {record::Axis::Step, 1, bench::kTicks, kColumns}); });
    std::printf("from a run file: %.1f ms the first time, then %.1f ms\n", 1e3 * first, millisecondsOf(file, 1, bench::kTicks));

    const store::SmoothedRun smoothed(run, 0.97);
    const double smoothing = bench::secondsOf([&] {
        for (const std::uint32_t series : all)
            smoothed.trace(series, {record::Axis::Step, 1, bench::kTicks, kColumns});
    });
    std::printf("smoothing: %.1f ns a value the first time\n", 1e9 * smoothing / static_cast<double>(bench::kSeries * bench::kTicks));
}
