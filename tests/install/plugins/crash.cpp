// Crashes in its 50th batch.
#include <lensboard/plugin.h>

#include <torch/nn/modules/linear.h>

#include <chrono>
#include <csignal>
#include <thread>

struct Crash final : lensboard::plugin::Training
{
    explicit Crash(const char *) {}
    std::vector<std::pair<std::string, torch::nn::Module *>> models() override { return {{"", net.get()}}; }
    std::int64_t trainingBatches() const override { return 1000; }
    double trainBatch(std::int64_t batch, lensboard::plugin::Report &report) override
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // so that something is recorded before
        if (batch == 50)
            std::raise(SIGSEGV);
        report.stepped(*net);
        return 1.0 / static_cast<double>(1 + batch);
    }

    torch::nn::Linear net{2, 2};
};

LENSBOARD_PLUGIN(Crash)
