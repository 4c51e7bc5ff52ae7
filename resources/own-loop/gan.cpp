// A generative adversarial network in plain LibTorch: two models, two optimizers, one run.
//   gan [RUN.lbrun] [STEPS]

#include <lensboard/inspector.h>

#include <torch/torch.h>

#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace lens = lensboard::lens;
namespace nn = torch::nn;

/// Points on a circle, the data that the generator learns.
torch::Tensor circle(int64_t count)
{
    const auto angle = 2 * std::numbers::pi * torch::rand({count});
    return torch::stack({angle.cos(), angle.sin()}, 1) + 0.05 * torch::randn({count, 2});
}

int main(int argc, char **argv)
{
    torch::manual_seed(1);
    const int steps = argc > 2 ? std::atoi(argv[2]) : 2000;
    const int64_t batch = 64, noise = 8;
    nn::Sequential generator(nn::Linear(noise, 32), nn::ReLU(), nn::Linear(32, 32), nn::ReLU(), nn::Linear(32, 2));
    const auto leak = nn::LeakyReLUOptions().negative_slope(0.2);
    nn::Sequential discriminator(nn::Linear(2, 32), nn::LeakyReLU(leak), nn::Linear(32, 32), nn::LeakyReLU(leak), nn::Linear(32, 1));
    torch::optim::Adam ofGenerator(generator->parameters(), torch::optim::AdamOptions(1e-3).betas({0.5, 0.999}));
    torch::optim::Adam ofDiscriminator(discriminator->parameters(), torch::optim::AdamOptions(1e-3).betas({0.5, 0.999}));

    lensboard::Inspector inspector({lens::LossMetrics(), lens::ParameterGradientGeometry(), lens::ParameterUpdateGeometry(), lens::OutputActivation()},
                                   lensboard::RunRecorder(argc > 1 ? argv[1] : "gan.lbrun"));
    inspector.attach(*generator, "generator");
    inspector.attach(*discriminator, "discriminator");
    std::printf("lensboard %s\n", inspector.path().c_str());
    const auto ones = torch::ones({batch, 1}), zeros = torch::zeros({batch, 1});
    for (int step = 1; step <= steps; ++step) {
        ofDiscriminator.zero_grad();
        const auto made = generator->forward(torch::randn({batch, noise}));
        const auto discriminatorLoss = torch::binary_cross_entropy_with_logits(discriminator->forward(circle(batch)), ones)
                                     + torch::binary_cross_entropy_with_logits(discriminator->forward(made.detach()), zeros);
        discriminatorLoss.backward();
        ofDiscriminator.step();
        inspector.stepped(*discriminator);

        ofGenerator.zero_grad();
        const auto generatorLoss = torch::binary_cross_entropy_with_logits(discriminator->forward(made), ones);
        generatorLoss.backward();
        ofGenerator.step();
        inspector.stepped(*generator);

        inspector.pushLoss(generatorLoss);
        inspector.pushMetric("discriminator_loss", discriminatorLoss.item<double>());
        inspector.addSamples(batch);
        if (step % 20 == 0)
            inspector.tick();
    }
}
