#include "widgets/plots/series_colours.h"

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
    return theme.shade(series.run->look.colour.in(theme), label);
}

Qt::PenStyle SeriesColours::dashes(const ShownSeries &series) const
{
    switch (m_by) {
    case By::Label: return PlotTheme::dashes(static_cast<int>(m_labels.indexOf(text(series.spec.label))));
    case By::Run: return series.run->look.colour.dashes();
    case By::Layer: break; // of many the colours differ
    }
    return Qt::SolidLine;
}

QString SeriesColours::name(const ShownSeries &series) const
{
    const QString label = labelText(series);
    switch (m_by) {
    case By::Layer: return text(series.spec.layer);
    case By::Run: return m_labels.size() > 1 ? series.run->name + ' ' + label : series.run->name;
    case By::Label: break;
    }
    return label;
}

QString SeriesColours::key(const ShownSeries &series) const
{
    const QString label = linkOf(text(series.spec.label));
    switch (m_by) {
    case By::Layer: return QStringLiteral("layer:") + linkOf(text(series.spec.layer));
    case By::Run: return runKey(*series.run) + label;
    case By::Label: break;
    }
    return label;
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
