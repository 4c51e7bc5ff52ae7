// Records until it is killed. Prints after each write how many frames of each file are safe.
//   run_writer_victim FOLDER endless    one file, transactions without pause
//   run_writer_victim FOLDER saver   one file, as a training records
//   run_writer_victim FOLDER thinning   the same, with a limit on kept frames
//   run_writer_victim FOLDER finishing   one file, a transaction every few milliseconds, closed at the end
//   run_writer_victim FOLDER closing    many files in sequence, each closed

#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/store/run_writer_victim.h"
#include "tests/support/made_run.h"

#include <cstdio>
#include <string_view>
#include <thread>

using namespace lensboard;

namespace {

void say(std::size_t file, const std::string &what)
{
    std::printf("%zu %s\n", file, what.c_str());
    std::fflush(stdout);
}

void follow(const std::filesystem::path &folder, const store::SaverOptions &options)
{
    const auto run = std::make_shared<store::RunStore>();
    test::addMadeSeries(*run, test::kVictimSeries);
    store::RunSaver saver(run, folder / test::victimFile(0), {}, options);
    std::size_t told = 0;
    for (std::size_t frame = 0;; ++frame) {
        run->commit(options.keep > 0 ? test::madeFrame(frame, test::kVictimSeries) : test::timedFrame(frame, test::kVictimSeries));
        if (const std::size_t safe = saver.acknowledgedFrames(); safe > told)
            say(0, std::to_string(told = safe));
        if (frame % 50 == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void finishOne(const std::filesystem::path &folder)
{
    store::RunStore run;
    test::addMadeSeries(run, test::kVictimSeries);
    store::RunFileWriter writer(folder / test::victimFile(0));
    for (std::size_t frame = 0; frame < test::kClosedFrames;) {
        for (int i = 0; i < 5; ++i)
            run.commit(test::timedFrame(frame++, test::kVictimSeries));
        writer.write(run);
        say(0, std::to_string(writer.acknowledgedFrames()));
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // otherwise the test could not copy it
    }
    run.update([](auto &info) { info.status = record::RunStatus::Finished; });
    writer.write(run);
    writer.close();
    say(0, "closed");
}

void recordOne(const std::filesystem::path &folder, std::size_t file, std::size_t frames)
{
    store::RunStore run;
    test::addMadeSeries(run, test::kVictimSeries);
    store::RunFileWriter writer(folder / test::victimFile(file));
    constexpr std::size_t kFramesAtOnce = 37;
    for (std::size_t frame = 0; frame < frames;) {
        for (std::size_t i = 0; i < kFramesAtOnce && frame < frames; ++i)
            run.commit(test::timedFrame(frame++, test::kVictimSeries));
        if (frame == frames)
            run.update([](auto &info) { info.status = record::RunStatus::Finished; });
        writer.write(run);
        say(file, std::to_string(writer.acknowledgedFrames()));
    }
    writer.close();
    say(file, "closed");
}

} // namespace

int main(int, char **argv)
{
    const std::string_view manner = argv[2];
    if (manner == "saver")
        follow(argv[1], {});
    if (manner == "thinning")
        follow(argv[1], {.gather = std::chrono::milliseconds(1), .keep = test::kVictimKeeps});
    if (manner == "finishing")
        return finishOne(argv[1]), 0;
    for (std::size_t file = 0;; ++file)
        recordOne(argv[1], file, manner == "closing" ? test::kClosedFrames : std::size_t(-1));
}
