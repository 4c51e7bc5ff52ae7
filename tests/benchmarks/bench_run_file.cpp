// Cost of recording, opening and reading 10 million points of 400 series as a run file, compared with one SQLite row per point and with a TensorBoard
// event file. Files are written to the given folder, or to /tmp.

#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/runs/divergence/divergence.h"
#include "core/store/columns/frame_player.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "core/visualizer/tensorboard_writer.h"
#include "tests/benchmarks/large_runs.h"
#include "tests/benchmarks/paired.h"
#include "tests/benchmarks/processes.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

using namespace lensboard;

namespace {

namespace fs = std::filesystem;

using bench::kSeries;
using bench::kTicks;
constexpr double kPoints = static_cast<double>(kSeries * kTicks);

std::vector<record::Frame> madeFrames()
{
    std::vector<record::Frame> frames;
    for (std::size_t tick = 0; tick < kTicks; ++tick)
        frames.push_back(bench::largeFrame(tick));
    return frames;
}

/// Records like a training: one thread commits, and the file's own thread writes.
void benchRecording(const fs::path &path, const std::vector<record::Frame> &frames)
{
    const auto run = std::make_shared<store::RunStore>();
    bench::addLargeSeries(*run);
    double committing = 0;
    const double whole = bench::secondsOf([&] {
        store::RunSaver saver(run, path);
        committing = bench::secondsOf([&] {
            for (const record::Frame &frame : frames)
                run->commit(frame);
        });
        run->update([](auto &info) { info.status = record::RunStatus::Finished; });
        saver.finish();
    });
    std::printf("record: %.2f s until the file is closed, %.1f million points/s; the thread that trains: %.2f s, "
                "%.0f ns a point\n",
                whole, kPoints / whole / 1e6, committing, committing / kPoints * 1e9);
}

void benchReading(const fs::path &path)
{
    const double before = bench::residentMegabytes();
    std::vector<double> opening, first, all;
    double openMemory = 0;
    for (int round = 0; round < 5; ++round) {
        std::unique_ptr<store::RunFile> run;
        opening.push_back(bench::secondsOf([&] { run = std::make_unique<store::RunFile>(path); }));
        first.push_back(bench::secondsOf([&] { run->trace(7, {record::Axis::Step, 0, kTicks, 600}); }));
        openMemory = bench::residentMegabytes() - before;
        all.push_back(bench::secondsOf([&] {
            double sum = 0;
            for (std::uint32_t series = 0; series < kSeries; ++series)
                for (const auto &[frame, value, ignored] : run->values(series, 0, kTicks))
                    sum += value;
            if (std::isnan(sum))
                std::abort();
        }));
    }
    std::printf("open: %.1f ms, first trace %.1f ms, %.0f MB more memory; read everything: %.3f s\n", 1e3 * bench::median(opening),
                1e3 * bench::median(first), openMemory, bench::median(all));
}

/// Compares the run with itself: no difference ends the reading of a series early.
void benchDivergence(const fs::path &path)
{
    std::vector<double> all;
    for (int round = 0; round < 5; ++round) {
        const store::RunFile first(path), second(path);
        all.push_back(bench::secondsOf([&] {
            if (!runs::divergenceOf(first, second).series.empty())
                std::abort();
        }));
    }
    std::printf("compare two runs: %.3f s, %.0f million values\n", bench::median(all), 2 * kPoints / 1e6);
}

void benchRows(const fs::path &path, const std::vector<record::Frame> &frames)
{
    store::sqlite::Database database(path, store::sqlite::Database::Open::Create);
    database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    database.execute("CREATE TABLE point (series INTEGER, step INTEGER, value REAL, PRIMARY KEY (series, step)) WITHOUT ROWID");
    const double writing = bench::secondsOf([&] {
        constexpr std::size_t kTicksATransaction = 100;
        for (std::size_t first = 0; first < frames.size(); first += kTicksATransaction) {
            store::sqlite::Transaction transaction(database);
            auto insert = database.prepare("INSERT INTO point VALUES (?, ?, ?)");
            for (std::size_t i = first; i < std::min(frames.size(), first + kTicksATransaction); ++i)
                for (const auto &[series, value] : frames[i].values)
                    insert.bind(0, std::int64_t{series}).bind(1, frames[i].stamp.step).bind(2, value).run();
            transaction.commit();
        }
    });
    const double reading = bench::secondsOf([&] {
        auto rows = database.prepare("SELECT series, step, value FROM point ORDER BY series, step");
        double sum = 0;
        while (rows.step())
            sum += rows.real(2);
        if (std::isnan(sum))
            std::abort();
    });
    std::printf("SQLite, a row a point: write %.1f s, read %.1f s, %.0f MB\n", writing, reading,
                static_cast<double>(fs::file_size(path)) / 1e6);
}

void benchEvents(const fs::path &folder, const fs::path &runFile)
{
    const store::RunFile run(runFile);
    visualizer::TensorboardWriter writer(folder);
    const double writing = bench::secondsOf([&] {
        store::FramePlayer player;
        store::RunCursor cursor;
        store::RunChanges changes = run.since(cursor);
        const std::size_t all = changes.lastFrame;
        for (std::size_t frame = 0; frame < all; frame = changes.lastFrame) { // small batches bound the number of pending frames
            changes.firstFrame = frame;
            changes.lastFrame = std::min(all, frame + 500);
            player.play(run, changes, writer);
            writer.flush();
            changes.tags.clear();
            changes.series.clear();
        }
    });
    std::uintmax_t size = 0;
    for (const auto &file : writer.files())
        size += fs::file_size(file);
    store::RunStore again;
    imports::ReadProgress progress;
    const double reading = bench::secondsOf([&] { imports::TensorboardImporter(folder).read(again, progress); });
    std::printf("TensorBoard events: write %.1f s, read %.1f s, %.0f MB\n", writing, reading, static_cast<double>(size) / 1e6);
}

} // namespace

int main(int argc, char **argv)
{
    const fs::path folder = fs::path(argc > 1 ? argv[1] : "/tmp") / ("lensboard-bench-" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::printf("%.0f million points of %zu series in %zu ticks\n", kPoints / 1e6, kSeries, kTicks);
    {
        const auto frames = madeFrames();
        for (int round = 0; round < 3; ++round)
            benchRecording(folder / ("run" + std::to_string(round) + ".lbrun"), frames);
        std::printf("file: %.0f MB\n", static_cast<double>(fs::file_size(folder / "run0.lbrun")) / 1e6);
        benchRows(folder / "rows.sqlite", frames);
    }
    benchReading(folder / "run0.lbrun");
    benchDivergence(folder / "run0.lbrun");
    benchEvents(folder / "events", folder / "run0.lbrun");
    fs::remove_all(folder);
}
