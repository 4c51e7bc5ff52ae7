// Soak test of the window: a training with lenses switched at random each second, a followed training of another process, and a run replayed in a
// loop, all plotted and zoomed. Prints the process's resources once per minute, and the share of the training's values that are also on disk, at most
// 256 MB. Finally compares the shown values with the recorded values.
// bench_soak [minutes]

#include "app/pages/followed_feed.h"
#include "app/pages/replay_feed.h"
#include "app/pages/run_page.h"
#include "app/pages/training_feed.h"
#include "core/runs/run_source.h"
#include "core/session/engine_loader.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_file.h"
#include "tests/support/made_run.h"
#include "widgets/board/plot_board.h"
#include "widgets/views/tag_plot.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include <unistd.h>

using namespace lensboard;
namespace fs = std::filesystem;

namespace {

constexpr int kOtherEpochs = 2000; ///< of a followed training, before another one starts
constexpr std::size_t kReplayed = 3000; ///< ticks

experiment::Json example(int seed)
{
    experiment::Json json = experiment::readJsonFile(LENSBOARD_SOURCE_DIR "/resources/experiments/spirals-mlp.json");
    json["seed"] = seed;
    json["threads"] = 1;
    json["epochs"] = 100'000'000;
    json["tick"] = {{"unit", "steps"}, {"every", 20}};
    return json;
}

/// Resources held by the process.
struct Holdings
{
    double megabytes = 0;
    std::size_t threads = 0, files = 0;
};

Holdings holdings()
{
    const auto count = [](const char *folder) {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    };
    std::ifstream statm("/proc/self/statm");
    std::size_t pages = 0;
    statm >> pages >> pages;
    return {static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6, count("/proc/self/task"), count("/proc/self/fd")};
}

/// Starts a training in its own process.
std::unique_ptr<QProcess> startOther(const QString &folder, int number)
{
    const QString path = folder + QString("/other%1").arg(number);
    experiment::Json json = example(number);
    json["epochs"] = kOtherEpochs;
    std::ofstream((path + ".json").toStdString()) << json.dump();
    auto process = std::make_unique<QProcess>();
    process->setStandardOutputFile(QProcess::nullDevice());
    process->start(QCoreApplication::applicationDirPath() + "/lensboard", {"train", path + ".json", "--out", path + ".lbrun"});
    process->waitForStarted();
    return process;
}

class Soak
{
public:
    explicit Soak(double minutes)
        : m_seconds(60 * minutes), m_training(std::make_unique<app::TrainingFeed>(std::make_unique<session::RecordedTraining>(
                                       experiment::Experiment::fromJson(example(1)), session::TrainingStart(),
                                       session::Session::Priority::BelowWindow)))
    {
        m_training.resize(1280, 800);
        m_training.show();
        m_training.feed().start();
        each(1000, [this] { toggle(); });
        each(300, [this] { zoom(); });
        each(5000, [this] { followAnother(); });
        each(5000, [this] { replayAnew(); });
        each(60'000, [this] { report(); });
        std::printf("%8s %8s %8s %8s %8s %10s %10s\n", "minute", "MB", "of cache", "threads", "files", "ticks", "switched");
    }

    /// Returns true if all checks passed.
    bool run()
    {
        QTimer::singleShot(static_cast<int>(1000 * m_seconds), &m_loop, &QEventLoop::quit);
        m_loop.exec();
        for (const auto &timer : m_timers)
            timer->stop();
        if (m_process) {
            m_process->kill();
            m_process->waitForFinished();
        }
        report();
        const std::string path = m_training.path().toStdString();
        m_training.finish();
        const bool isSame = isWhole(*m_training.feed().run(), store::RunFile(path));
        std::printf("%zu trainings followed, %zu of them compared; %zu replays\n", m_followed, m_compared, m_replays);
        return isSame && m_isSound;
    }

private:
    template <typename Do>
    void each(int milliseconds, const Do &todo)
    {
        m_timers.push_back(std::make_unique<QTimer>());
        QObject::connect(m_timers.back().get(), &QTimer::timeout, m_timers.back().get(), todo);
        m_timers.back()->start(milliseconds);
    }

    void toggle()
    {
        session::Session *session = m_training.session();
        const auto all = session->status().watchers->all();
        if (all.empty())
            return;
        const experiment::KindSettings &lens = all[m_random() % all.size()];
        session->control()->send({session::Command::Kind::Watcher, 0, experiment::WatcherChange::switched(lens.name(), !experiment::isOn(lens))});
        ++m_switched;
    }

    void zoom()
    {
        for (app::RunPage *page : {&m_training, m_other.get(), m_replay.get()}) {
            if (!page || !page->board() || page->board()->sections().plots().empty())
                continue;
            const double last = static_cast<double>(20 * page->feed().run()->frameCount());
            const double from = last * std::uniform_real_distribution(0.0, 0.9)(m_random);
            page->board()->sections().plots().front()->choose(widgets::Stretch{from, from + (last - from) * 0.5 + 20});
        }
    }

    /// Compares the ended run with its file.
    void followAnother()
    {
        if (m_process && m_process->state() != QProcess::NotRunning)
            return openOther();
        if (m_other) {
            ++m_compared;
            m_isSound = isWhole(*m_other->feed().run(), store::RunFile(m_otherPath.toStdString())) && m_isSound;
            m_other->finish();
            m_other.reset();
            QFile::remove(m_otherPath);
        }
        m_process = startOther(m_folder.path(), static_cast<int>(++m_followed));
        m_otherPath = m_folder.filePath(QString("other%1.lbrun").arg(m_followed));
    }

    void openOther()
    {
        if (m_other || !QFile::exists(m_otherPath))
            return;
        try {
            imports::ReadProgress progress;
            m_other = std::make_unique<app::RunPage>(
                std::make_unique<app::FollowedFeed>(runs::openRun(m_otherPath.toStdString(), progress), m_otherPath));
            m_other->resize(1280, 800);
            m_other->show();
        } catch (const std::exception &) { // just started
        }
    }

    void replayAnew()
    {
        if (m_replay && m_replay->feed().run()->frameCount() < kReplayed)
            return;
        m_replay.reset();
        const auto run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*run, 20);
        for (std::size_t i = 0; i < kReplayed; ++i)
            run->commit(test::madeFrame(i, 20));
        auto replay = std::make_unique<store::RunReplay>(run);
        replay->setPace({store::ReplayPace::Unit::TicksPerSecond, 100});
        replay->play();
        m_replay = std::make_unique<app::RunPage>(std::make_unique<app::ReplayFeed>(std::move(replay), "made"));
        m_replay->resize(1280, 800);
        m_replay->show();
        ++m_replays;
    }

    bool isWhole(const store::Run &shown, const store::RunFile &file)
    {
        const std::size_t count = shown.frameCount();
        bool isSame = count == file.frameCount() && count > 0;
        for (std::size_t first = 0; isSame && first < count; first += 1000) {
            const auto frames = shown.frames(first, first + 1000), recorded = file.frames(first, first + 1000);
            isSame = std::ranges::equal(frames, recorded, [](const auto &a, const auto &b) { return test::same(a, b); });
        }
        if (!isSame)
            std::printf("%s: %zu ticks shown, %zu recorded, not the same\n", file.path().c_str(), count, file.frameCount());
        return isSame;
    }

    void report()
    {
        const Holdings now = holdings();
        const auto run = m_training.feed().run();
        const auto *store = dynamic_cast<const store::RunStore *>(run.get());
        std::printf("%8.1f %8.0f %8.0f %8zu %8zu %10zu %10zu\n", static_cast<double>(m_clock.elapsed()) / 60'000, now.megabytes,
                    store ? static_cast<double>(store->keptBytes()) / 1e6 : 0, now.threads, now.files, run->frameCount(), m_switched);
        std::fflush(stdout);
    }

    double m_seconds;
    QTemporaryDir m_folder;
    QElapsedTimer m_clock = [] {
        QElapsedTimer clock;
        clock.start();
        return clock;
    }();
    QEventLoop m_loop;
    std::mt19937 m_random{1};
    std::unique_ptr<QProcess> m_process;
    QString m_otherPath;
    app::RunPage m_training;
    std::unique_ptr<app::RunPage> m_other, m_replay;
    std::size_t m_switched = 0, m_followed = 0, m_compared = 0, m_replays = 0;
    bool m_isSound = true;
    std::vector<std::unique_ptr<QTimer>> m_timers; ///< destroyed before the objects they use
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", qgetenv("QT_QPA_PLATFORM").isEmpty() ? "offscreen" : qgetenv("QT_QPA_PLATFORM"));
    const QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    QApplication application(argc, argv);
    Soak soak(argc > 1 ? std::atof(argv[1]) : 120);
    const bool isSound = soak.run();
    std::printf(isSound ? "what was shown is what was recorded\n" : "something is wrong\n");
    return isSound ? 0 : 1;
}
