// Your own lens, a monitor with a history, and a recorder of tensors, in an Inspector.
//   watchers [RUN.lbrun] [STEPS]

#include "sign_flips.h"

#include <lensboard/inspector.h>
#include <lensboard/monitor.h>

#include <torch/torch.h>

#include <cstdio>
#include <cstdlib>

namespace monitor = lensboard::monitor;
namespace nn = torch::nn;
namespace recorder = lensboard::recorder;
namespace reducer = lensboard::reducer;

int main(int argc, char **argv)
{
    torch::manual_seed(1);
    const int steps = argc > 2 ? std::atoi(argv[2]) : 200;
    nn::Sequential model(nn::Linear(2, 16), nn::ReLU(), nn::Linear(16, 1));
    torch::optim::Adam optimizer(model->parameters(), 0.01);
    lensboard::Inspector inspector({lensboard::lens::LossMetrics()}, lensboard::RunRecorder(argc > 1 ? argv[1] : "watchers.lbrun"));

    inspector.add("Sign Flips", [] { return std::make_unique<SignFlips>(); });

    // The average output of the first layer, of batches that are not tiny; a state for each of the last ten observations.
    const reducer::History lastTen{.stepTime = 1, .duration = 10};
    const auto outputs = std::make_shared<monitor::OutputMonitor>(
        std::make_unique<reducer::EmaReducer>(lastTen, 0.1), monitor::Gate{.training = true, .evaluation = false},
        [](const at::Tensor &output) { return output.size(0) > 8; },                          // filter
        [](const at::Tensor &output) { return monitor::Observed{output.detach().mean(0)}; }); // map
    inspector.add(outputs, "0");

    // The sum of the inputs of linear layers, every tenth step, over the whole training.
    int step = 0;
    const auto inputs = std::make_shared<recorder::TensorRecorder>(
        recorder::RecordedTensor::ForwardInput,
        recorder::RecorderSettings{.condition = [&step] { return step % 10 == 0; },
                                   .reduction = [](const at::Tensor &sum, const at::Tensor &next) { return sum + next; }});
    inspector.add(inputs, {.matches = recorder::isA<nn::LinearImpl>});

    inspector.attach(*model);
    for (step = 1; step <= steps; ++step) {
        const torch::Tensor points = torch::rand({32, 2});
        const torch::Tensor loss = torch::mse_loss(model->forward(points), points.prod(1, true));
        optimizer.zero_grad();
        loss.backward();
        optimizer.step();
        inspector.stepped();
        inspector.pushLoss(loss);
        if (step % 10 == 0)
            inspector.tick();
    }

    const reducer::Reducer &history = outputs->reducer();
    std::printf("now %.4f, 5 observations ago %.4f, %lld states kept\n", history.peek().norm().item(), history.view(5).norm().item(),
                static_cast<long long>(history.dump().size(0)));
    for (std::size_t i = 0; i < inputs->size(); ++i)
        std::printf("layer %s: %zu inputs, their sum %.4f\n", inputs->module(i).c_str(), inputs->samples(i),
                    inputs->data(i).empty() ? 0.0 : inputs->data(i).front().norm().item());
}
