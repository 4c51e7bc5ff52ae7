#include "app/dialogs/command_model.h"

#include "app/dialogs/command_keywords.h"
#include "app/dialogs/fuzzy_match.h"

#include <QRegularExpression>

#include <algorithm>

namespace lensboard::app {

namespace {

// Points of a match. fuzzyMatch() gives 10 for each letter right after another one.
constexpr int kNamed = 100; ///< found in the name
constexpr int kByWords = 50, kPerLetter = 10;
constexpr int kPerLetterOfTip = 6; ///< above letters scattered over menus and name, below a whole word in name or menus

QString menusOf(const MenuAction &command)
{
    return command.menus.join(QStringLiteral(" › "));
}

QString idOf(const MenuAction &command)
{
    return menusOf(command) + QStringLiteral(" › ") + command.name();
}

/// Returns the words of \p text in the format of CommandModel::Words.
QString wordsOf(const QString &text)
{
    static const QRegularExpression kOther(QStringLiteral("[^\\w]+"), QRegularExpression::UseUnicodePropertiesOption);
    return ' ' + foldedText(text).replace(kOther, QStringLiteral(" "));
}

/// Returns the typed words, without filler words.
QStringList typedWords(const QString &typed)
{
    static const QStringList kEmpty = {"a", "an", "the", "to", "of", "der", "die", "das", "den", "zu"};
    QStringList words = wordsOf(typed).split(' ', Qt::SkipEmptyParts);
    words.removeIf([&](const QString &word) { return kEmpty.contains(word); });
    return words;
}

bool haveAll(const QString &words, const QStringList &typed)
{
    return !typed.isEmpty() && std::ranges::all_of(typed, [&](const QString &word) { return words.contains(' ' + word); });
}

} // namespace

CommandModel::CommandModel(std::vector<MenuAction> actions, const QStringList &recent, QObject *parent)
    : QAbstractListModel(parent), m_actions(std::move(actions)), m_recent(recent)
{
    const auto keywords = commandKeywords();
    for (const MenuAction &command : m_actions) {
        const QString name = command.name();
        const QString named = QStringList{name, command.menus.join(' '), command.keywords, keywords.value(name)}.join(' ');
        m_words.push_back({wordsOf(named), wordsOf(command.action ? named + ' ' + command.action->toolTip() : named)});
    }
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
    const QStringList words = typedWords(typed);
    for (std::size_t i = 0; i < m_actions.size(); ++i)
        if (auto row = match(i, typed, words))
            m_rows.push_back(std::move(*row));
    std::stable_sort(m_rows.begin(), m_rows.end(), [this](const Row &a, const Row &b) {
        return a.score != b.score ? a.score > b.score : age(*a.command) < age(*b.command);
    });
    endResetModel();
}

std::optional<CommandModel::Row> CommandModel::match(std::size_t at, const QString &typed, const QStringList &words) const
{
    const MenuAction &command = m_actions[at];
    std::optional<Row> best;
    const auto offer = [&best](Row row) {
        if (!best || row.score > best->score)
            best = std::move(row);
    };
    const auto named = fuzzyMatch(typed, command.name());
    if (named)
        offer({&command, named->score + kNamed, named->positions});
    const int letters = static_cast<int>(words.join(QString()).size());
    if (haveAll(m_words[at].named, words))
        offer({&command, kByWords + kPerLetter * letters, named ? named->positions : QList<int>()});
    else if (haveAll(m_words[at].described, words))
        offer({&command, kPerLetterOfTip * letters, {}});
    if (const auto found = named ? std::nullopt : fuzzyMatch(typed, idOf(command)))
        offer({&command, found->score, {}});
    return best;
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
