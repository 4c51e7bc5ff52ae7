#pragma once

#include "app/pages/page.h"
#include "app/pages/run_feed.h"

#include <QTimer>

#include <memory>
#include <vector>

class QTabWidget;

namespace lensboard::imports {
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
} // namespace lensboard::widgets

namespace lensboard::app {

class RunHealth;
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

    /// Name of its own run.
    QString title() const override;
    /// With the number of the other runs on the plots.
    QString tabTitle() const override;
    bool isOverlay() const { return !m_overlaid.empty(); }
    QString origin() const override;
    PageState state() const override { return m_feed->state(); }
    QString reopenPath() const override { return path(); }
    void connectTo(RunTools &tools) override;
    bool mayClose() override;
    void finish() override;
    RunFeed &feed() const { return *m_feed; }
    /// The runs on disk that it shows, its own first.
    std::vector<store::NamedRun> namedRuns() const;
    /// Sets the names of these runs, in the same order.
    void setRunNames(const QStringList &names);
    /// The run file; empty before training started.
    QString path() const { return m_feed->path(); }
    const std::shared_ptr<const store::Run> &run() const { return m_run; }
    session::Session *session() const { return m_feed->session(); } ///< null unless it is trained here
    RunWatchers &watchers() const { return *m_watchers; }
    widgets::PlotBoard *board() const { return m_board; }
    widgets::BoardActions *boardActions() const { return m_boardActions; }
    widgets::RunsPanel *runsPanel() const { return m_runsPanel; }
    /// Lays a run that was opened from \p path over this one, and follows it.
    void overlay(std::unique_ptr<imports::RunSource> source, const QString &path);
    /// Returns true if the run at \p path is laid over this one.
    bool hasOverlaid(const QString &path) const;
    widgets::LayerPanel *layerPanel() const { return m_layerPanel; }
    RunHealth *health() const { return m_health; }
    /// Shows the findings.
    void showHealth();
    widgets::TensorView *tensors() const { return m_tensors; }
    /// Shows the tensors beside the plots, or not; so will pages that are opened later.
    void setTensorsShown(bool shown);
    widgets::RunControls *controls() const;          ///< null if it is a replay
    widgets::ReplayControls *replayControls() const; ///< null unless it is a replay
    /// Shows \p message over the plots.
    void warn(const QString &message);
    /// The same for a message that is no warning. Offers the folder of \p file, if one was written.
    void notice(const QString &message, const QString &file = {});

Q_SIGNALS:
    /// The user wants one more run on the plots.
    void overlayRequested();
    /// A run was laid over this one.
    void overlaid();
    /// How these runs of the board differ, by their numbers.
    void differencesRequested(const QList<std::size_t> &runs);

private:
    void connectFeed();
    void buildPanels();
    void buildTensorView();
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
    QString m_name; ///< among the runs of the window; empty until it is known
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
    QWidget *m_controls = nullptr;
    QTimer m_follow;
    struct Overlaid
    {
        std::shared_ptr<const store::Run> run;
        std::unique_ptr<imports::RunFollower> follower;
        QString path;
        store::RunCursor cursor = {}; ///< its name was read up to here
    };
    std::vector<Overlaid> m_overlaid;
    std::unique_ptr<RunFeed> m_feed; ///< goes first: a training ends
};

} // namespace lensboard::app
