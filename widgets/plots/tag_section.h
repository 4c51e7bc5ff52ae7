#pragma once

#include "widgets/plots/board_state.h"
#include "widgets/plots/norm_scale.h"
#include "widgets/plots/reading.h"
#include "widgets/plots/series_colours.h"
#include "widgets/plots/tag_legend.h"
#include "widgets/plots/tag_places.h"
#include "widgets/sibling_names.h"

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

/// The plots of one tag under a heading with their legend, in as many columns as fit.
class TagSection final : public QWidget
{
    Q_OBJECT

public:
    TagSection(BoardState &board, const record::TagSpec &tag, QWidget *parent = nullptr);

    /// The tag, logarithmic if it is a norm and its values span decades.
    const record::TagSpec &tag() const { return m_tag; }
    void setTag(const record::TagSpec &tag);
    /// Makes the tag logarithmic once its values span decades; it stays so. Returns true if it does now.
    bool chooseScale();
    /// The look as drawn: with the first available view if this tag does not have the chosen one.
    const TagLook &look() const { return m_look; }
    void setLook(const TagLook &look);
    /// The views of its series.
    std::vector<TagView> views() const;
    /// Labels of its lines.
    const QStringList &labels() const { return m_colours.labels(); }
    /// Returns true if the section shows one large plot at a time in every view.
    bool isWide() const;

    /// Takes effect with rearrange().
    void addSeries(const ShownSeries &series);
    bool isEmpty() const { return m_series.empty(); }
    const std::vector<ShownSeries> &series() const { return m_series; }
    /// Layers and runs are shown or hidden, or reordered.
    void rearrange();

    /// Returns the plots that were on view; all, made now if need be, if \p evenUnseen.
    std::vector<TagPlot *> plots(bool evenUnseen) const;
    /// On view now, made if need be.
    std::vector<TagPlot *> plotsOnView() const;
    /// The plot that shows \p layer, the first of an empty one; made if need be. Null if there is none.
    TagPlot *plotOf(const QString &layer) const;
    /// Returns the values at \p x of all visible lines.
    std::vector<Reading> readings(double x) const;
    /// Arranges the plots for a page of this width, \p stretch times as high as they are at the least.
    void arrange(int width, double stretch = 1);
    /// Shows labels and counts as they are now.
    void updateLegend();
    const Legend &legend() const { return m_legend; }
    QString legendText() const; ///< as far as there is room for it, rich text
    /// A click in the legend on the entry of \p key hides a label's lines, or shows them. The second of two shows them alone, or all
    /// if they are alone.
    void toggleLabel(const QString &key, bool isDouble);
    /// Returns a copy of \p plot for its own window. It receives series added later and shares the hidden lines.
    std::unique_ptr<TagPlot> copyOf(const TagPlot &plot);

    /// Where the rows of plots end, the first with the heading over it.
    std::vector<int> rowBottoms() const;
    /// How many it has, on view or not.
    std::size_t plotCount() const { return m_places.size(); }
    /// Draws the heading and plots that lie wholly between \p top and \p bottom.
    void paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot) const;

    /// The user wants to see it; it shows once it has plots.
    bool wanted = true;

Q_SIGNALS:
    void plotMade(lensboard::widgets::TagPlot *plot);
    void lookChosen(const lensboard::widgets::TagLook &look);
    void menuRequested(const QPoint &globalPosition);

protected:
    void changeEvent(QEvent *event) override;

private:
    bool chooseLook();
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
    TagLook m_wantedLook, m_look;
    TagHeader *m_header;
    PlotGrid *m_grid;
    SeriesColours m_colours;
    NormScale m_normScale;
    std::vector<ShownSeries> m_series;
    std::vector<TagPlace> m_places; ///< one in the grid each
    std::shared_ptr<const SiblingNames> m_titles = std::make_shared<const SiblingNames>(); ///< of m_places
    QString m_layerPrefix;       ///< common beginning of all layers on view
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
