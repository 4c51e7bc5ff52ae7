#include "widgets/views/state/run_style.h"

#include "core/runs/run_axis.h"

#include <QHash>
#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr RunColour kMuted{std::nullopt, std::nullopt};
constexpr int kSignSize = 16; ///< pixels

/// Returns the distinct values in order.
std::vector<runs::RunValue> distinct(std::span<const runs::RunValue> values, const runs::RunAxis &axis)
{
    std::vector<runs::RunValue> sorted;
    std::ranges::copy_if(values, std::back_inserter(sorted), [&](const runs::RunValue &value) { return axis.place(value).has_value(); });
    std::ranges::sort(sorted, runs::isBefore);
    sorted.erase(std::ranges::unique(sorted).begin(), sorted.end());
    return sorted;
}

} // namespace

QColor RunColour::in(const PlotTheme &theme) const
{
    if (share)
        return theme.scaled(*share);
    return index ? theme.series(*index) : theme.mutedText;
}

Qt::PenStyle RunColour::dashes() const
{
    return index && !share ? PlotTheme::dashes(*index / PlotTheme::kSeriesColours) : Qt::SolidLine;
}

QVariant RunColour::sign(const PlotTheme &theme) const
{
    return lineSwatch(in(theme), dashes());
}

QVariant lineSwatch(const QColor &colour, Qt::PenStyle dashes)
{
    if (dashes == Qt::SolidLine)
        return colour;
    QPixmap swatch(kSignSize, kSignSize);
    swatch.fill(Qt::transparent);
    QPainter painter(&swatch);
    painter.setPen(QPen(colour, 2, dashes, Qt::FlatCap));
    painter.drawLine(0, kSignSize / 2, kSignSize, kSignSize / 2);
    return swatch;
}

QIcon RunColour::icon(const PlotTheme &theme) const
{
    static QHash<QString, QIcon> icons; // one icon per style: equal icons are recognised by their keys
    QIcon &icon = icons[QStringLiteral("%1 %2").arg(in(theme).name()).arg(static_cast<int>(dashes()))];
    if (!icon.isNull())
        return icon;
    const QVariant shown = sign(theme);
    if (shown.canConvert<QPixmap>() && !shown.value<QPixmap>().isNull())
        return icon = shown.value<QPixmap>();
    QPixmap ground(kSignSize, kSignSize);
    ground.fill(shown.value<QColor>());
    return icon = ground;
}

std::vector<RunColour> coloursOf(std::span<const runs::RunValue> values)
{
    const runs::RunAxis axis(values);
    const std::vector<runs::RunValue> all = distinct(values, axis);
    const bool isScale = axis.scale() != runs::RunAxis::Scale::Categories && all.size() > PlotTheme::kSeriesColours;
    std::vector<RunColour> colours;
    for (const runs::RunValue &value : values) {
        const auto place = axis.place(value);
        if (!place)
            colours.push_back(kMuted);
        else if (isScale)
            colours.push_back({std::nullopt, axis.share(*place)});
        else
            colours.push_back({static_cast<int>(std::ranges::find(all, value) - all.begin())});
    }
    return colours;
}

} // namespace lensboard::widgets
