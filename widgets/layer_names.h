#pragma once

#include <QString>
#include <QStringList>

namespace lensboard::widgets {

/// Returns the common beginning of dotted layer names shown together: "encoder.layers.". Consists of whole parts and leaves a
/// rest of each name. Empty if there is none, or fewer than two layers.
QString commonPrefix(const QStringList &layers);

/// Returns \p layer with "…" instead of \p prefix, if it begins with \p prefix and is longer.
QString withoutPrefix(const QString &layer, const QString &prefix);

} // namespace lensboard::widgets
