#pragma once

#include "app/actions/menu_actions.h"

#include <QAbstractListModel>

#include <optional>

namespace lensboard::app {

/// The actions that match the typed text, best match first. Without a text: all actions, most recently used first.
///
/// A match is one of: the typed letters in the name, in order; all typed words in name, menus and keywords; all typed words in
/// these and the tool tip; the typed letters in menus and name, in order.
class CommandModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { kMenusRole = Qt::UserRole, kShortcutRole, kPositionsRole };

    /// \p recent: ids of recently used commands, latest first.
    CommandModel(std::vector<MenuAction> actions, const QStringList &recent, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    QAction *action(const QModelIndex &index) const;
    /// Key for remembering a command as recently used.
    QString id(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    /// The words of an action, folded, each with a blank before it.
    struct Words
    {
        QString named;     ///< words of name, menus and keywords
        QString described; ///< words of name, menus, keywords and tool tip
    };
    struct Row
    {
        const MenuAction *command;
        int score;
        QList<int> positions; ///< matched positions in its name
    };

    qsizetype age(const MenuAction &command) const;
    std::optional<Row> match(std::size_t command, const QString &typed, const QStringList &words) const;

    std::vector<MenuAction> m_actions;
    std::vector<Words> m_words; ///< per action
    QStringList m_recent;
    std::vector<Row> m_rows;
};

} // namespace lensboard::app
