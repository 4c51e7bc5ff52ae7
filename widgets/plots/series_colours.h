#pragma once

#include "widgets/plots/board_state.h"
#include "widgets/plots/plot_theme.h"

#include <QStringList>

namespace lensboard::widgets {

/// Which colour a series has, the same in all plots of a tag: that of its label, its layer or its run, whichever tells
/// apart what is in one plot.
class SeriesColours
{
public:
    enum class By { Label, Layer, Run };

    void add(const ShownSeries &series);
    void colourBy(By by) { m_by = by; }
    By by() const { return m_by; }
    const QStringList &labels() const { return m_labels; }
    const QStringList &layers() const { return m_layers; }

    QColor colour(const PlotTheme &theme, const ShownSeries &series) const;
    Qt::PenStyle dashes(const ShownSeries &series) const;
    /// What tells the series apart from others in a plot, in words.
    QString name(const ShownSeries &series) const;
    /// What the series in a plot have in common that one entry of the legend stands for, in letters that a link may have. Of a run's it
    /// begins with its runKey().
    QString key(const ShownSeries &series) const;

private:
    By m_by = By::Label;
    QStringList m_labels, m_layers;
};

/// What a series is called within its layer, in the user's language.
QString labelText(const ShownSeries &series);

/// Stands for all lines of \p run: TracePlottable::highlight().
QString runKey(const ShownRun &run);

} // namespace lensboard::widgets
