#include "app/dialogs/command_model.h"

#include "app/dialogs/fuzzy_match.h"

#include <algorithm>

namespace lensboard::app {

namespace {

constexpr int kNamed = 100; ///< by its name rather than with its menus

QString menusOf(const MenuAction &command)
{
    return command.menus.join(QStringLiteral(" › "));
}

QString idOf(const MenuAction &command)
{
    return menusOf(command) + QStringLiteral(" › ") + command.name();
}

} // namespace

CommandModel::CommandModel(std::vector<MenuAction> actions, const QStringList &recent, QObject *parent)
    : QAbstractListModel(parent), m_actions(std::move(actions)), m_recent(recent)
{
    setTyped({});
}

qsizetype CommandModel::age(const MenuAction &command) const
{
    const qsizetype at = m_recent.indexOf(idOf(command));
    return at < 0 ? m_recent.size() : at;
}

void CommandModel::setTyped(const QString &typed)
{
    beginResetModel();
    m_rows.clear();
    for (const MenuAction &command : m_actions) {
        if (const auto named = fuzzyMatch(typed, command.name()))
            m_rows.push_back({&command, named->score + kNamed, named->positions});
        else if (const auto found = fuzzyMatch(typed, idOf(command)))
            m_rows.push_back({&command, found->score, {}});
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [this](const Row &a, const Row &b) {
        return a.score != b.score ? a.score > b.score : age(*a.command) < age(*b.command);
    });
    endResetModel();
}

QAction *CommandModel::action(const QModelIndex &index) const
{
    return index.isValid() ? m_rows[static_cast<std::size_t>(index.row())].command->action : nullptr;
}

QString CommandModel::id(const QModelIndex &index) const
{
    return idOf(*m_rows[static_cast<std::size_t>(index.row())].command);
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const QAction *action = row.command->action;
    switch (role) {
    case Qt::DisplayRole: return row.command->name();
    case Qt::ToolTipRole: return action ? action->toolTip() : QString();
    case Qt::AccessibleTextRole: return tr("%1, %2, %3").arg(row.command->name(), menusOf(*row.command), row.command->shortcut());
    case kMenusRole: return menusOf(*row.command);
    case kShortcutRole: return row.command->shortcut();
    case kPositionsRole: return QVariant::fromValue(row.positions);
    default: return {};
    }
}

Qt::ItemFlags CommandModel::flags(const QModelIndex &index) const
{
    const QAction *command = action(index);
    return command && command->isEnabled() ? QAbstractListModel::flags(index) : Qt::NoItemFlags;
}

} // namespace lensboard::app
