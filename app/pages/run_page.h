#pragma once

#include "app/pages/page.h"
#include "core/experiment/experiment.h"
#include "core/session/recorded_training.h"
#include "core/store/columns/run_store.h"

#include <QElapsedTimer>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lensboard::imports {
class RunFollower;
class RunSource;
} // namespace lensboard::imports

namespace lensboard::store {
class RunReplay;
struct NamedRun;
} // namespace lensboard::store

namespace lensboard::widgets {
class LayerModel;
class LayerPanel;
class LensView;
class MessageBar;
class BoardActions;
class PlotBoard;
class ReplayControls;
class RunControls;
class RunsPanel;
class TensorView;
} // namespace lensboard::widgets

namespace lensboard::app {

class RunWatchers;

/// One run with its plots, lenses and layers: a training in this process, a saved run, or one that another process
/// is writing.
///
/// What the run gained is taken up on a timer; all else follows the session's status.
class RunPage final : public Page
{
    Q_OBJECT

public:
    /// Shows a training, which prepares; start() starts it. One that goes on does so as soon as it can.
    explicit RunPage(std::unique_ptr<session::RecordedTraining> training, QWidget *parent = nullptr);
    /// Shows a run that was opened from \p path, and follows it.
    RunPage(std::unique_ptr<imports::RunSource> source, const QString &path, QWidget *parent = nullptr);
    /// Replays the run that \p title names.
    RunPage(std::unique_ptr<store::RunReplay> replay, const QString &title, QWidget *parent = nullptr);
    ~RunPage() override;

    QString title() const override;
    QString origin() const override;
    QString reopenPath() const override { return m_path; }
    void connectTo(RunTools &tools) override;
    bool mayClose() override;
    /// Stops and waits until the run file is closed.
    void finish() override;
    /// The runs on disk that it shows, its own first.
    std::vector<store::NamedRun> namedRuns() const;
    /// What these are called, in the same order.
    void setRunNames(const QStringList &names);
    /// The run file; empty before training started.
    QString path() const { return m_path; }
    const std::shared_ptr<const store::Run> &run() const { return m_run; }
    session::Session *session() const; ///< null for a saved run
    widgets::PlotBoard *board() const { return m_board; }
    widgets::BoardActions *boardActions() const { return m_boardActions; }
    widgets::RunsPanel *runsPanel() const { return m_runsPanel; }
    /// Lays a run that was opened from \p path over this one, and follows it.
    void overlay(std::unique_ptr<imports::RunSource> source, const QString &path);
    /// Whether the run at \p path is laid over this one.
    bool hasOverlaid(const QString &path) const;
    widgets::LayerPanel *layerPanel() const { return m_layerPanel; }
    widgets::TensorView *tensors() const { return m_tensors; }
    /// Shows the tensors beside the plots, or not; so will pages that are opened later.
    void setTensorsShown(bool shown);
    widgets::RunControls *controls() const { return m_controls; }
    widgets::ReplayControls *replayControls() const { return m_replay; } ///< null unless it is a replay
    /// Start or play, pause, step, stop: whichever this run has.
    QList<QAction *> controlActions() const;

    /// Into the run, and into its file.
    /// Errors: std::exception that says what is wrong with it, or why the file cannot be written.
    void setLabel(const record::RunLabel &label);
    void start();
    /// Writes the checkpoint of a training that goes on; the page's strip tells when it is done.
    void saveCheckpoint();
    /// Writes the model as it is now, also when the training is over; the strip tells what came of it.
    void saveModel(const QString &path);
    /// Steps were taken and the end is not reached.
    bool isTraining() const;
    /// It trains here, or another process records it.
    bool isBeingRecorded() const;
    /// Its training is prepared and not over: more can be watched.
    bool canWatch() const;
    /// Asks what else is to be watched, \p layer chosen at first, unless it is empty.
    void watchAttribute(const QString &layer = {});
    void recordTensors();
    /// Waits until the file of a training that is over is closed, if it can be written.
    void closeFile();
    /// Ticks are in memory that are not in the file: there is none, or it could not be written.
    bool hasUnsavedTicks() const;
    /// \p message in the page's strip.
    void warn(const QString &message);

Q_SIGNALS:
    /// The training began, paused or ended.
    void stateChanged();
    /// The user wants one more run on the plots.
    void overlayRequested();
    /// How these runs of the board differ, by their numbers.
    void differencesRequested(const QList<std::size_t> &runs);

private:
    RunPage(std::shared_ptr<const store::Run> run, QWidget *parent);
    void connectControls();
    void buildPanels();
    QWidget *buildLensPanel();
    void buildTensorView();
    void dropTakenOff();
    void follow();
    void takeChanges();
    void forget();
    void fillTrees();
    void tell(const record::RunEvent &event);
    void beginRecording();
    void showSession();
    void showInfo();

    std::shared_ptr<const store::Run> m_run;
    store::RunCursor m_cursor;
    record::RunInfo m_info;
    QString m_path;
    QString m_name; ///< among the runs of the window; empty until it was told
    widgets::LayerModel *m_layers;
    widgets::LayerPanel *m_layerPanel = nullptr;
    widgets::MessageBar *m_messages;
    widgets::PlotBoard *m_board;
    RunWatchers *m_watchers;
    widgets::BoardActions *m_boardActions;
    widgets::RunsPanel *m_runsPanel = nullptr;
    widgets::TensorView *m_tensors = nullptr;
    QWidget *m_watchButtons = nullptr;
    widgets::RunControls *m_controls;
    widgets::ReplayControls *m_replay = nullptr;
    QString m_replayTitle;
    QTimer m_follow;
    QElapsedTimer m_sinceShown;
    session::State m_shownState = session::State::Preparing;
    std::unique_ptr<imports::RunFollower> m_follower; ///< of a run that is not trained here
    struct Overlaid
    {
        std::shared_ptr<const store::Run> run;
        std::unique_ptr<imports::RunFollower> follower;
        QString path;
        store::RunCursor cursor = {}; ///< its name was taken up to here
    };
    std::vector<Overlaid> m_overlaid;
    bool m_startsWhenReady = false;
    std::unique_ptr<session::RecordedTraining> m_training; ///< null if it is not trained here
};

} // namespace lensboard::app
