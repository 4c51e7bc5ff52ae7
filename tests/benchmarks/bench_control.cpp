// From an order to a training in another process to the hooks that it changes there: `lensboard train` is sent 400 switches of a lens at any
// moment; its run says when each was followed. bench_control [seconds between orders]

#include "core/control/control_client.h"
#include "core/session/child_process.h"
#include "core/store/file/run_file.h"
#include "tests/support/made_run.h"
#include "tests/support/scratch_file.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

using namespace lensboard;
using namespace std::chrono_literals;

namespace {

constexpr int kOrders = 400;

double now()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Batches of about 5 ms.
constexpr const char *kExperiment = R"({"format": 1, "name": "ordered", "dataset": {"kind": "spirals", "train_samples": 16384}, "batch_size": 2048,
    "model": {"kind": "mlp", "hidden": [256, 256, 256]}, "optimizer": {"kind": "sgd"}, "epochs": 100000, "threads": 1,
    "lenses": [{"kind": "LossMetrics"}, {"kind": "ParameterGradientGeometry", "enabled": false}]})";

} // namespace

int main(int argc, char **argv)
{
    const double pause = argc > 1 ? std::atof(argv[1]) : 0.06;
    const test::ScratchFile experiment("e.json");
    experiment.write(std::string(kExperiment));
    const std::string run = experiment.folder() / "run.lbrun";
    setenv("XDG_RUNTIME_DIR", experiment.folder().c_str(), 1);
    session::ChildProcess training({LENSBOARD_BINARY_DIR "/bin/lensboard", "train", experiment.path(), "--out", run});
    std::unique_ptr<control::ControlClient> client;
    for (int tries = 0; !client && tries < 600; ++tries)
        try {
            client = std::make_unique<control::ControlClient>(run, store::RunFile(run).info().createdSeconds);
        } catch (const std::exception &) {
            std::this_thread::sleep_for(100ms);
        }
    if (!client) {
        std::fprintf(stderr, "the training did not begin: %s\n", training.lastWords().c_str());
        return 1;
    }
    std::minstd_rand random(1);
    std::vector<double> given;
    for (int i = 0; i < kOrders; ++i) {
        std::this_thread::sleep_for(std::chrono::duration<double>(pause * (0.5 + static_cast<double>(random() % 1000) / 1000)));
        given.push_back(now());
        const std::uint64_t order = client->give({control::Order::Kind::Watcher, 0, experiment::WatcherChange::switched("ParameterGradientGeometry", i % 2 == 0)});
        if (!client->waitFor([&] { return client->takeOutcome(order).has_value(); }, 10s))
            return 1;
    }
    client->ask(false);
    client->waitFor([&] { return client->status().has_value(); }, 10s);
    const double stepMs = 1000 / client->status()->stepsPerSecond;
    client->give({control::Order::Kind::Stop});
    while (!training.ending())
        std::this_thread::sleep_for(10ms);

    std::vector<double> latencies;
    for (const record::RunEvent &event : test::whole(store::RunFile(run)).events)
        if (event.kind == record::RunEvent::Kind::LensOn || event.kind == record::RunEvent::Kind::LensOff)
            latencies.push_back(1000 * (event.wallSeconds - given.at(latencies.size())));
    std::sort(latencies.begin(), latencies.end());
    const auto quantile = [&](double share) { return latencies.at(static_cast<std::size_t>(share * static_cast<double>(latencies.size() - 1))); };
    std::printf("%zu of %d orders, batches of %.2f ms: from the order to its hooks %.2f ms in the median, %.2f ms in 99 of 100, %.2f ms at most\n",
                latencies.size(), kOrders, stepMs, quantile(0.5), quantile(0.99), latencies.back());
    return 0;
}
