#pragma once

#include "core/store/run.h"
#include "core/store/selection.h"
#include "widgets/plots/board_navigation.h"
#include "widgets/plots/board_state.h"
#include "widgets/plots/board_visibility.h"
#include "widgets/plots/refresh_queue.h"
#include "widgets/plots/section_list.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QLabel;
class QStackedLayout;

namespace lensboard::widgets {

class NoTimesNotice;
class PlotWindow;
class TagPlot;

/// Contents and looks of a board: enough to show the same on another board.
struct BoardContents
{
    struct Run
    {
        std::shared_ptr<const store::Run> run;
        QString name;
        RunLook look = {};
    };
    std::vector<Run> runs;
    BoardLook look;
    std::map<QString, TagLook> tagLooks;
    std::set<QString> hiddenTags, hiddenLayers;
    std::optional<Stretch> chosen; ///< of the x axis
};

/// Runs as plots: a section per tag, in it plots of the layers, in the view that was chosen.
///
/// Plots that changed and are on view are drawn by the refresh queue; the others when they come into view. While a lens was off
/// its tags have a gap.
/// Thread: the window's.
class PlotBoard : public QWidget
{
    Q_OBJECT

public:
    explicit PlotBoard(QWidget *parent = nullptr);
    ~PlotBoard() override;

    /// The state shared by all plots.
    BoardState &state() { return m_state; }
    SectionList &sections() const { return *m_sections; }
    BoardNavigation &navigation() { return m_navigation; }
    BoardVisibility &visibility() { return m_visibility; }
    RefreshQueue &refreshQueue() { return m_refreshQueue; }

    // ---- runs
    /// Shows one more run, in a colour that no other has.
    void addRun(std::shared_ptr<const store::Run> run, const QString &name);
    void removeRun(std::size_t number);
    void setRunName(std::size_t number, const QString &name, const QString &path = {});
    /// Looks of all runs, in their order.
    std::vector<RunLook> runLooks() const;
    void setRunLooks(std::span<const RunLook> looks);
    void setRunVisible(std::size_t number, bool visible);
    /// Marks since when rules found something in a run.
    void setFindings(std::size_t number, std::vector<FindingMark> findings);
    /// Reads new data of the runs.
    void follow();

    // ---- how they are shown
    TagLook tagLook(const QString &tag) const;
    void setTagLook(const QString &tag, const TagLook &look);
    /// The same, so that it can be taken back.
    void chooseTagLook(const QString &tag, const TagLook &look);
    /// Gives all plots the looks of a new board. Can be undone.
    void resetLooks();
    /// Plots that have been on view, also in windows of their own.
    std::vector<TagPlot *> madePlots() const;
    /// The plot alone, on the whole screen.
    void showAlone(const TagPlot &plot);
    /// Text shown while there is nothing to plot.
    void setPlaceholder(const QString &html);

    /// The part of the runs that is shown, wherever the page is scrolled to: tags that are not hidden, steps zoomed to.
    store::Selection shown() const;
    BoardContents contents() const;
    /// On a board that has no runs yet.
    void setContents(const BoardContents &contents);

Q_SIGNALS:
    /// A run could not be read.
    void failed(const QString &message);
    void noticed(const QString &message);
    /// There are more runs, or fewer, or they look otherwise.
    void runsChanged();
    void tagsChanged();
    /// All that was known of series is void.
    void cleared();
    void tagLookChanged(const QString &tag);
    void menuRequested(const QPoint &globalPosition);

private:
    bool take(ShownRun &run, const store::RunChanges &changes);
    void takeTag(ShownRun &run, std::uint32_t tag, const record::TagSpec &spec);
    void addSection(const record::TagSpec &tag);
    void adopt(TagPlot *plot);
    void clear();
    void redraw();
    void choosePage();
    void reportRunsWithoutTimes();
    void highlightPointed();
    void updateLegends();
    /// Visible plots, beginning with the plot under the mouse.
    std::vector<TagPlot *> plotsOnView() const;
    QList<PlotWindow *> windows() const;

    BoardState m_state;
    QLabel *m_placeholder;
    NoTimesNotice *m_noTimes;
    SectionList *m_sections;
    QStackedLayout *m_stack;
    std::map<QString, TagLook> m_tagLooks;
    XAxis m_shownAxis = XAxis::Step;
    BoardVisibility m_visibility;
    BoardNavigation m_navigation;
    RefreshQueue m_refreshQueue;
};

} // namespace lensboard::widgets
