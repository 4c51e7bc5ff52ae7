#pragma once

#include "core/store/run.h"
#include "core/store/selection.h"
#include "widgets/plots/board_state.h"
#include "widgets/plots/reading.h"

#include <QPointer>
#include <QScrollArea>
#include <QTimer>
#include <QUndoStack>

#include <functional>
#include <map>
#include <memory>
#include <vector>

class QCPPainter;
class QGridLayout;
class QLabel;
class QStackedLayout;

namespace lensboard::widgets {

class TagPlot;
class TagSection;
class WheelGlide;

/// All that says what a board shows, and how: enough to show the same on another board.
struct BoardContents
{
    struct Run
    {
        std::shared_ptr<const store::Run> run;
        QString name;
        int colour = 0;
        bool isVisible = true;
    };
    std::vector<Run> runs;
    BoardLook look;
    std::map<QString, TagLook> tagLooks;
    std::set<QString> hiddenTags, hiddenLayers;
    std::optional<Stretch> chosen; ///< of the x axis
};

/// Runs as plots: a section per tag, in it plots of the layers, in the view that was chosen.
///
/// Plots that changed and are on view are drawn a few at a time, so that the event loop is never held for long;
/// the others when they come into view. While a lens was off its tags have a gap.
/// Thread: the window's.
class PlotBoard : public QWidget
{
    Q_OBJECT

public:
    explicit PlotBoard(QWidget *parent = nullptr);
    ~PlotBoard() override;

    // ---- runs
    /// Shows one more run, in a colour that no other has.
    void addRun(std::shared_ptr<const store::Run> run, const QString &name);
    void removeRun(std::size_t number);
    void setRunVisible(std::size_t number, bool visible);
    void setRunName(std::size_t number, const QString &name);
    void setRunColour(std::size_t number, int colour);
    /// Takes up what the runs gained.
    void follow();

    BoardState &state() { return m_state; }
    const BoardState &state() const { return m_state; }
    QUndoStack &undo() { return m_undo; }

    // ---- tags
    QStringList tags() const;
    TagLook tagLook(const QString &tag) const;
    void setTagLook(const QString &tag, const TagLook &look);
    const TagSection *section(const QString &tag) const;
    /// What \p tag is called in the window's language.
    QString shownName(const QString &tag) const;
    /// Of the plot that the mouse was over last, or that was chosen.
    QString currentTag() const { return m_currentTag; }
    /// What is done to a tag is done to this one, until the mouse is over a plot of another.
    void setCurrentTag(const QString &tag);
    TagPlot *currentPlot() const;
    /// Can be undone, as can hiding layers.
    void setTagVisible(const QString &tag, bool visible);
    bool isTagVisible(const QString &tag) const;
    void setHiddenLayers(const std::set<QString> &layers);
    /// All plots of a tag, in the order in which they are shown, on view or not.
    std::vector<TagPlot *> plots(const QString &tag) const;
    std::vector<TagPlot *> plots() const;

    /// What is shown while there is nothing to plot.
    void setPlaceholder(const QString &html);

    // ---- going about
    void resetZoom();
    /// About the middle, as if by hand, by a factor below 1 to show less.
    void zoom(double factor);
    void pan(double share);
    /// Keeps cursor A or B where the mouse is; at the newest tick if it is over no plot.
    void pinCursor(std::size_t which);
    /// Whether there is more of a live run than is seen.
    bool isBehind() const;
    /// Goes on with what is new, as wide as what is seen now.
    void setFollowing(bool following);
    /// Scrolls to the plot of the layer whose values ceased to be finite first. False if all are finite.
    bool goToFirstNonFinite();
    /// Scrolls to the first plot of \p layer, of the tag looked at last if that has one.
    void goToLayer(const QString &layer);
    void scrollTo(const TagPlot &plot);
    bool isOnView(const TagPlot &plot) const; ///< or a part of it
    /// Of the lines of a tag that are shown.
    std::vector<Reading> readings(const QString &tag, double x) const;
    /// The plot alone, on the whole screen.
    void showAlone(const TagPlot &plot);

    /// The part of the runs that is shown, wherever the page is scrolled to: tags that are not hidden, steps zoomed to.
    store::Selection shown() const;
    BoardContents contents() const;
    /// On a board that has no runs yet.
    void setContents(const BoardContents &contents);
    bool isEmpty() const { return visibleSections().empty(); }

    // ---- for pictures, of a board that is not on view
    struct Page
    {
        int top = 0, bottom = 0; ///< a stretch of the board
        QString continued;       ///< the tag that it begins within, if any
    };

    /// How many plots it has, on view or not.
    std::size_t plotCount() const;
    /// Lays out and draws all that is shown. Gives the size of the page.
    /// Errors: store::RunFileError; what \p beforePlot throws.
    QSize layOut(int width, const std::function<void()> &beforePlot = [] {});
    /// The board in stretches of at most \p height that cut no plot in two and, where it can be, no tag.
    std::vector<Page> pages(int height) const;
    /// What lies between \p top and \p bottom.
    /// Errors: what \p beforePlot throws.
    void paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot);

Q_SIGNALS:
    /// A run could not be read.
    void failed(const QString &message);
    /// There are more runs, or fewer, or they look otherwise.
    void runsChanged();
    void tagsChanged();
    /// All that was known of series is void.
    void cleared();
    void tagVisibilityChanged(const QString &tag, bool visible);
    void tagLookChanged(const QString &tag);
    void currentChanged();
    /// More was measured, or less is seen of it.
    void behindChanged();
    void menuRequested(const QPoint &globalPosition);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool take(ShownRun &run, const store::RunChanges &changes);
    void clear();
    TagSection &sectionOf(ShownRun &run, std::uint32_t tag, const record::TagSpec &spec);
    void adopt(TagPlot *plot);
    void setCurrent(TagPlot *plot);
    void rearrange();
    void keepUp();
    std::optional<double> newest() const;
    void showTag(const QString &tag, bool visible);
    std::vector<TagPlot *> madePlots() const;
    std::vector<TagSection *> visibleSections() const;
    TagSection *sectionCalled(const QString &tag) const;
    void arrange(int width);
    void arrange(int width, double stretch);
    void refreshSome();
    void schedule();
    void pointAnew();

    BoardState m_state;
    QUndoStack m_undo;
    QLabel *m_placeholder;
    QScrollArea *m_scroll;
    WheelGlide *m_glide;
    QWidget *m_page;
    QGridLayout *m_sections;
    QStackedLayout *m_stack;
    std::vector<TagSection *> m_byTag; ///< in the order in which they came
    std::map<QString, TagLook> m_tagLooks;
    std::set<QString> m_hiddenTags;
    QString m_currentTag;
    QPointer<TagPlot> m_currentPlot;
    std::vector<QPointer<TagPlot>> m_alone; ///< in windows of their own
    QTimer m_refresh;
    std::size_t m_nextPlot = 0; ///< where refreshSome() goes on
};

} // namespace lensboard::widgets
