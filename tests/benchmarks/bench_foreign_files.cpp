// Processor time until the first plot of 1,000,000 points in files of other tools: of the part that the window shows first, and of all points. Each beside
// the time of reading the files' bytes, in pairs.
// bench_foreign_files [NAME]: only the format of this name, for a profiler.

#include "core/runs/run_source.h"
#include "core/store/file/sqlite.h"
#include "tests/benchmarks/large_runs.h"
#include "tests/benchmarks/paired.h"
#include "tests/support/wandb_log_maker.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

using namespace lensboard;
namespace fs = std::filesystem;

namespace {

constexpr int kNames = 20, kRows = 50'000;

std::string digits(double value)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

double measured(int name, int row)
{
    return std::sin(0.37 * row + name) / (1 + 1e-4 * row);
}

std::string valueText(int name, int row)
{
    return digits(measured(name, row));
}

std::string nameOf(int name)
{
    return "train/metric_" + std::to_string(name);
}

void write(const fs::path &path, const std::string &content)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

/// Returns the text of all rows: a beginning, the joined values, and an end of each.
template <typename Begin, typename Cell>
std::string rows(const Begin &begin, const Cell &cell, const char *between, const char *end)
{
    std::string text;
    for (int row = 0; row < kRows; ++row) {
        text += begin(row);
        for (int name = 0; name < kNames; ++name)
            text += (name > 0 ? between : "") + cell(name, row);
        text += end;
    }
    return text;
}

fs::path csv(const fs::path &folder)
{
    std::string header = "step";
    for (int name = 0; name < kNames; ++name)
        header += ',' + nameOf(name);
    write(folder / "metrics.csv", header + '\n' + rows([](int row) { return std::to_string(row) + ','; }, valueText, ",", "\n"));
    return folder / "metrics.csv";
}

fs::path longCsv(const fs::path &folder)
{
    write(folder / "long.csv", "run,tag,step,value\n" + rows([](int) { return std::string(); }, [](int name, int row) { return "first," + nameOf(name) + ',' + std::to_string(row) + ',' + valueText(name, row); }, "\n", "\n"));
    return folder / "long.csv";
}

std::string jsonCell(int name, int row)
{
    return '"' + nameOf(name) + "\": " + valueText(name, row);
}

fs::path jsonLines(const fs::path &folder)
{
    write(folder / "log.jsonl", rows([](int row) { return "{\"step\": " + std::to_string(row) + ", "; }, jsonCell, ", ", "}\n"));
    return folder / "log.jsonl";
}

fs::path trainerState(const fs::path &folder)
{
    std::string list = rows([](int row) { return "{\"step\": " + std::to_string(row) + ", "; }, jsonCell, ", ", "},\n");
    list.resize(list.size() - 2);
    write(folder / "trainer_state.json", "{\"epoch\": 1.0, \"log_history\": [" + list + "], \"global_step\": 50000}");
    return folder / "trainer_state.json";
}

fs::path keras(const fs::path &folder)
{
    std::string text = "{";
    for (int name = 0; name < kNames; ++name) {
        text += (name > 0 ? ", \"" : "\"") + nameOf(name) + "\": [";
        for (int row = 0; row < kRows; ++row)
            text += (row > 0 ? ", " : "") + valueText(name, row);
        text += ']';
    }
    write(folder / "history.json", text + '}');
    return folder / "history.json";
}

fs::path textLog(const fs::path &folder)
{
    write(folder / "train.log", rows([](int row) { return "step " + std::to_string(row) + ": "; }, [](int name, int row) { return "metric_" + std::string(1, static_cast<char>('a' + name)) + ' ' + valueText(name, row); }, ", ", "\n"));
    return folder / "train.log";
}

fs::path tensorboard(const fs::path &folder)
{
    visualizer::TensorboardEventFile log(folder, 1.7e9);
    bench::writeEvents(log, 0, 2500);
    return folder;
}

fs::path wandb(const fs::path &folder)
{
    test::WandbLogMaker log;
    for (int row = 0; row < kRows; ++row) {
        std::vector<std::pair<std::string, std::string>> items{{"_step", std::to_string(row)}, {"_timestamp", "1700000000.5"}};
        for (int name = 0; name < kNames; ++name)
            items.emplace_back(nameOf(name), valueText(name, row));
        log.add(test::wandbRow(items));
    }
    write(folder / "run-x.wandb", log.bytes);
    return folder;
}

fs::path mlflowFolder(const fs::path &folder)
{
    for (int name = 0; name < kNames; ++name) {
        std::string lines;
        for (int row = 0; row < kRows; ++row)
            lines += std::to_string(1'700'000'000'000 + row) + ' ' + valueText(name, row) + ' ' + std::to_string(row) + '\n';
        write(folder / "0/r/metrics" / ("metric_" + std::to_string(name)), lines);
    }
    write(folder / "0/r/meta.yaml", "run_id: r\nexperiment_id: '0'\nartifact_uri: r\nstatus: 3\nstart_time: 1700000000000\n");
    return folder / "0/r";
}

/// Copies a test's database and runs \p sql for each value, with its row, name and value.
fs::path database(const char *source, const fs::path &path, const std::string &before, const std::string &sql)
{
    fs::create_directories(path.parent_path());
    fs::copy_file(fs::path(LENSBOARD_SOURCE_DIR "/tests/data") / source, path);
    store::sqlite::Database data(path, store::sqlite::Database::Open::ReadWrite);
    data.execute("BEGIN; " + before);
    store::sqlite::Statement insert = data.prepare(sql);
    for (int row = 0; row < kRows; ++row)
        for (int name = 0; name < kNames; ++name)
            insert.bind(0, nameOf(name)).bind(1, std::int64_t{row} * kNames + name).bind(2, measured(name, row)).run();
    data.execute("COMMIT");
    return path;
}

fs::path mlflowDatabase(const fs::path &folder)
{
    return database("mlflow/mlflow.db", folder / "mlflow.db", "DELETE FROM metrics; DELETE FROM runs WHERE rowid > (SELECT min(rowid) FROM runs)",
                    "INSERT INTO metrics (key, value, timestamp, run_uuid, step, is_nan) SELECT ?1, ?3, 1700000000000 + ?2, run_uuid, ?2, 0 FROM runs");
}

fs::path optuna(const fs::path &folder)
{
    return database("optuna/optuna.db", folder / "optuna.db", "DELETE FROM trial_intermediate_values; DELETE FROM trials WHERE trial_id > 1",
                    "INSERT INTO trial_intermediate_values (trial_id, step, intermediate_value, intermediate_value_type) SELECT 1, ?2, ?3, 'FINITE' WHERE ?1 IS NOT NULL");
}

fs::path sacred(const fs::path &folder)
{
    std::string text = "{";
    for (int name = 0; name < kNames; ++name) {
        const auto list = [&](const char *key, const std::function<std::string(int)> &item) {
            text += std::string("\"") + key + "\": [";
            for (int row = 0; row < kRows; ++row)
                text += (row > 0 ? ", " : "") + item(row);
            text += ']';
        };
        text += (name > 0 ? ", \"" : "\"") + nameOf(name) + "\": {";
        list("steps", [](int row) { return std::to_string(row); });
        text += ", ";
        list("timestamps", [](int) { return std::string("\"2026-01-02T03:04:05.678901\""); });
        text += ", ";
        list("values", [name](int row) { return valueText(name, row); });
        text += '}';
    }
    write(folder / "metrics.json", text + '}');
    return folder / "metrics.json";
}

struct Format
{
    const char *name;
    fs::path (*make)(const fs::path &folder);
};

constexpr Format kFormats[] = {{"TensorBoard", tensorboard}, {"W&B", wandb}, {"MLflow files", mlflowFolder}, {"MLflow database", mlflowDatabase}, {"Optuna", optuna}, {"CSV", csv}, {"long CSV", longCsv}, {"JSON lines", jsonLines}, {"trainer_state", trainerState}, {"Keras", keras}, {"Sacred", sacred}, {"text log", textLog}};

double processorSeconds(const std::function<void()> &work)
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double begin = now();
    work();
    return now() - begin;
}

std::size_t readBytes(const fs::path &path)
{
    std::size_t size = 0;
    const auto readFile = [&size](const fs::path &file) {
        std::ifstream in(file, std::ios::binary);
        std::vector<char> block(1 << 20);
        while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0)
            size += static_cast<std::size_t>(in.gcount());
    };
    if (fs::is_regular_file(path))
        readFile(path);
    else
        for (const auto &entry : fs::recursive_directory_iterator(path))
            if (entry.is_regular_file())
                readFile(entry.path());
    return size;
}

/// Opens the run, draws a series, and returns the number of its points.
std::size_t openedPoints(const fs::path &path, imports::ReadProgress &progress)
{
    const auto source = runs::openRun(path, progress);
    source->run()->trace(0, {record::Axis::Step, 0, 1e9, 1000});
    std::size_t points = 0;
    for (std::uint32_t series = 0; series < source->run()->seriesCount(); ++series)
        points += source->run()->tally(series).count;
    return points;
}

void benchFormat(const Format &format, const fs::path &folder)
{
    constexpr std::chrono::milliseconds kFirstPart{150};
    const fs::path path = format.make(folder);
    std::vector<double> bytes, part, whole;
    std::size_t size = 0, partPoints = 0, points = 0;
    for (int round = 0; round < 5; ++round) {
        const double reading = processorSeconds([&] { size = readBytes(path); });
        bytes.push_back(reading);
        part.push_back(processorSeconds([&] {
            imports::ReadProgress progress;
            progress.until = std::chrono::steady_clock::now() + kFirstPart;
            partPoints = openedPoints(path, progress);
        }) - reading);
        whole.push_back(processorSeconds([&] {
            imports::ReadProgress progress;
            points = openedPoints(path, progress);
        }) - reading);
    }
    std::printf("%-16s %8.1f MB, reading the bytes %4.0f ms; first plot of %7zu points %5.0f ms more, of %7zu %5.0f ms more\n", format.name, static_cast<double>(size) / 1e6,
                1e3 * bench::median(bytes), partPoints, 1e3 * bench::median(part), points, 1e3 * bench::median(whole));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const fs::path folder = fs::temp_directory_path() / ("lensboard-bench-" + std::to_string(getpid()));
    for (const Format &format : kFormats)
        if (argc < 2 || std::string_view(argv[1]) == format.name) {
            benchFormat(format, folder / format.name);
            fs::remove_all(folder);
        }
}
