#pragma once

#include "core/import/tables/row_reading.h"

#include <QWidget>

class QAction;

namespace lensboard::widgets {
class ElidedLabel;
}

namespace lensboard::app {

class RunFeed;

/// A line that says how a run of another tool was read, with a button to change the uses of a table's columns. Hidden for runs of Lensboard.
class RunReading final : public QWidget
{
    Q_OBJECT

public:
    explicit RunReading(RunFeed &feed, QWidget *parent = nullptr);

    /// Opens the dialog with the columns; disabled for runs without columns.
    QAction *changeAction() const { return m_change; }

private:
    void showReading();
    void change();
    void read(const imports::RoleChoice &choice, const imports::RowReading &reading);

    RunFeed &m_feed;
    std::optional<imports::RowReading> m_reading; ///< with the columns as last chosen; nullopt for runs without columns
    widgets::ElidedLabel *m_text;
    QAction *m_change;
};

} // namespace lensboard::app
