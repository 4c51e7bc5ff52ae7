#pragma once

#include <QAbstractItemModel>

namespace lensboard::widgets {

/// What a table shows, with its headers: columns apart by \p separator, in quotes where CSV needs them.
QString tableText(const QAbstractItemModel &table, QChar separator, int role = Qt::DisplayRole, int headerRole = Qt::DisplayRole);

/// As a table of Markdown, numbers aligned to the right.
QString markdownTable(const QAbstractItemModel &table);

} // namespace lensboard::widgets
