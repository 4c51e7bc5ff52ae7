// Delay between a command to a training in another process and the change of its hooks: `lensboard train` receives 400 switches of a lens at random
// times, and its run records when each was executed. Commands come from a client, or from clicks in a window that draws the run.
// bench_control [client|window] [seconds between commands]

#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "core/control/socket_transport.h"
#include "core/session/child_process.h"
#include "core/store/file/run_file.h"
#include "tests/support/made_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/tree_rows.h"
#include "widgets/run_controls.h"

#include <QAction>
#include <QApplication>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

using namespace lensboard;
using namespace std::chrono_literals;

namespace {

constexpr int kCommands = 400;

double now()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Batches of about 5 ms.
constexpr const char *kExperiment = R"({"format": 1, "name": "ordered", "dataset": {"kind": "spirals", "train_samples": 16384}, "batch_size": 2048,
    "model": {"kind": "mlp", "hidden": [256, 256, 256]}, "optimizer": {"kind": "sgd"}, "epochs": 100000, "threads": 1,
    "lenses": [{"kind": "LossMetrics"}, {"kind": "ParameterGradientGeometry", "enabled": false}]})";

/// Times of commands, in seconds since 1970, and durations of batches in the meantime.
struct Given
{
    std::vector<double> at;
    double stepMs = 0;
};

/// Returns a random pause between 0.5 and 1.5 times \p pause.
double about(double pause)
{
    static std::minstd_rand random(1);
    return pause * (0.5 + static_cast<double>(random() % 1000) / 1000);
}

Given byClient(const std::string &run, double pause)
{
    control::SocketTransport client(control::connectTo(run), store::RunFile(run).info().createdSeconds);
    Given given;
    for (int i = 0; i < kCommands; ++i) {
        std::this_thread::sleep_for(std::chrono::duration<double>(about(pause)));
        given.at.push_back(now());
        client.outcomeOf({session::Command::Kind::Watcher, 0, experiment::WatcherChange::switched("ParameterGradientGeometry", i % 2 == 0)}, 10s);
    }
    given.stepMs = 1000 / client.status().stepsPerSecond;
    client.outcomeOf({session::Command::Kind::Stop}, 10s);
    return given;
}

/// Processes the window's events until \p end.
void waitUntil(double end)
{
    QEventLoop loop;
    QTimer::singleShot(std::chrono::milliseconds(static_cast<int>(1000 * std::max(0.0, end - now()))), Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Sends the commands by clicks in the window. A click waits for the window's pending work.
Given byWindow(const std::string &run, double pause)
{
    app::MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openFile(QString::fromStdString(run));
    const app::RunPage *page = window.currentPage();
    auto *lenses = page->findChild<QTreeView *>("lensView");
    const auto lens = [lenses] { return test::rowNamed(lenses, "Parameter Gradient Geometry"); };
    while (!lens().data(Qt::CheckStateRole).isValid())
        waitUntil(now() + 0.1);
    Given given;
    for (int i = 0; i < kCommands; ++i) {
        given.at.push_back(now() + about(pause));
        waitUntil(given.at.back());
        test::clickCheckBox(lenses, lens());
    }
    waitUntil(now() + 1);
    given.stepMs = 1000 / page->feed().training()->status().stepsPerSecond;
    page->controls()->stopAction()->trigger();
    return given;
}

} // namespace

int main(int argc, char **argv)
{
    const bool inWindow = argc > 1 && std::string(argv[1]) == "window";
    const double pause = argc > 2 ? std::atof(argv[2]) : 0.06;
    const test::ScratchFile experiment("e.json");
    experiment.write(std::string(kExperiment));
    const std::string run = experiment.folder() / "run.lbrun";
    for (const char *folder : {"XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        setenv(folder, experiment.folder().c_str(), 1);
    QApplication program(argc, argv);
    session::ChildProcess training({LENSBOARD_BINARY_DIR "/bin/lensboard", "train", experiment.path(), "--out", run});
    for (bool isBegun = false; !isBegun && !training.ending(); std::this_thread::sleep_for(100ms))
        try {
            isBegun = store::RunFile(run).frameCount() > 0;
        } catch (const std::exception &) {
            continue;
        }
    if (training.ending()) {
        std::fprintf(stderr, "the training did not begin: %s\n", training.lastWords().c_str());
        return 1;
    }
    const Given given = inWindow ? byWindow(run, pause) : byClient(run, pause);
    while (!training.ending())
        std::this_thread::sleep_for(10ms);

    std::vector<double> latencies;
    for (const record::RunEvent &event : test::whole(store::RunFile(run)).events)
        if (event.kind == record::RunEvent::Kind::LensOn || event.kind == record::RunEvent::Kind::LensOff)
            latencies.push_back(1000 * (event.wallSeconds - given.at.at(latencies.size())));
    std::sort(latencies.begin(), latencies.end());
    const auto quantile = [&](double share) { return latencies.at(static_cast<std::size_t>(share * static_cast<double>(latencies.size() - 1))); };
    std::printf("%zu of %d orders, batches of %.2f ms: from the %s to its hooks %.2f ms in the median, %.2f ms in 99 of 100, %.2f ms at most\n",
                latencies.size(), kCommands, given.stepMs, inWindow ? "click" : "order", quantile(0.5), quantile(0.99), latencies.back());
    return 0;
}
