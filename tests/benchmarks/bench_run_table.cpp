// Table of 1,000 runs of 10,000 ticks: time to read them, choose columns, sort and filter.

#include "core/runs/run_folder_scan.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_saver.h"
#include "tests/benchmarks/paired.h"
#include "widgets/models/run_list_model.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/run_tree.h"
#include "widgets/views/parallel_coordinates.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>
#include <cstdio>
#include <functional>

using namespace lensboard;

namespace {

constexpr int kRuns = 1000, kTicks = 10000;

void writeRuns(const QTemporaryDir &folder)
{
    store::RunStore run;
    run.registerTag({"Loss", "LossMetrics"});
    run.registerTag({"Metrics", "LossMetrics"});
    for (const char *loss : {"train_loss mean", "val_loss mean"})
        run.registerSeries({0, "Loss", loss});
    for (const char *metric : {"train_accuracy mean", "val_accuracy mean"})
        run.registerSeries({1, "Metrics", metric});
    for (int tick = 1; tick <= kTicks; ++tick) {
        record::Frame frame{{tick, 1 + tick / 100, tick, 64 * tick, 1.7e9 + tick}, {}};
        for (std::uint32_t series = 0; series < 4; ++series)
            frame.values.push_back({series, std::exp(-1e-4 * tick * (series + 1))});
        run.commit(frame);
    }
    for (int number = 0; number < kRuns; ++number) {
        const double rate = std::pow(10.0, -number % 7), decay = number % 3 * 0.01;
        const QString experiment = QString(R"({"optimizer": {"kind": "sgd", "lr": %1, "weight_decay": %2}, "seed": %3})").arg(rate).arg(decay).arg(number);
        run.update([&](record::RunInfo &info) {
            info.status = record::RunStatus::Finished;
            info.createdSeconds = 1.7e9 + number;
            info.experiment = experiment.toStdString();
        });
        store::saveRunCopy(run, folder.filePath(QString("run%1.lbrun").arg(number)).toStdString());
    }
}

double milliseconds(const std::function<void()> &work)
{
    QElapsedTimer clock;
    clock.start();
    work();
    QApplication::processEvents();
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

double median(int rounds, const std::function<void()> &work)
{
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round)
        times.push_back(milliseconds(work));
    return bench::median(times);
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QTemporaryDir folder;
    writeRuns(folder);
    std::vector<runs::RunSummary> runs;
    const double reading = milliseconds([&] {
        runs::RunFolderScan scan(folder.path().toStdString());
        scan.look({}, {[&](const runs::RunSummary &run) { runs.push_back(run); }, [](const auto &) {}, [](const auto &) {}});
    });
    std::printf("%zu runs of %d ticks: read in %.0f ms\n", runs.size(), kTicks, reading);

    widgets::RunTable table;
    table.resize(1920, 1080);
    table.show();
    const double filling = milliseconds([&] {
        for (const runs::RunSummary &run : runs)
            table.runs()->put(run);
        table.refresh();
    });
    QTreeView *const view = table.view();
    int column = 0;
    const double sorting = median(9, [&] { view->sortByColumn(++column % view->model()->columnCount(), Qt::AscendingOrder); });
    auto *search = table.findChild<QLineEdit *>("runSearch");
    int limit = 0;
    const double filtering = median(9, [&] { search->setText(QString("lr < 0.01 and val_accuracy < 0.%1 and seed > 10").arg(++limit)); });
    const double choosing = median(9, [&] { table.chooseColumnsByThemselves(); });
    std::printf("filled with %d columns in %.0f ms; sorted in %.0f ms, filtered in %.0f ms, columns chosen in %.0f ms\n",
                view->model()->columnCount(), filling, sorting, filtering, choosing);

    search->clear();
    const double opening = milliseconds([&] { table.findChild<QToolButton *>("insights")->click(); });
    auto *lines = table.findChild<widgets::ParallelCoordinates *>();
    const double painting = median(9, [&] {
        lines->highlight({}); // nothing is kept of the picture
        lines->repaint();
    });
    const double selecting = median(9, [&] {
        view->clearSelection();
        view->selectAll();
    });
    std::printf("insights opened in %.0f ms; lines painted in %.0f ms, all runs selected in %.0f ms\n", opening, painting, selecting);
}
