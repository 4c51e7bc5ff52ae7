#include "widgets/plots/series_colours.h"

#include "widgets/qt_text.h"

namespace lensboard::widgets {

void SeriesColours::add(const ShownSeries &series)
{
    for (auto &[names, name] : {std::pair(&m_labels, text(series.spec.label)), std::pair(&m_layers, text(series.spec.layer))})
        if (!names->contains(name))
            names->append(name);
}

QColor SeriesColours::colour(const PlotTheme &theme, const ShownSeries &series) const
{
    const auto label = static_cast<int>(m_labels.indexOf(text(series.spec.label)));
    switch (m_by) {
    case By::Label: return theme.series(label);
    case By::Layer: return theme.ordered(static_cast<int>(m_layers.indexOf(text(series.spec.layer))), static_cast<int>(m_layers.size()));
    case By::Run: break;
    }
    return theme.shade(theme.series(series.run->colour), label);
}

} // namespace lensboard::widgets
