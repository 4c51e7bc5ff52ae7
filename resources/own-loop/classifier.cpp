// A classifier of images of 28x28 in plain LibTorch. Lensboard's lines are marked.
//   classifier [RUN.lbrun] [STEPS]

#include <lensboard/inspector.h> // <--

#include <torch/torch.h>

#include <cstdio>
#include <cstdlib>

using lensboard::Inspector;
using lensboard::Phase;
using lensboard::RunRecorder;
namespace lens = lensboard::lens;

struct NetImpl : torch::nn::Module
{
    NetImpl()
    {
        conv1 = register_module("conv1", torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 8, 5)));
        conv2 = register_module("conv2", torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 16, 5)));
        fc1 = register_module("fc1", torch::nn::Linear(256, 50));
        fc2 = register_module("fc2", torch::nn::Linear(50, 10));
    }

    torch::Tensor forward(torch::Tensor x)
    {
        x = torch::relu(torch::max_pool2d(conv1(x), 2));
        x = torch::relu(torch::max_pool2d(conv2(x), 2)).flatten(1);
        x = torch::dropout(torch::relu(fc1(x)), 0.2, is_training());
        return fc2(x);
    }

    torch::nn::Conv2d conv1 = nullptr, conv2 = nullptr;
    torch::nn::Linear fc1 = nullptr, fc2 = nullptr;
};
TORCH_MODULE(Net);

/// Ten kinds of bars in noise, in place of a data set.
std::pair<torch::Tensor, torch::Tensor> pictures(int64_t count)
{
    const auto classes = torch::randint(10, {count}, torch::kLong);
    auto images = 0.5 * torch::randn({count, 1, 28, 28});
    for (int64_t i = 0; i < count; ++i) {
        const auto kind = classes[i].item<int64_t>();
        const auto place = 3 + 5 * (kind % 5);
        (kind < 5 ? images[i][0].narrow(0, place, 2) : images[i][0].narrow(1, place, 2)).add_(2);
    }
    return {images, classes};
}

int main(int argc, char **argv)
{
    torch::manual_seed(1);
    const int steps = argc > 2 ? std::atoi(argv[2]) : 300;
    Net model;
    torch::optim::SGD optimizer(model->parameters(), torch::optim::SGDOptions(0.05).momentum(0.9));

    Inspector inspector({lens::LossMetrics(), lens::OutputActivation(), lens::ParameterGradientGeometry(), lens::ParameterUpdateGeometry()},
                        RunRecorder(argc > 1 ? argv[1] : "classifier.lbrun")); // <--
    inspector.attach(*model);                                                  // <--
    std::printf("lensboard %s\n", inspector.path().c_str());
    for (int step = 1; step <= steps; ++step) {
        const auto [images, classes] = pictures(32);
        optimizer.zero_grad();
        const auto scores = model->forward(images);
        const auto loss = torch::cross_entropy_loss(scores, classes);
        loss.backward();
        optimizer.step();

        inspector.stepped();                    // <--
        inspector.pushLoss(loss, Phase::Train); // <--
        inspector.pushMetric("train_accuracy", scores.argmax(1).eq(classes).to(torch::kFloat).mean().item<double>());
        inspector.addSamples(images.size(0));
        if (step % 10 == 0)
            inspector.tick(); // <--
    }
}
