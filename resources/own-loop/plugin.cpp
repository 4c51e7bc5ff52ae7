// A training that Lensboard's window runs: a small autoencoder of points on a circle. An experiment names the library:
//   {"format": 1, "dataset": {"kind": "plugin"}, "model": {"kind": "plugin", "path": "libplugin.so"},
//    "optimizer": {"kind": "adam", "lr": 0.01}, "epochs": 20, "lenses": [{"kind": "LossMetrics"}]}

#include <lensboard/plugin.h>

#include <torch/torch.h>

#include <numbers>

namespace nn = torch::nn;

class CircleAutoencoder final : public lensboard::plugin::Training
{
public:
    /// \p experiment: the whole experiment as JSON. This training uses none of it.
    explicit CircleAutoencoder(const char * /*experiment*/)
        : m_net(nn::Linear(2, 16), nn::Tanh(), nn::Linear(16, 1), nn::Linear(1, 16), nn::Tanh(), nn::Linear(16, 2)),
          m_optimizer(m_net->parameters(), torch::optim::AdamOptions(0.01))
    {}

    std::vector<std::pair<std::string, nn::Module *>> models() override { return {{"", m_net.get()}}; }
    std::int64_t trainingBatches() const override { return 50; }
    std::int64_t validationBatches() const override { return 5; }

    double trainBatch(std::int64_t, lensboard::plugin::Report &report) override
    {
        m_net->train();
        m_optimizer.zero_grad();
        const torch::Tensor points = circle();
        const torch::Tensor loss = torch::mse_loss(m_net->forward(points), points);
        loss.backward();
        m_optimizer.step();
        report.stepped(*m_net);
        report.addSamples(points.size(0));
        return loss.item<double>();
    }

    double validateBatch(std::int64_t, lensboard::plugin::Report &report) override
    {
        const torch::NoGradGuard noGradients;
        m_net->eval();
        const torch::Tensor points = circle(), made = m_net->forward(points);
        report.pushMetric("val_radius", made.norm(2, 1).mean().item<double>());
        return torch::mse_loss(made, points).item<double>();
    }

    void setLearningRate(double rate) override
    {
        for (auto &group : m_optimizer.param_groups())
            group.options().set_lr(rate);
    }

private:
    static torch::Tensor circle()
    {
        const auto angle = 2 * std::numbers::pi * torch::rand({64});
        return torch::stack({angle.cos(), angle.sin()}, 1);
    }

    nn::Sequential m_net;
    torch::optim::Adam m_optimizer;
};

LENSBOARD_PLUGIN(CircleAutoencoder)
