#pragma once

#include <QString>
#include <QStringList>

namespace lensboard::widgets {

/// What the dotted names of layers that are shown together all begin with: "encoder.layers.". Whole parts, and something is left
/// of each name. Empty if there is nothing of the kind, or but one layer.
QString commonPrefix(const QStringList &layers);

/// \p layer with "…" in the place of \p prefix, if it begins with that and has more.
QString withoutPrefix(const QString &layer, const QString &prefix);

} // namespace lensboard::widgets
