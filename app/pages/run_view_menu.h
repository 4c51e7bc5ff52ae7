#pragma once

#include <QMenu>

namespace lensboard::widgets {
class RunTable;
}

namespace lensboard::app {

/// Views of tables of runs: columns, filter and order that were saved under a name, for every folder.
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
