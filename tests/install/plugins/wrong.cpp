// Makes LibTorch throw in its second batch.
#include <lensboard/plugin.h>

#include <ATen/ops/ones.h>
#include <torch/nn/modules/linear.h>

struct Wrong final : lensboard::plugin::Training
{
    explicit Wrong(const char *) {}
    std::vector<std::pair<std::string, torch::nn::Module *>> models() override { return {{"", net.get()}}; }
    std::int64_t trainingBatches() const override { return 10; }
    double trainBatch(std::int64_t batch, lensboard::plugin::Report &report) override
    {
        const at::Tensor made = net->forward(at::ones({4, batch ? 3 : 2}));
        report.stepped(*net);
        return made.sum().item<double>();
    }

    torch::nn::Linear net{2, 2};
};

LENSBOARD_PLUGIN(Wrong)
