#pragma once

#include <QCollator>
#include <QString>

namespace lensboard::widgets {

/// Returns true if \p a comes before \p b in the user's language, with numbers by their values: "layers.2" before "layers.10".
/// Thread: the window's.
inline bool isNaturallyBefore(const QString &a, const QString &b)
{
    static const QCollator order = [] {
        QCollator numeric;
        numeric.setNumericMode(true);
        return numeric;
    }();
    return order.compare(a, b) < 0;
}

} // namespace lensboard::widgets
