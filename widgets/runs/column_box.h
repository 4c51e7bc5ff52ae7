#pragma once

#include "core/runs/run_column.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace lensboard::widgets {

/// Chooses a column of runs; the default is the first. A choice is kept even if the shown runs lack the column.
class ColumnBox final : public QComboBox
{
    Q_OBJECT

public:
    explicit ColumnBox(QWidget *parent = nullptr);

    void setColumns(const std::vector<runs::RunColumn> &columns);
    void choose(const std::optional<runs::RunColumn> &column);
    /// The column chosen by the user, if any.
    const std::optional<runs::RunColumn> &choice() const { return m_choice; }
    /// The column shown; nullopt if there are no columns.
    std::optional<runs::RunColumn> column() const;

Q_SIGNALS:
    void columnChosen(); ///< by the user

private:
    void showChoice();

    std::vector<runs::RunColumn> m_columns;
    std::optional<runs::RunColumn> m_choice;
};

} // namespace lensboard::widgets
