#pragma once

#include "widgets/board/tag_legend.h"
#include "widgets/sibling_names.h"
#include "widgets/views/norm_scale.h"
#include "widgets/views/series_colours.h"
#include "widgets/views/state/board_state.h"
#include "widgets/views/state/reading.h"
#include "widgets/views/tag_places.h"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QCPPainter;

namespace lensboard::widgets {

class PlotGrid;
class TagHeader;
class TagPlot;

/// The plots of one tag below a heading with their legend, in as many columns as fit.
class TagSection final : public QWidget
{
    Q_OBJECT

public:
    TagSection(BoardState &board, const record::TagSpec &tag, QWidget *parent = nullptr);

    /// The tag, logarithmic if it is a norm and its values span decades.
    const record::TagSpec &tag() const { return m_tag; }
    void setTag(const record::TagSpec &tag);
    /// Makes the tag logarithmic, permanently, if its values span decades. Returns true if it changed now.
    bool chooseScale();
    /// The style in use: with the first available view if the tag lacks the chosen view.
    const TagStyle &tagStyle() const { return m_style; }
    void setTagStyle(const TagStyle &style);
    /// Available views of its series.
    std::vector<TagView> views() const;
    /// Labels of its lines.
    const QStringList &labels() const { return m_colours.labels(); }
    /// Returns true if the section shows one large plot at a time in every view.
    bool isWide() const;

    /// Takes effect with rearrange().
    void addSeries(const ShownSeries &series);
    bool isEmpty() const { return m_series.empty(); }
    const std::vector<ShownSeries> &series() const { return m_series; }
    /// Must be called if layers or runs were shown, hidden or reordered.
    void rearrange();

    /// Returns the plots created so far; creates and returns all if \p evenUnseen.
    std::vector<TagPlot *> plots(bool evenUnseen) const;
    /// Returns the visible plots; creates them if needed.
    std::vector<TagPlot *> plotsOnView() const;
    /// Returns the plot of \p layer, the first plot if empty; creates it if needed. Null if there is none.
    TagPlot *plotOf(const QString &layer) const;
    /// Returns the values at \p x of all visible lines.
    std::vector<Reading> readings(double x) const;
    /// Arranges the plots for a page of this width; \p stretch multiplies their minimum height.
    void arrange(int width, double stretch = 1);
    /// Updates labels and counts.
    void updateLegend();
    const Legend &legend() const { return m_legend; }
    QString legendText() const; ///< rich text, as much as fits
    /// Handles a click on the legend entry of \p key: hides or shows the label's lines. A second click shows only these lines, or
    /// all if they are alone.
    void toggleLabel(const QString &key, bool isDouble);
    /// Returns a copy of \p plot for its own window. It receives series added later and shares the hidden lines.
    std::unique_ptr<TagPlot> copyOf(const TagPlot &plot);

    /// Lower ends of the rows of plots; the first row includes the heading.
    std::vector<int> rowBottoms() const;
    /// Number of plots, visible or not.
    std::size_t plotCount() const { return m_places.size(); }
    /// Draws the heading and the plots that lie entirely between \p top and \p bottom.
    void paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot) const;

    /// The user wants to see the tag; it becomes visible when it has plots.
    bool wanted = true;

Q_SIGNALS:
    void plotMade(lensboard::widgets::TagPlot *plot);
    void styleChosen(const lensboard::widgets::TagStyle &style);
    void menuRequested(const QPoint &globalPosition);

protected:
    void changeEvent(QEvent *event) override;

private:
    bool chooseStyle();
    void nameHeader();
    void namePlots();
    QString layerPrefix() const;
    TagPlot *makePlot(const TagPlace &place, QWidget *parent) const;
    TagPlot *makePlotAt(std::size_t place);
    int plotHeight() const;
    void clearGrid();
    void highlight(const QString &key);

    BoardState &m_board;
    record::TagSpec m_tag;
    TagStyle m_wantedStyle, m_style;
    TagHeader *m_header;
    PlotGrid *m_grid;
    SeriesColours m_colours;
    NormScale m_normScale;
    std::vector<ShownSeries> m_series;
    std::vector<TagPlace> m_places; ///< one per grid cell
    std::shared_ptr<const SiblingNames> m_titles = std::make_shared<const SiblingNames>(); ///< titles of m_places
    QString m_layerPrefix;       ///< common beginning of all visible layers
    struct Copy
    {
        TagPlace place;
        QPointer<TagPlot> plot; ///< null once its window is closed
    };
    std::vector<Copy> m_copies;
    LinesByLabel m_lines;
    BandNames m_bands;
    Legend m_legend;
};

} // namespace lensboard::widgets
