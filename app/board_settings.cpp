#include "app/board_settings.h"

#include "widgets/board/plot_board.h"

#include <QSettings>
#include <QUrl>

#include <algorithm>
#include <set>
#include <utility>

namespace lensboard::app {

using widgets::BoardStyle;
using widgets::Limits;
using widgets::PlotBoard;
using widgets::TagStyle;

namespace {

template<typename Enum>
Enum storedEnum(const QSettings &settings, const QString &key, Enum fallback, Enum last)
{
    const int value = settings.value(key, static_cast<int>(fallback)).toInt();
    return value >= 0 && value <= static_cast<int>(last) ? static_cast<Enum>(value) : fallback;
}

constexpr const char *kMarks = "board/marks";

/// Encodes \p name, because names of kinds and tags may contain the separator of setting keys.
QString encoded(const QString &name)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(name));
}

QString keyOf(const QString &kind, const QString &what)
{
    return QStringLiteral("looks/of %1/%2").arg(encoded(kind), what);
}

QString tagKey(const QString &kind, const QString &tag)
{
    return keyOf(kind, QStringLiteral("tags/") + encoded(tag));
}

/// The axis and the smoothing belong to \p kind, everything else to the user.
BoardStyle storedStyle(const QString &kind)
{
    const QSettings settings;
    BoardStyle style;
    style.x = storedEnum(settings, keyOf(kind, "x"), style.x, widgets::XAxis::RelativeTime);
    style.smoothing = std::clamp(settings.value(keyOf(kind, "smoothing"), style.smoothing).toDouble(), 0.0, 0.999);
    style.bands = widgets::Bands::fromInt(settings.value("board/bands", style.bands.toInt()).toInt());
    style.events = widgets::EventKinds::fromInt(settings.value(kMarks, style.events.toInt()).toInt());
    if (!settings.contains(kMarks) && settings.contains("board/events")) // written before findings were marked
        style.events = widgets::EventKinds::fromInt(settings.value("board/events").toInt()) | widgets::EventKind::Finding;
    style.isLinked = settings.value("board/linked", style.isLinked).toBool();
    style.order = storedEnum(settings, "board/order", style.order, widgets::PlotOrder::Worst);
    return style;
}

/// Stores only the differences to \p before, so that later choices on other boards are kept.
void store(const QString &kind, const BoardStyle &style, const BoardStyle &before)
{
    QSettings settings;
    const auto storeChanged = [&](const QString &key, const auto &value, const auto &valueBefore) {
        if (value != valueBefore)
            settings.setValue(key, value);
    };
    storeChanged(keyOf(kind, "x"), static_cast<int>(style.x), static_cast<int>(before.x));
    storeChanged(keyOf(kind, "smoothing"), style.smoothing, before.smoothing);
    storeChanged("board/bands", style.bands.toInt(), before.bands.toInt());
    storeChanged(kMarks, style.events.toInt(), before.events.toInt());
    storeChanged("board/linked", style.isLinked, before.isLinked);
    storeChanged("board/order", static_cast<int>(style.order), static_cast<int>(before.order));
}

TagStyle storedTagStyle(const QString &kind, const QString &tag)
{
    QSettings settings;
    settings.beginGroup(tagKey(kind, tag));
    TagStyle style;
    style.view = storedEnum(settings, "view", style.view, widgets::TagView::Ridges);
    if (settings.contains("log"))
        style.isLog = settings.value("log").toBool();
    style.limits = storedEnum(settings, "limits", style.limits, Limits::Typed);
    style.low = settings.value("low", style.low).toDouble();
    style.high = settings.value("high", style.high).toDouble();
    if (!(style.low < style.high))
        style.limits = Limits::Automatic;
    style.label = settings.value("label").toString();
    const QStringList hidden = settings.value("hidden").toStringList();
    style.hiddenLabels = std::set<QString>(hidden.begin(), hidden.end());
    style.isDifference = settings.value("difference").toBool();
    return style;
}

void store(const QString &kind, const QString &tag, const TagStyle &style)
{
    QSettings settings;
    settings.remove(tagKey(kind, tag));
    if (style == TagStyle())
        return;
    settings.beginGroup(tagKey(kind, tag));
    settings.setValue("view", static_cast<int>(style.view));
    if (style.isLog)
        settings.setValue("log", *style.isLog);
    settings.setValue("limits", static_cast<int>(style.limits));
    settings.setValue("low", style.low);
    settings.setValue("high", style.high);
    settings.setValue("label", style.label);
    settings.setValue("hidden", QStringList(style.hiddenLabels.begin(), style.hiddenLabels.end()));
    settings.setValue("difference", style.isDifference);
}

} // namespace

void rememberStyles(PlotBoard &board, const QString &kind)
{
    board.state().setStyle(storedStyle(kind));
    auto restore = [&board, kind, known = std::set<QString>()]() mutable { // tags that the board knows keep their styles
        for (const QString &tag : board.sections().tags())
            if (known.insert(tag).second)
                if (const TagStyle style = storedTagStyle(kind, tag); style != TagStyle())
                    board.setTagStyle(tag, style);
    };
    restore();
    QObject::connect(&board, &PlotBoard::tagsChanged, &board, restore);
    QObject::connect(&board.state(), &widgets::BoardState::styleChanged, &board, [&board, kind, before = board.state().style()]() mutable {
        store(kind, board.state().style(), std::exchange(before, board.state().style()));
    });
    QObject::connect(&board, &PlotBoard::tagStyleChanged, &board, [&board, kind](const QString &tag) { store(kind, tag, board.tagStyle(tag)); });
}

} // namespace lensboard::app
