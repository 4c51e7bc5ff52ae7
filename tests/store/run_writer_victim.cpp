// Records until it is killed, and says after each write how many frames are safe. For tst_kill.

#include "core/store/run_file_writer.h"
#include "tests/support/made_run.h"

#include <cstdio>
#include <thread>

using namespace lensboard;

int main(int, char **argv)
{
    constexpr std::size_t kSeries = 40;
    const auto run = std::make_shared<store::RunStore>();
    test::addMadeSeries(*run, kSeries);
    store::RunFileFollower follower(run, argv[1]);
    std::size_t told = 0;
    for (std::size_t frame = 0;; ++frame) {
        run->commit(test::madeFrame(frame, kSeries));
        if (const std::size_t safe = follower.acknowledgedFrames(); safe > told) {
            told = safe;
            std::printf("%zu\n", safe);
            std::fflush(stdout);
        }
        if (frame % 50 == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}
