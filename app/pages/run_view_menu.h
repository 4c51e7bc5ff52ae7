#pragma once

#include <QMenu>

namespace lensboard::widgets {
class RunTable;
}

namespace lensboard::app {

/// Menu of saved views of run tables: columns, filter and order by name, for all folders.
class RunViewMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit RunViewMenu(widgets::RunTable &table);

private:
    void fill();
    void askAndSave();

    widgets::RunTable &m_table;
};

} // namespace lensboard::app
