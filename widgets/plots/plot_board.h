#pragma once

#include "core/visualizer/visualizer.h"

#include <QImage>
#include <QScrollArea>
#include <QTimer>

#include <map>
#include <vector>

class QGridLayout;
class QLabel;
class QStackedLayout;

namespace lensboard::widgets {

class TagPlot;
class TagSection;

/// The visualizer that draws: a section per tag, in it one large plot or one small plot a layer.
///
/// Plots that changed and are on view are drawn a few at a time, so that the event loop is never held for long;
/// the others when they come into view. A tag that was not measured for some ticks has a gap there.
/// Thread: the window's.
class PlotBoard final : public QWidget, public visualizer::Visualizer
{
    Q_OBJECT

public:
    explicit PlotBoard(QWidget *parent = nullptr);
    ~PlotBoard() override;

    void registerTag(const record::TagSpec &tag) override;
    void plotNumerical(const record::TickStamp &, const std::string &tag, const visualizer::Readings &) override;
    void plotProbabilities(const record::TickStamp &, const std::string &tag, const visualizer::Readings &) override;
    void plotRelations(const record::TickStamp &, const std::string &tag, const visualizer::Readings &) override;
    void endTick(const record::TickStamp &stamp) override;

    void setTagVisible(const QString &tag, bool visible);
    /// What is shown while there is nothing to plot.
    void setPlaceholder(const QString &html);
    /// Everything there is, on one picture \p width wide, however little of it is on view.
    QImage picture(int width);
    /// All plots of a tag, in the order of layers.
    std::vector<TagPlot *> plots(const QString &tag) const;
    std::vector<TagPlot *> plots() const;

    void resetZoom();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void plot(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &readings);
    TagPlot *addPlot(TagSection &section, const QString &layer);
    void arrange(int width);
    void refreshSome();
    void schedule();

    QLabel *m_placeholder;
    QScrollArea *m_scroll;
    QWidget *m_page;
    QGridLayout *m_sections;
    QStackedLayout *m_stack;
    std::map<std::string, TagSection *> m_byTag;
    std::vector<TagSection *> m_inOrder;
    QTimer m_refresh;
    std::size_t m_nextPlot = 0; ///< where refreshSome() goes on
    qint64 m_frame = 0;
};

} // namespace lensboard::widgets
