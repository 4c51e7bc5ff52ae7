#include "widgets/layer_names.h"

#include <algorithm>

namespace lensboard::widgets {

QString commonPrefix(const QStringList &layers)
{
    if (std::ranges::all_of(layers, [&](const QString &layer) { return layer == layers.front(); }))
        return {};
    const QString &first = layers.front();
    qsizetype common = first.lastIndexOf('.') + 1;
    const auto isShared = [&](const QString &layer) { return layer.size() > common && layer.startsWith(QStringView(first).left(common)); };
    while (common > 0 && !std::ranges::all_of(layers, isShared))
        common = QStringView(first).left(common - 1).lastIndexOf('.') + 1;
    return first.left(common);
}

QString withoutPrefix(const QString &layer, const QString &prefix)
{
    const bool isShorter = !prefix.isEmpty() && layer.startsWith(prefix) && layer.size() > prefix.size();
    return isShorter ? QStringLiteral("…") + layer.mid(prefix.size()) : layer;
}

} // namespace lensboard::widgets
