#pragma once

#include "core/record/tag_spec.h"
#include "widgets/plots/tag_plot.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace lensboard::widgets {

/// The plots of one tag under a heading with their legend, in as many columns as fit.
class TagSection final : public QWidget
{
    Q_OBJECT

public:
    explicit TagSection(const record::TagSpec &tag, QWidget *parent = nullptr);

    const record::TagSpec &tag() const { return m_tag; }
    void setTag(const record::TagSpec &tag);
    const std::vector<TagPlot *> &plots() const { return m_plots; }
    /// Null if the layer has no plot yet.
    TagPlot *plotOf(const QString &layer) const;
    TagPlot *addPlot(const QString &layer);
    /// Arranges the plots for a page of this width.
    void arrange(int width);
    /// Shows labels and colours as they are now.
    void updateLegend();

    /// Number of the frame in which the tag was last measured; -1: never.
    qint64 lastFrame = -1;
    /// The user wants to see it; it shows once it has plots.
    bool wanted = true;

protected:
    void changeEvent(QEvent *event) override;

private:
    record::TagSpec m_tag;
    QLabel *m_heading;
    QLabel *m_legend;
    QGridLayout *m_grid;
    LabelColours m_colours;
    std::vector<TagPlot *> m_plots;
    int m_columns = 0;
    qsizetype m_labelsShown = -1;
    std::size_t m_bandsShown = 0;
    int m_nonFiniteShown = -1;
};

} // namespace lensboard::widgets
