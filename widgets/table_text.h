#pragma once

#include <QAbstractItemModel>

namespace lensboard::widgets {

/// Returns the table with headers. Columns are separated by \p separator and quoted where CSV needs it.
QString tableText(const QAbstractItemModel &table, QChar separator, int role = Qt::DisplayRole, int headerRole = Qt::DisplayRole);

/// Returns the table as Markdown, numbers aligned to the right.
QString markdownTable(const QAbstractItemModel &table);

} // namespace lensboard::widgets
