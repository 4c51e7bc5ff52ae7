#pragma once

#include "core/store/run.h"
#include "core/store/selection.h"
#include "widgets/board/board_navigation.h"
#include "widgets/board/board_visibility.h"
#include "widgets/board/refresh_queue.h"
#include "widgets/board/section_list.h"
#include "widgets/views/state/board_state.h"

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

/// Contents and styles of a board, sufficient to show it again on another board.
struct BoardContents
{
    struct Run
    {
        std::shared_ptr<const store::Run> run;
        QString name;
        RunStyle style = {};
    };
    std::vector<Run> runs;
    BoardStyle style;
    std::map<QString, TagStyle> tagStyles;
    std::set<QString> hiddenTags, hiddenLayers;
    std::optional<Stretch> chosen; ///< of the x axis
};

/// Runs as plots: a section per tag, with plots of its layers in the chosen view.
///
/// The refresh queue draws changed plots that are visible, and others when they become visible. Tags have a gap while their lens
/// was off.
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
    /// Adds a run in a colour of its own.
    void addRun(std::shared_ptr<const store::Run> run, const QString &name);
    void removeRun(std::size_t number);
    void setRunName(std::size_t number, const QString &name, const QString &path = {});
    /// Styles of all runs, in order.
    std::vector<RunStyle> runStyles() const;
    void setRunStyles(std::span<const RunStyle> styles);
    void setRunVisible(std::size_t number, bool visible);
    /// Marks the start of each finding in a run.
    void setFindings(std::size_t number, std::vector<FindingMark> findings);
    /// Reads new data of the runs.
    void follow();

    // ---- styles
    TagStyle tagStyle(const QString &tag) const;
    void setTagStyle(const QString &tag, const TagStyle &style);
    /// Like setTagStyle(), with undo.
    void chooseTagStyle(const QString &tag, const TagStyle &style);
    /// Gives all plots the styles of a new board. Can be undone.
    void resetStyles();
    /// Plots created so far, including plots in their own windows.
    std::vector<TagPlot *> madePlots() const;
    /// Shows the plot full-screen.
    void showAlone(const TagPlot &plot);
    /// Text shown while there is nothing to plot.
    void setPlaceholder(const QString &html);

    /// The shown part of the runs, independent of scrolling: visible tags, zoomed steps.
    store::Selection shown() const;
    BoardContents contents() const;
    /// Must be called on a board without runs.
    void setContents(const BoardContents &contents);

Q_SIGNALS:
    /// A run could not be read.
    void failed(const QString &message);
    void noticed(const QString &message);
    /// Runs were added or removed, or their styles changed.
    void runsChanged();
    void tagsChanged();
    /// All series known so far are invalid.
    void cleared();
    void tagStyleChanged(const QString &tag);
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
    std::map<QString, TagStyle> m_tagStyles;
    XAxis m_shownAxis = XAxis::Step;
    BoardVisibility m_visibility;
    BoardNavigation m_navigation;
    RefreshQueue m_refreshQueue;
};

} // namespace lensboard::widgets
