// A second process next to a recording one, for tst_two_writers and tst_unseen_writer.
//   run_file_visitor record PATH     records into it, or prints the error
//   run_file_visitor follow PATH     follows it until its run is over; prints the number of seen frames and its last message
//   run_file_visitor status PATH     prints its status and its message
//   run_file_visitor browse PATH     opens and closes it like any other program with SQLite

#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/read_everything.h"

#include <sqlite3.h>

#include <cstdio>
#include <string_view>

using namespace lensboard;

namespace {

void recordOne(const std::filesystem::path &path)
{
    store::RunStore run;
    test::addMadeSeries(run, 1);
    store::RunFileWriter writer(path);
    writer.write(run);
}

std::string follow(const std::filesystem::path &path)
{
    store::RunFile run(path);
    std::string problem;
    while (record::mayGrow(run.info().status)) {
        run.refresh();
        run.trace(0, {record::Axis::Step, 0, 1e9, 100});
        if (const std::string message = run.info().message; !message.starts_with("being recorded by") && !message.empty())
            problem = message;
    }
    return std::to_string(run.frameCount()) + ' ' + problem;
}

std::string status(const std::filesystem::path &path)
{
    const record::RunInfo info = store::RunFile(path).info();
    return std::string(toText(info.status)) + ": " + info.message;
}

void browse(const std::filesystem::path &path)
{
    sqlite3 *db = nullptr;
    sqlite3_open(path.c_str(), &db);
    sqlite3_exec(db, "SELECT count(*) FROM journal", nullptr, nullptr, nullptr);
    sqlite3_close(db);
}

} // namespace

int main(int, char **argv)
{
    const std::string_view what = argv[1];
    try {
        if (what == "record")
            recordOne(argv[2]);
        else if (what == "follow")
            std::printf("%s\n", follow(argv[2]).c_str());
        else if (what == "status")
            std::printf("%s\n", status(argv[2]).c_str());
        else
            browse(argv[2]);
    } catch (const std::exception &error) {
        std::printf("%s\n", error.what());
        return 1;
    }
    return 0;
}
