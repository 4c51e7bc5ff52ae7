#pragma once

#include "app/menus/menu_actions.h"

#include <QAbstractListModel>

namespace lensboard::app {

/// The actions of the menus that answer what was typed, the best first; with nothing typed all, those used last first.
class CommandModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { kMenusRole = Qt::UserRole, kShortcutRole, kPositionsRole };

    /// \p recent are ids of commands, the last one first.
    CommandModel(std::vector<MenuAction> actions, const QStringList &recent, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    QAction *action(const QModelIndex &index) const;
    /// What a command is remembered by.
    QString id(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        const MenuAction *command;
        int score;
        QList<int> positions; ///< in its name
    };

    qsizetype age(const MenuAction &command) const;

    std::vector<MenuAction> m_actions;
    QStringList m_recent;
    std::vector<Row> m_rows;
};

} // namespace lensboard::app
