// Takes screenshots of the window in each view, light and dark, at two sizes and with large text, for visual review.
// take_screenshots FOLDER [DATA [SWEEP [SICK]]]: SICK is a run with health findings; DATA has recordings in monitorch/ and tensorboard/, and
// TorchScript files in torchscript/. Without these arguments, or without the engine, the pictures that need them are skipped.

#include "app/dialogs/command_palette.h"
#include "app/dialogs/model_layers_dialog.h"
#include "app/dialogs/shortcut_sheet.h"
#include "app/main_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/run_health.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "app/settings.h"
#include "app/theme.h"
#include "app/translation.h"
#include "core/session/session.h"
#include "core/store/columns/run_store.h"
#include "core/store/derived/ensemble_run.h"
#include "core/store/file/run_file_writer.h"
#include "widgets/board/plot_board.h"
#include "widgets/health/health_panel.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/runs_panel.h"
#include "widgets/tensors/tensor_view.h"
#include "widgets/watching/watcher_dialog.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextStream>
#include <QThread>
#include <QToolButton>
#include <QTimer>

#include <clocale>
#include <cmath>

using namespace lensboard;
using app::MainWindow;
using widgets::PlotBoard;
using widgets::TagStyle;
using widgets::TagView;

namespace {

constexpr int kSettleMs = 500;
constexpr int kTrainMs = 40000;

void settle(int milliseconds = kSettleMs)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds) {
        QApplication::processEvents();
        QThread::msleep(5);
    }
}

/// Makes a grating with its own direction for each channel, visible where a blob passes: like feature maps, without training.
std::shared_ptr<record::TensorValue> madeFeatureMaps(std::int64_t tick, std::int64_t channels, std::int64_t side)
{
    auto maps = std::make_shared<record::TensorValue>();
    maps->shape = {1, channels, side, side};
    for (std::int64_t i = 0; i < channels * side * side; ++i) {
        const auto channel = static_cast<double>(i / (side * side));
        const double x = static_cast<double>(i % side) / static_cast<double>(side) - 0.5, y = static_cast<double>(i / side % side) / static_cast<double>(side) - 0.5;
        const double angle = 0.4 * channel, phase = 0.1 * static_cast<double>(tick);
        const double grating = std::sin((9 + channel) * (x * std::cos(angle) + y * std::sin(angle)) + phase);
        maps->values.push_back(static_cast<float>(grating * std::exp(-8 * (std::pow(x - 0.2 * std::sin(phase), 2) + y * y))));
    }
    return maps;
}

/// A run that recorded tensors.
void makeTensorRun(const QString &path)
{
    const std::vector<std::int64_t> maps = {record::kBatchSize, 16, 28, 28}, outputs = {record::kBatchSize, 10};
    record::RunInfo info;
    info.name = "feature maps";
    info.status = record::RunStatus::Finished;
    info.layers = {{"", "Net", false, {}, outputs, {}},
                   {"conv1", "Conv2d", true, {{"weight", {16, 1, 3, 3}}, {"bias", {16}}}, maps, {}},
                   {"norm1", "BatchNorm2d", true, {{"weight", {16}}, {"bias", {16}}}, maps, {{"running_mean", {16}}, {"running_var", {16}}}},
                   {"head", "Linear", true, {{"weight", {10, 64}}, {"bias", {10}}}, outputs, {}}};
    store::RunStore run(info);
    run.registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "loss", true});
    run.registerTag({"Feature maps", "Feature maps", record::TagKind::Tensors, "output"});
    run.registerSeries({0, "Loss", "training", record::SeriesRole::Line});
    run.registerSeries({1, "conv1", "output", record::SeriesRole::Tensor});
    run.registerSeries({1, "head", "weights", record::SeriesRole::Tensor});
    for (std::int64_t tick = 1; tick <= 40; ++tick) {
        record::Frame frame{{tick, 1 + tick / 20, 20 * tick, 1280 * tick, 1.7e9 + static_cast<double>(tick)}, {{0, 2.3 * std::exp(-0.06 * static_cast<double>(tick))}}};
        auto weights = madeFeatureMaps(tick, 1, 32);
        weights->shape = {16, 64};
        frame.tensors = {{1, madeFeatureMaps(tick, 16, 28)}, {2, weights}};
        run.commit(frame);
    }
    store::saveRunCopy(run, path.toStdString());
}

class Photographer
{
public:
    Photographer(const QString &folder, const QString &data, const QString &sweep, const QString &sick)
        : m_folder(folder), m_data(data), m_sweep(sweep), m_sick(sick)
    {}

    void takeAll(const QString &suffix, QSize size)
    {
        m_suffix = suffix;
        m_size = size;
        const QString recording = m_data + "/monitorch/adam_lr3e-4_wd0.05_moments-default.pkl";
        take("welcome", {}, [](MainWindow &) {});
        take("small-multiples", recording, [this](MainWindow &window) { point(window, 9); });
        take("overlay", recording, [this](MainWindow &window) {
            view(window, "Output Activations", TagView::Overlay);
            point(window, 9);
        });
        take("heat-map", recording, [this](MainWindow &window) {
            view(window, "Output Activations", TagView::HeatMap);
            point(window, 9);
        });
        take("depth-profile", recording, [this](MainWindow &window) {
            view(window, "Output Activations", TagView::DepthProfile);
            pin(window, 3, 15);
            point(window, 9);
        });
        take("not-finite", m_data + "/monitorch/adam_lr3e-2_wd0.05_moments-default.pkl", [](MainWindow &window) {
            board(window).navigation().goToFirstNonFinite();
        });
        const QString histograms = m_data + "/tensorboard/tf1-histograms";
        take("histograms", histograms, [this](MainWindow &window) { view(window, "layer1", TagView::Histograms); });
        take("ridges", histograms, [this](MainWindow &window) { view(window, "layer1", TagView::Ridges); });
        takeSeeds();
        takeSweep();
        takeHealth();
        takeTensors();
        take("run-list", m_data + "/tensorboard", [](MainWindow &) {});
        take("experiment-editor", {}, [](MainWindow &window) {
            window.newExperiment();
            window.findChild<app::ExperimentPage *>()->startFrom(":/experiments/fashion-mnist-cnn.json");
        });
        takeModel();
        takeDialog("palette", recording, [](MainWindow &window) { return new app::CommandPalette(app::menuActions(*window.menuBar()), &window); });
        takeDialog("shortcuts", recording, [](MainWindow &window) { return new app::ShortcutSheet(*window.menuBar(), &window); });
    }

    void takeTraining()
    {
        MainWindow window;
        window.resize(m_size);
        window.show();
        if (!window.openFile(":/experiments/fashion-mnist-cnn.json", true))
            return;
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < kTrainMs && window.currentPage()->session()->status().state != session::State::Failed)
            settle();
        save(window, "training");
        window.finishAll();
    }

private:
    static PlotBoard &board(MainWindow &window) { return *window.currentPage()->board(); }

    void view(MainWindow &window, const QString &tag, TagView chosen) const
    {
        TagStyle style = board(window).tagStyle(tag);
        style.view = chosen;
        board(window).setTagStyle(tag, style);
    }
    void point(MainWindow &window, double x) const
    {
        settle();
        board(window).state().setCrossHair(x);
    }
    void pin(MainWindow &window, double a, double b) const
    {
        board(window).state().setCursor(0, a);
        board(window).state().setCursor(1, b);
    }

    template <typename Prepare> void take(const QString &name, const QString &path, const Prepare &prepare)
    {
        withWindow(path, [&](MainWindow &window) {
            prepare(window);
            settle();
            save(window, name);
        });
    }

    template <typename Open> void takeDialog(const QString &name, const QString &path, const Open &open)
    {
        withWindow(path, [&](MainWindow &window) {
            QWidget *dialog = open(window);
            dialog->show();
            settle();
            save(*dialog, name);
        });
    }

    template <typename Use> void withWindow(const QString &path, const Use &use)
    {
        if (!path.isEmpty() && !QFileInfo::exists(path))
            return;
        MainWindow window;
        window.resize(m_size);
        window.show();
        if (!path.isEmpty() && !window.openFile(path))
            return;
        settle();
        use(window);
        for (const char *key : {"tags", "board"})
            QSettings().remove(key); // each picture starts with default settings
    }

    /// Three seeds of a training, and their mean.
    void takeSeeds()
    {
        const QString folder = m_data + "/tensorboard/seeds/run_";
        QStringList paths;
        for (int seed = 1; seed <= 3; ++seed)
            paths << folder + QString::number(seed);
        withWindow(paths.front(), [&](MainWindow &window) {
            window.openTogether(paths);
            settle();
            auto &shown = board(window);
            std::vector<std::shared_ptr<const store::Run>> runs;
            for (const auto &run : shown.state().runs)
                runs.push_back(run->run);
            shown.addRun(std::make_shared<store::EnsembleRun>("mean", runs, store::EnsembleRun::Spread::Deviation), "mean of 3 runs");
            window.currentPage()->findChild<QTabWidget *>()->setCurrentIndex(2);
            settle();
            save(window, "runs-together");
        });
    }

    /// Runs of a sweep as a table, with the effects of their settings, and on one board.
    void takeSweep()
    {
        if (m_sweep.isEmpty())
            return;
        withWindow(m_sweep, [&](MainWindow &window) {
            auto *list = window.findChild<app::RunListPage *>();
            QElapsedTimer clock;
            clock.start();
            while (list->runs().isEmpty() && clock.elapsed() < kTrainMs)
                settle();
            save(window, "run-table");
            list->findChild<QToolButton *>("insights")->click();
            settle();
            save(window, "run-insights");
            list->findChild<QToolButton *>("insights")->click();
            window.openTogether(list->runs());
            settle();
            window.currentPage()->runsPanel()->table()->colourBy(runs::RunColumn{runs::RunColumn::Shows::Field, "optimizer.lr"});
            auto *side = window.currentPage()->findChild<QSplitter *>("side");
            side->setSizes({1, 2});
            settle();
            save(window, "runs-of-a-sweep");
        });
    }

    /// Health findings and their evidence.
    void takeHealth()
    {
        if (m_sick.isEmpty())
            return;
        withWindow(m_sick, [&](MainWindow &window) {
            window.currentPage()->showHealth();
            window.currentPage()->findChild<QSplitter *>("side")->setSizes({1, 2});
            widgets::HealthPanel &panel = *window.currentPage()->health()->panel();
            const store::Run *run = window.currentPage()->run().get();
            QElapsedTimer clock;
            clock.start();
            while (panel.findings(run).empty() && clock.elapsed() < kTrainMs)
                settle();
            if (!panel.findings(run).empty())
                Q_EMIT panel.evidenceWanted(run, panel.findings(run).front(), 0);
            settle();
            save(window, "health");
        });
    }

    /// A TorchScript file: the trust question, its modules, and the editor behind it.
    void takeModel()
    {
        const QTemporaryDir folder; // nothing is trusted yet
        const QString path = folder.filePath("gpt-scripted.pt");
        if (!QFile::copy(m_data + "/torchscript/gpt-scripted.pt", path))
            return;
        MainWindow window;
        window.resize(m_size);
        window.show();
        QTimer user;
        QObject::connect(&user, &QTimer::timeout, &user, [&] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box || box->objectName() != "trustQuestion")
                return;
            user.stop();
            save(*box, "model-trust");
            for (QAbstractButton *button : box->buttons())
                if (box->buttonRole(button) == QMessageBox::AcceptRole)
                    button->click();
        });
        user.start(kSettleMs);
        if (!window.openFile(path))
            return;
        settle();
        auto *layers = window.findChild<app::ModelLayersDialog *>();
        save(*layers, "model-layers");
        layers->close();
        settle();
        save(window, "model-editor");
    }

    void takeTensors()
    {
        const QString path = m_folder + "/feature maps.lbrun";
        makeTensorRun(path);
        const auto tensors = [](MainWindow &window) { return window.currentPage()->tensors(); };
        take("feature-maps", path, [](MainWindow &) {});
        take("tensor-heat-map", path, [&](MainWindow &window) { tensors(window)->findChild<QComboBox *>("tensorLayer")->setCurrentIndex(1); });
        take("tensor-histogram", path, [&](MainWindow &window) { tensors(window)->chooseStyle(widgets::TensorView::Style::Histogram); });
        for (const auto &[name, task] : {std::pair("watch-attribute", widgets::WatcherDialog::Task::WatchAttribute),
                                         std::pair("record-tensors", widgets::WatcherDialog::Task::RecordTensors)})
            takeDialog(name, path, [task](MainWindow &window) {
                auto *dialog = new widgets::WatcherDialog(task, window.currentPage()->run()->info().layers, {}, &window);
                dialog->choose("norm1");
                return dialog;
            });
        QFile::remove(path);
    }

    void save(QWidget &widget, const QString &name)
    {
        const QString path = QStringLiteral("%1/%2-%3.png").arg(m_folder, name, m_suffix);
        widget.grab().save(path);
        QTextStream(stdout) << path << Qt::endl;
    }

    QString m_folder, m_data, m_sweep, m_sick, m_suffix;
    QSize m_size;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        QTextStream(stderr) << "take_screenshots FOLDER [DATA]\n";
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home;
    qputenv("XDG_DATA_HOME", home.path().toUtf8());
    qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
    QApplication application(argc, argv);
    QApplication::setOrganizationName("Lensboard");
    QApplication::setApplicationName("lensboard");
    std::setlocale(LC_NUMERIC, "C");
    app::installTranslations();
    QDir().mkpath(argv[1]);
    Photographer photographer(argv[1], argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "", argc > 4 ? argv[4] : "");
    const QFont font = QApplication::font();
    for (const auto &[name, theme] : {std::pair("light", app::Theme::Light), std::pair("dark", app::Theme::Dark)}) {
        app::Settings::setTheme(theme);
        app::applyTheme(theme);
        for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
            photographer.takeAll(QStringLiteral("%1-%2").arg(name).arg(size.width()), size);
            photographer.takeTraining();
        }
    }
    QFont large = font;
    large.setPointSizeF(1.5 * font.pointSizeF());
    QApplication::setFont(large);
    photographer.takeAll("dark-1920-large", {1920, 1080});
    QApplication::setFont(font);
    app::Settings::language.set("de");
    app::installTranslations();
    photographer.takeAll("dark-1280-german", {1280, 800});
}
