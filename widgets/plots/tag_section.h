#pragma once

#include "core/store/run.h"
#include "widgets/plots/label_colours.h"

#include <QWidget>

#include <map>
#include <memory>
#include <vector>

class QCPPainter;
class QLabel;

namespace lensboard::widgets {

class PlotGrid;
class TagPlot;

/// The plots of one tag under a heading with their legend, in as many columns as fit.
class TagSection final : public QWidget
{
    Q_OBJECT

public:
    TagSection(std::shared_ptr<const store::Run> run, const record::TagSpec &tag, QWidget *parent = nullptr);

    const record::TagSpec &tag() const { return m_tag; }
    void setTag(const record::TagSpec &tag);
    void addSeries(std::uint32_t index, const record::SeriesSpec &series);
    /// Its lens was switched on again at \p step: lines have a gap there.
    void addGap(double step);
    bool isEmpty() const { return m_layers.empty(); }
    /// Those that were on view; all, made now if need be, if \p even those that were not.
    std::vector<TagPlot *> plots(bool evenUnseen) const;
    /// On view now, made if need be.
    std::vector<TagPlot *> plotsOnView() const;
    /// Arranges the plots for a page of this width.
    void arrange(int width);
    /// Shows labels and counts as they are now.
    void updateLegend();

    /// Where the rows of plots end, the first with the heading over it.
    std::vector<int> rowBottoms() const;
    /// Draws what lies wholly between \p top and \p bottom.
    void paint(QCPPainter &painter, int top, int bottom) const;

    /// The user wants to see it; it shows once it has plots.
    bool wanted = true;

Q_SIGNALS:
    void plotMade(lensboard::widgets::TagPlot *plot);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Layer
    {
        QString name;
        std::vector<std::pair<std::uint32_t, record::SeriesSpec>> series;
    };

    TagPlot *makePlot(std::size_t place);
    qulonglong nonFiniteCount() const;
    void paintHeading(QCPPainter &painter) const;

    std::shared_ptr<const store::Run> m_run;
    record::TagSpec m_tag;
    QLabel *m_heading;
    QLabel *m_legend;
    PlotGrid *m_grid;
    LabelColours m_colours;
    std::vector<Layer> m_layers; ///< a place in the grid each
    std::map<std::string, std::size_t> m_placeOf;
    std::vector<std::pair<QString, QString>> m_bands; ///< around the lines: low, high
    std::vector<double> m_gaps;
    QString m_shownLegend;
};

} // namespace lensboard::widgets
