#pragma once

#include "core/store/run.h"
#include "core/store/selection.h"

#include <QScrollArea>
#include <QTimer>

#include <map>
#include <memory>
#include <vector>

class QCPPainter;
class QCPRange;
class QGridLayout;
class QLabel;
class QStackedLayout;

namespace lensboard::widgets {

class TagPlot;
class TagSection;

/// A run as plots: a section per tag, in it one large plot or one small plot a layer.
///
/// Plots that changed and are on view are drawn a few at a time, so that the event loop is never held for long;
/// the others when they come into view. While a lens was off its tags have a gap.
/// Thread: the window's.
class PlotBoard final : public QWidget
{
    Q_OBJECT

public:
    explicit PlotBoard(std::shared_ptr<const store::Run> run, QWidget *parent = nullptr);
    ~PlotBoard() override;

    /// Takes up what the run gained.
    void take(const store::RunChanges &changes);

    void setTagVisible(const QString &tag, bool visible);
    /// What is shown while there is nothing to plot.
    void setPlaceholder(const QString &html);
    /// All plots of a tag, in the order of layers, on view or not.
    std::vector<TagPlot *> plots(const QString &tag) const;
    std::vector<TagPlot *> plots() const;

    void resetZoom();

    /// The part of the run that is shown, wherever the page is scrolled to: tags that are not hidden, steps zoomed to.
    store::Selection shown() const;
    void setShown(const store::Selection &part);
    bool isEmpty() const { return visibleSections().empty(); }

    // ---- for pictures, of a board that is not on view
    struct Page
    {
        int top = 0, bottom = 0; ///< a stretch of the board
        QString continued;       ///< the tag that it begins within, if any
    };

    /// Lays out and draws all that is shown. Gives the size of the page.
    /// Errors: store::RunFileError.
    QSize layOut(int width);
    /// The board in stretches of at most \p height that cut no plot in two and, where it can be, no tag.
    std::vector<Page> pages(int height) const;
    /// What lies between \p top and \p bottom.
    void paint(QCPPainter &painter, int top, int bottom);

Q_SIGNALS:
    /// The run could not be read.
    void failed(const QString &message);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void clear();
    TagSection &sectionOf(std::uint32_t tag, const record::TagSpec &spec);
    void showSteps(const QCPRange &range);
    void takeEvent(const record::RunEvent &event);
    std::vector<TagPlot *> madePlots() const;
    std::vector<TagSection *> visibleSections() const;
    void arrange(int width);
    void refreshSome();
    void schedule();

    std::shared_ptr<const store::Run> m_run;
    QLabel *m_placeholder;
    QScrollArea *m_scroll;
    QWidget *m_page;
    QGridLayout *m_sections;
    QStackedLayout *m_stack;
    std::vector<TagSection *> m_byTag; ///< in the order of the run's tags
    std::pair<double, double> m_chosenX = {0, 0}; ///< by hand; empty: everything
    std::uint32_t m_seriesCount = 0;
    QTimer m_refresh;
    std::size_t m_nextPlot = 0; ///< where refreshSome() goes on
};

} // namespace lensboard::widgets
