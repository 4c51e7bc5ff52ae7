#pragma once

#include "app/pages/page.h"
#include "app/pages/run_feed.h"

#include <QTimer>

#include <memory>
#include <vector>

class QTabWidget;

namespace lensboard::runs {
class RunFollower;
class RunSource;
} // namespace lensboard::imports

namespace lensboard::store {
struct NamedRun;
}

namespace lensboard::widgets {
class LayerModel;
class LayerPanel;
class MessageBar;
class BoardActions;
class PlotBoard;
class ReplayControls;
class RunControls;
class RunsPanel;
class TensorView;
class MediaView;
} // namespace lensboard::widgets

namespace lensboard::app {

class OpenRuns;
class RunHealth;
class RunReading;
class RunWatchers;

/// Page of one run with its plots, lenses and layers, from any source.
///
/// A timer shows the new data of the run and its feed.
class RunPage final : public Page
{
    Q_OBJECT

public:
    explicit RunPage(std::unique_ptr<RunFeed> feed, QWidget *parent = nullptr);
    ~RunPage() override;

    /// Name of the page's own run.
    QString title() const override;
    /// Title with the number of overlaid runs.
    QString tabTitle() const override;
    bool isOverlay() const { return !m_overlaid.empty(); }
    QString origin() const override;
    PageState state() const override { return m_feed->state(); }
    QString reopenPath() const override { return path(); }
    void connectTo(RunTools &tools) override;
    bool mayClose() override;
    void finish() override;
    RunFeed &feed() const { return *m_feed; }
    /// Returns the open runs of all windows; null before the page is in a window.
    const std::shared_ptr<OpenRuns> &openRuns() const { return m_openRuns; }
    /// Returns the shown runs that are on disk, the page's own first.
    std::vector<store::NamedRun> namedRuns() const;
    /// Sets the names of the runs in namedRuns(), in equal order.
    void setRunNames(const QStringList &names);
    /// The run file; empty before training starts.
    QString path() const { return m_feed->path(); }
    const std::shared_ptr<const store::Run> &run() const { return m_run; }
    session::Session *session() const { return m_feed->session(); } ///< null unless it trains in this process
    RunWatchers &watchers() const { return *m_watchers; }
    widgets::PlotBoard *board() const { return m_board; }
    widgets::BoardActions *boardActions() const { return m_boardActions; }
    widgets::RunsPanel *runsPanel() const { return m_runsPanel; }
    /// Overlays a run opened from \p path, and follows it.
    void overlay(std::unique_ptr<runs::RunSource> source, const QString &path);
    /// Returns true if the run at \p path is overlaid on this one.
    bool hasOverlaid(const QString &path) const;
    widgets::LayerPanel *layerPanel() const { return m_layerPanel; }
    RunReading *reading() const { return m_reading; }
    RunHealth *health() const { return m_health; }
    /// Shows the health panel.
    void showHealth();
    widgets::TensorView *tensors() const { return m_tensors; }
    widgets::MediaView *media() const { return m_media; } ///< null if the run has no media
    /// Shows or hides the tensors beside the plots, also for pages opened later.
    void setTensorsShown(bool shown);
    widgets::RunControls *controls() const;          ///< null for a replay
    widgets::ReplayControls *replayControls() const; ///< null unless the page is a replay
    /// Shows \p message over the plots.
    void warn(const QString &message);
    /// Shows \p message without a warning sign. Offers to open the folder of \p file unless empty.
    void notice(const QString &message, const QString &file = {});

Q_SIGNALS:
    /// The user wants to overlay another run.
    void overlayRequested();
    /// A run was overlaid.
    void overlaid();
    /// The user wants the differences of these runs; numbers index the board's runs.
    void differencesRequested(const QList<std::size_t> &runs);

private:
    void connectFeed();
    void buildPanels();
    void buildTensorView();
    void followMedia();
    void buildHealth();
    void showFindings();
    void dropTakenOff();
    void follow();
    void takeChanges();
    void forget();
    void fillTrees();
    void report(const record::RunEvent &event);
    void showState();

    std::shared_ptr<const store::Run> m_run;
    store::RunCursor m_cursor;
    record::RunInfo m_info;
    QString m_name; ///< unique in the window; empty until known
    widgets::LayerModel *m_layers;
    widgets::LayerPanel *m_layerPanel = nullptr;
    widgets::PlotBoard *m_board;
    widgets::MessageBar *m_messages;
    RunWatchers *m_watchers;
    widgets::BoardActions *m_boardActions;
    widgets::RunsPanel *m_runsPanel = nullptr;
    RunHealth *m_health = nullptr;
    QTabWidget *m_tabs = nullptr;
    widgets::TensorView *m_tensors = nullptr;
    QTabWidget *m_views = nullptr; ///< plots and media
    widgets::MediaView *m_media = nullptr; ///< null until the run has media
    QWidget *m_controls = nullptr;
    RunReading *m_reading = nullptr;
    QTimer m_follow;
    struct Overlaid
    {
        std::shared_ptr<const store::Run> run;
        std::unique_ptr<runs::RunFollower> follower;
        QString path;
        store::RunCursor cursor = {}; ///< the name was read up to this position
    };
    std::vector<Overlaid> m_overlaid;
    std::shared_ptr<OpenRuns> m_openRuns; ///< null before the page is in a window
    std::unique_ptr<RunFeed> m_feed; ///< destroyed first, because it ends a training
};

} // namespace lensboard::app
