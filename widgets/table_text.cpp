#include "widgets/table_text.h"

#include <QStringList>

namespace lensboard::widgets {

namespace {

/// Row -1 means the headers.
QStringList cellsOf(const QAbstractItemModel &table, int row, int role, int headerRole)
{
    QStringList cells;
    for (int column = 0; column < table.columnCount(); ++column)
        cells << (row < 0 ? table.headerData(column, Qt::Horizontal, headerRole) : table.index(row, column).data(role)).toString();
    return cells;
}

QString quoted(QString cell, QChar separator)
{
    if (!cell.contains(separator) && !cell.contains('"') && !cell.contains('\n') && !cell.contains('\r'))
        return cell;
    return '"' + cell.replace('"', QLatin1String("\"\"")) + '"';
}

} // namespace

QString tableText(const QAbstractItemModel &table, QChar separator, int role, int headerRole)
{
    QString lines;
    for (int row = -1; row < table.rowCount(); ++row) {
        QStringList cells = cellsOf(table, row, role, headerRole);
        for (QString &cell : cells)
            cell = quoted(cell, separator);
        lines += cells.join(separator) + '\n';
    }
    return lines;
}

QString markdownTable(const QAbstractItemModel &table)
{
    QString lines;
    for (int row = -1; row < table.rowCount(); ++row) {
        QStringList cells = cellsOf(table, row, Qt::DisplayRole, Qt::DisplayRole);
        for (QString &cell : cells)
            cell = cell.simplified().replace('\\', QLatin1String("\\\\")).replace('|', QLatin1String("\\|"));
        lines += QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
        if (row >= 0)
            continue;
        for (int column = 0; column < table.columnCount(); ++column) {
            const auto alignment = table.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
            lines += alignment & Qt::AlignRight ? QStringLiteral("| ---: ") : QStringLiteral("| --- ");
        }
        lines += QStringLiteral("|\n");
    }
    return lines;
}

} // namespace lensboard::widgets
