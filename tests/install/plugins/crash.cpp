// Crashes in its 50th batch, after waiting until the command in CRASH_WHEN succeeds.
#include <lensboard/plugin.h>

#include <torch/nn/modules/linear.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

struct Crash final : lensboard::plugin::Training
{
    explicit Crash(const char *) {}
    std::vector<std::pair<std::string, torch::nn::Module *>> models() override { return {{"", net.get()}}; }
    std::int64_t trainingBatches() const override { return 1000; }
    double trainBatch(std::int64_t batch, lensboard::plugin::Report &report) override
    {
        if (rate != 0.125)
            throw std::logic_error("the experiment's learning rate was not set");
        if (batch == 50) {
            while (std::system(std::getenv("CRASH_WHEN")) != 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            std::raise(SIGSEGV);
        }
        report.stepped(*net);
        return 1.0 / static_cast<double>(1 + batch);
    }

    void setLearningRate(double set) override { rate = set; }

    torch::nn::Linear net{2, 2};
    double rate = 0;
};

LENSBOARD_PLUGIN(Crash)
