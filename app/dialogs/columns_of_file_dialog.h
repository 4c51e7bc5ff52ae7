#pragma once

#include "app/dialogs/column_preview.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTableView;

namespace lensboard::widgets {
class ColumnUsesModel;
class SampledRowsModel;
} // namespace lensboard::widgets

namespace lensboard::app {

/// Shows how the rows of a file are read: sampled rows, and the editable use of each column. Each change is tried at once.
class ColumnsOfFileDialog final : public QDialog
{
    Q_OBJECT

public:
    ColumnsOfFileDialog(const QString &path, imports::RoleChoice choice, QWidget *parent = nullptr);

    void done(int result) override;

Q_SIGNALS:
    /// The user accepted \p choice. It leads to \p reading.
    void chosen(const lensboard::imports::RoleChoice &choice, const lensboard::imports::RowReading &reading);

private:
    QTableView *buildColumns();
    QTableView *buildRows();
    void choose(const std::string &column, imports::ColumnUse use);
    void read(imports::RoleChoice choice);
    void show(const ColumnPreview::Result &result);
    void say(const QString &text, bool isProblem);

    imports::RoleChoice m_choice;
    std::optional<imports::RowReading> m_reading; ///< with m_choice; nullopt while it is unknown
    widgets::ColumnUsesModel *m_columns;
    widgets::SampledRowsModel *m_rows;
    QTableView *m_columnView, *m_rowView;
    QLabel *m_result;
    QPushButton *m_ok = nullptr, *m_reset = nullptr;
    ColumnPreview m_preview;
};

} // namespace lensboard::app
