#include "app/board_settings.h"

#include "widgets/board/plot_board.h"

#include <QSettings>
#include <QUrl>

#include <algorithm>
#include <set>
#include <utility>

namespace lensboard::app {

using widgets::BoardLook;
using widgets::Limits;
using widgets::PlotBoard;
using widgets::TagLook;

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
BoardLook storedLook(const QString &kind)
{
    const QSettings settings;
    BoardLook look;
    look.x = storedEnum(settings, keyOf(kind, "x"), look.x, widgets::XAxis::RelativeTime);
    look.smoothing = std::clamp(settings.value(keyOf(kind, "smoothing"), look.smoothing).toDouble(), 0.0, 0.999);
    look.bands = widgets::Bands::fromInt(settings.value("board/bands", look.bands.toInt()).toInt());
    look.events = widgets::EventKinds::fromInt(settings.value(kMarks, look.events.toInt()).toInt());
    if (!settings.contains(kMarks) && settings.contains("board/events")) // written before findings were marked
        look.events = widgets::EventKinds::fromInt(settings.value("board/events").toInt()) | widgets::EventKind::Finding;
    look.isLinked = settings.value("board/linked", look.isLinked).toBool();
    look.order = storedEnum(settings, "board/order", look.order, widgets::PlotOrder::Worst);
    return look;
}

/// Stores only the differences to \p before, so that later choices on other boards are kept.
void store(const QString &kind, const BoardLook &look, const BoardLook &before)
{
    QSettings settings;
    const auto storeChanged = [&](const QString &key, const auto &value, const auto &valueBefore) {
        if (value != valueBefore)
            settings.setValue(key, value);
    };
    storeChanged(keyOf(kind, "x"), static_cast<int>(look.x), static_cast<int>(before.x));
    storeChanged(keyOf(kind, "smoothing"), look.smoothing, before.smoothing);
    storeChanged("board/bands", look.bands.toInt(), before.bands.toInt());
    storeChanged(kMarks, look.events.toInt(), before.events.toInt());
    storeChanged("board/linked", look.isLinked, before.isLinked);
    storeChanged("board/order", static_cast<int>(look.order), static_cast<int>(before.order));
}

TagLook storedTagLook(const QString &kind, const QString &tag)
{
    QSettings settings;
    settings.beginGroup(tagKey(kind, tag));
    TagLook look;
    look.view = storedEnum(settings, "view", look.view, widgets::TagView::Ridges);
    if (settings.contains("log"))
        look.isLog = settings.value("log").toBool();
    look.limits = storedEnum(settings, "limits", look.limits, Limits::Typed);
    look.low = settings.value("low", look.low).toDouble();
    look.high = settings.value("high", look.high).toDouble();
    if (!(look.low < look.high))
        look.limits = Limits::Automatic;
    look.label = settings.value("label").toString();
    const QStringList hidden = settings.value("hidden").toStringList();
    look.hiddenLabels = std::set<QString>(hidden.begin(), hidden.end());
    look.isDifference = settings.value("difference").toBool();
    return look;
}

void store(const QString &kind, const QString &tag, const TagLook &look)
{
    QSettings settings;
    settings.remove(tagKey(kind, tag));
    if (look == TagLook())
        return;
    settings.beginGroup(tagKey(kind, tag));
    settings.setValue("view", static_cast<int>(look.view));
    if (look.isLog)
        settings.setValue("log", *look.isLog);
    settings.setValue("limits", static_cast<int>(look.limits));
    settings.setValue("low", look.low);
    settings.setValue("high", look.high);
    settings.setValue("label", look.label);
    settings.setValue("hidden", QStringList(look.hiddenLabels.begin(), look.hiddenLabels.end()));
    settings.setValue("difference", look.isDifference);
}

} // namespace

void rememberLooks(PlotBoard &board, const QString &kind)
{
    board.state().setLook(storedLook(kind));
    auto restore = [&board, kind, known = std::set<QString>()]() mutable { // tags that the board knows keep their looks
        for (const QString &tag : board.sections().tags())
            if (known.insert(tag).second)
                if (const TagLook look = storedTagLook(kind, tag); look != TagLook())
                    board.setTagLook(tag, look);
    };
    restore();
    QObject::connect(&board, &PlotBoard::tagsChanged, &board, restore);
    QObject::connect(&board.state(), &widgets::BoardState::lookChanged, &board, [&board, kind, before = board.state().look()]() mutable {
        store(kind, board.state().look(), std::exchange(before, board.state().look()));
    });
    QObject::connect(&board, &PlotBoard::tagLookChanged, &board, [&board, kind](const QString &tag) { store(kind, tag, board.tagLook(tag)); });
}

} // namespace lensboard::app
