#include "widgets/views/series_colours.h"

#include "widgets/core_words.h"
#include "widgets/qt_text.h"

#include <QUrl>

namespace lensboard::widgets {

namespace {

QString linkOf(const QString &text)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text));
}

} // namespace

void SeriesColours::add(const ShownSeries &series)
{
    m_labels.add(text(series.spec.label));
    m_layers.add(text(series.spec.layer));
}

int SeriesColours::layerIndex(const ShownSeries &series) const
{
    return m_layers.indexOf(text(series.spec.layer));
}

int SeriesColours::labelIndex(const ShownSeries &series) const
{
    return m_labels.indexOf(text(series.spec.label));
}

QColor SeriesColours::colour(const PlotTheme &theme, const ShownSeries &series) const
{
    const int label = labelIndex(series);
    switch (m_by) {
    case By::Label: return theme.series(label);
    case By::Layer: return theme.shade(theme.ordered(layerIndex(series), static_cast<int>(layers().size())), label / PlotTheme::kDashes);
    case By::Run: break;
    }
    return theme.shade(series.run->style.colour.in(theme), label / PlotTheme::kDashes);
}

Qt::PenStyle SeriesColours::dashes(const ShownSeries &series) const
{
    switch (m_by) {
    case By::Label: return PlotTheme::dashes(labelIndex(series) / PlotTheme::kSeriesColours);
    case By::Run:
        if (labels().size() < 2)
            return series.run->style.colour.dashes();
        break;
    case By::Layer: break;
    }
    return PlotTheme::dashes(labelIndex(series));
}

QString SeriesColours::name(const ShownSeries &series) const
{
    const QString label = labelText(series);
    switch (m_by) {
    case By::Layer: return text(series.spec.layer);
    case By::Run: return labels().size() > 1 ? series.run->name + ' ' + label : series.run->name;
    case By::Label: break;
    }
    return label;
}

QString SeriesColours::key(const ShownSeries &series) const
{
    const QString label = labelKey(text(series.spec.label));
    switch (m_by) {
    case By::Layer: return QStringLiteral("layer:") + linkOf(text(series.spec.layer));
    case By::Run: return runKey(*series.run) + label;
    case By::Label: break;
    }
    return label;
}

QString labelKey(const QString &label)
{
    return linkOf(label);
}

QString labelText(const ShownSeries &series)
{
    const bool isOfLenses = series.run->tagOf(series.spec).lens == record::kCoverageLens;
    return isOfLenses ? lensText(series.spec.label) : termText(series.spec.label);
}

QString runKey(const ShownRun &run)
{
    return QStringLiteral("run:%1:").arg(reinterpret_cast<quintptr>(&run));
}

} // namespace lensboard::widgets
