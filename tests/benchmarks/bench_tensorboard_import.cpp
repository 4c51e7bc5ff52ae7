// Time to read a log of 1,000,000 scalars in 400 tags, one event per scalar like SummaryWriter's.

#include "core/import/importer.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/record/clock.h"
#include "tests/benchmarks/large_runs.h"

#include <chrono>
#include <cstdio>
#include <filesystem>

#include <sys/resource.h>
#include <unistd.h>

using namespace lensboard;
namespace fs = std::filesystem;

namespace {

constexpr int kSteps = 2500;

long megabytesUsed()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss >> 10;
}

template <typename Work>
double milliseconds(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main()
{
    const fs::path folder = fs::temp_directory_path() / ("lensboard-bench-" + std::to_string(getpid()));
    visualizer::TensorboardEventFile log(folder, record::wallSeconds());
    bench::writeEvents(log, 0, kSteps);
    std::printf("%ju bytes\n", fs::file_size(fs::directory_iterator(folder)->path()));
    for (int round = 0; round < 5; ++round) {
        store::RunStore run;
        imports::ReadProgress progress;
        imports::TensorboardImporter importer(folder);
        const double whole = milliseconds([&] { importer.read(run, progress); });
        const double idle = milliseconds([&] { importer.read(run, progress); });
        bench::writeEvents(log, kSteps + round, kSteps + round + 1);
        const double more = milliseconds([&] { importer.read(run, progress); });
        std::printf("read %.0f ms, nothing new %.3f ms, a step more %.3f ms, %zu frames, at most %ld MiB\n", whole, idle, more, run.frameCount(),
                    megabytesUsed());
    }
    fs::remove_all(folder);
}
