#include "widgets/models/lens_model.h"

#include "core/experiment/experiment_schema.h"
#include "widgets/core_words.h"
#include "widgets/key_names.h"
#include "widgets/number_text.h"

#include <QGuiApplication>
#include <QLocale>
#include <QPalette>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr quintptr kLens = 0; ///< internal id of a lens; a tag's id is its lens's row + 1

QString shortTime(double seconds)
{
    const double ms = 1e3 * seconds;
    if (ms < 0.001)
        return LensModel::tr("< 1 µs");
    if (ms < 0.1)
        return LensModel::tr("%1 µs").arg(QLocale().toString(1e3 * ms, 'f', 0));
    return LensModel::tr("%1 ms").arg(QLocale().toString(ms, 'f', ms < 1 ? 2 : ms < 10 ? 1 : 0));
}

QString inPercent(double share)
{
    return LensModel::tr("%1 %").arg(percentText(share));
}

} // namespace

LensModel::LensModel(QObject *parent) : QAbstractItemModel(parent) {}

int LensModel::rowOf(const QString &lens) const
{
    const auto found = std::find_if(m_lenses.begin(), m_lenses.end(), [&](const Row &l) { return l.name == lens; });
    return found == m_lenses.end() ? -1 : static_cast<int>(found - m_lenses.begin());
}

void LensModel::insertLens(const Row &lens)
{
    if (rowOf(lens.name) >= 0)
        return;
    const int row = static_cast<int>(m_lenses.size());
    beginInsertRows({}, row, row);
    m_lenses.push_back(lens);
    endInsertRows();
}

void LensModel::addLens(const QString &lens, const QString &kind)
{
    std::vector<Tag> tags;
    if (const int known = rowOf(lens); known >= 0 && !m_lenses[static_cast<std::size_t>(known)].hasSettings) { // known only from its tags so far
        tags = m_lenses[static_cast<std::size_t>(known)].tags;
        removeLens(lens);
    }
    insertLens({lens, kind.isEmpty() ? lens : kind, true, {}});
    if (tags.empty())
        return;
    const int row = rowOf(lens);
    beginInsertRows(index(row, 0), 0, static_cast<int>(tags.size()) - 1);
    m_lenses[static_cast<std::size_t>(row)].tags = std::move(tags);
    endInsertRows();
}

/// A lens that is known only from its tags was on.
bool LensModel::isOn(const Row &lens) const
{
    const experiment::KindSettings *const watcher = m_watchers->find(lens.name.toStdString());
    return watcher ? experiment::isOn(*watcher) : !lens.hasSettings;
}

void LensModel::setWatchers(std::shared_ptr<const experiment::Roster> watchers)
{
    std::vector<bool> before;
    for (const Row &lens : m_lenses)
        before.push_back(isOn(lens));
    m_watchers = std::move(watchers);
    for (int row = 0; row < static_cast<int>(before.size()); ++row)
        if (isOn(m_lenses[static_cast<std::size_t>(row)]) != before[static_cast<std::size_t>(row)])
            Q_EMIT dataChanged(index(row, Name), index(row, Cost));
    for (const experiment::KindSettings &watcher : m_watchers->all())
        addLens(QString::fromStdString(watcher.name()), QString::fromStdString(watcher.kind));
    for (int row = rowCount() - 1; row >= 0; --row) {
        const Row &lens = m_lenses[static_cast<std::size_t>(row)];
        if (lens.hasSettings && !m_watchers->find(lens.name.toStdString()) && !experiment::isLens(lens.name.toStdString()))
            removeLens(QString(lens.name));
    }
}

void LensModel::removeLens(const QString &lens)
{
    const int row = rowOf(lens);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_lenses.erase(m_lenses.begin() + row);
    endRemoveRows();
}

void LensModel::clear()
{
    beginResetModel();
    m_lenses.clear();
    endResetModel();
}

void LensModel::dropTags()
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        Row &lens = m_lenses[static_cast<std::size_t>(row)];
        if (!lens.hasSettings) {
            beginRemoveRows({}, row, row);
            m_lenses.erase(m_lenses.begin() + row);
            endRemoveRows();
        } else if (!lens.tags.empty()) {
            beginRemoveRows(index(row, 0), 0, static_cast<int>(lens.tags.size()) - 1);
            lens.tags.clear();
            endRemoveRows();
        }
    }
}

void LensModel::addTag(const record::TagSpec &tag)
{
    const QString lens = QString::fromStdString(tag.lens), name = QString::fromStdString(tag.name);
    insertLens({lens, lens, false, {}});
    const int row = rowOf(lens);
    auto &tags = m_lenses[static_cast<std::size_t>(row)].tags;
    if (std::any_of(tags.begin(), tags.end(), [&](const Tag &t) { return t.name == name; }))
        return;
    const int last = static_cast<int>(tags.size());
    beginInsertRows(index(row, 0), last, last);
    tags.push_back({name, tagText(tag), true, tag.kind != record::TagKind::Tensors});
    endInsertRows();
    if (last == 0)
        Q_EMIT dataChanged(index(row, Name), index(row, Settings)); // the lens has something to show now
}

void LensModel::setCosts(const session::LensCosts &costs)
{
    if (m_costs == costs)
        return;
    QStringList before;
    for (const Row &lens : m_lenses)
        before << costText(lens);
    const QString heading = nameHeading();
    m_costs = costs;
    if (nameHeading() != heading)
        Q_EMIT headerDataChanged(Qt::Horizontal, Name, Name);
    for (int row = 0; row < rowCount(); ++row)
        if (costText(m_lenses[static_cast<std::size_t>(row)]) != before[row])
            Q_EMIT dataChanged(index(row, Cost), index(row, Cost));
}

void LensModel::setTagVisible(const QString &tag, bool visible)
{
    for (std::size_t lens = 0; lens < m_lenses.size(); ++lens)
        for (std::size_t i = 0; i < m_lenses[lens].tags.size(); ++i) {
            Tag &known = m_lenses[lens].tags[i];
            if (known.name != tag || known.visible == visible)
                continue;
            known.visible = visible;
            const QModelIndex changed = index(static_cast<int>(i), 0, index(static_cast<int>(lens), 0));
            Q_EMIT dataChanged(changed, changed, {Qt::CheckStateRole});
        }
}

void LensModel::setSwitchable(bool switchable, const QString &whyNot)
{
    if (m_switchable == switchable && m_whyNotSwitchable == whyNot)
        return;
    m_switchable = switchable;
    m_whyNotSwitchable = whyNot;
    if (!m_lenses.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::CheckStateRole, Qt::ToolTipRole});
}

QModelIndex LensModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kLens);
}

QModelIndex LensModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == kLens)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, kLens);
}

int LensModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_lenses.size());
    if (parent.internalId() != kLens || parent.column() != 0)
        return 0;
    return static_cast<int>(m_lenses[static_cast<std::size_t>(parent.row())].tags.size());
}

int LensModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

/// Returns the lens at \p index, or the lens of the tag at \p index.
const LensModel::Row &LensModel::lensOf(const QModelIndex &index) const
{
    return m_lenses[index.internalId() == kLens ? static_cast<std::size_t>(index.row()) : index.internalId() - 1];
}

QVariant LensModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &lens = lensOf(index);
    if (role == kHasSettingsRole)
        return lens.hasSettings;
    if (role == kNameRole)
        return lens.name;
    if (role == kTagRole)
        return index.internalId() == kLens ? QString() : lens.tags[static_cast<std::size_t>(index.row())].name;
    if (index.column() == Cost)
        return index.internalId() == kLens ? costData(lens, role) : QVariant();
    if (index.column() != Name)
        return {};
    return index.internalId() == kLens ? lensData(lens, role) : tagData(lens.tags[static_cast<std::size_t>(index.row())], role);
}

QVariant LensModel::lensData(const Row &lens, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return lensText(lens.name);
    case Qt::CheckStateRole: return m_switchable ? QVariant(isOn(lens) ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::ToolTipRole: return toolTip(lens);
    default: return {};
    }
}

/// Description, JSON key of its kind, and cost.
QString LensModel::toolTip(const Row &lens) const
{
    const std::string kind = lens.kind.toStdString();
    const experiment::Section *known = experiment::lensSchema(kind);
    const QString name = lens.kind == lens.name ? lensText(lens.name) : tr("%1 (%2)").arg(lens.name, lensText(kind));
    const QString what = known ? tr("%1: %2.").arg(name, helpText(known->help)) : name;
    QStringList lines = {m_switchable ? tr("%1 Off, it costs nothing and leaves a gap in its plots.").arg(what) : what};
    if (known)
        lines << jsonHint(kind);
    if (const QString cost = costInWords(lens); !cost.isEmpty())
        lines << cost;
    if (!m_switchable && !m_whyNotSwitchable.isEmpty())
        lines << m_whyNotSwitchable;
    return lines.join('\n');
}

QVariant LensModel::tagData(const Tag &tag, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return tag.shown;
    case kTagRole: return tag.name;
    case kHasTensorsRole: return !tag.isPlotted;
    case Qt::CheckStateRole: return tag.isPlotted ? QVariant(tag.visible ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::ToolTipRole: return tag.isPlotted ? tr("Show the plots of %1").arg(tag.shown) : tr("Show the tensors of %1 beside the plots").arg(tag.shown);
    default: return {};
    }
}

/// Returns an empty text if the cost is unknown.
QString LensModel::costText(const Row &lens) const
{
    const auto cost = m_costs.lenses.find(lens.name.toStdString());
    return isOn(lens) && cost != m_costs.lenses.end() && cost->second > 0 ? shortTime(cost->second) : QString();
}

QVariant LensModel::costData(const Row &lens, int role) const
{
    const QString cost = costText(lens);
    if (role == Qt::DisplayRole)
        return cost;
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole)
        return QGuiApplication::palette().brush(QPalette::PlaceholderText);
    return role == Qt::ToolTipRole || role == Qt::AccessibleTextRole ? QVariant(costInWords(lens)) : QVariant();
}

/// Returns an empty text if the cost is unknown.
QString LensModel::costInWords(const Row &lens) const
{
    QStringList words;
    if (const QString cost = costText(lens); !cost.isEmpty() && m_costs.stepSeconds > 0) {
        const double share = 100 * m_costs.lenses.at(lens.name.toStdString()) / m_costs.stepSeconds;
        words << tr("%1 of %2 a step (%3 %)").arg(cost, shortTime(m_costs.stepSeconds), QLocale().toString(share, 'f', share < 10 ? 1 : 0));
        if (m_costs.hostTimeOnly)
            words << tr("the host's time, not the device's");
    }
    const auto bytes = m_costs.bytes.find(lens.name.toStdString());
    if (isOn(lens) && bytes != m_costs.bytes.end() && bytes->second > 0)
        words << tr("%1 of tensors to compare the next with").arg(QLocale().formattedDataSize(std::llround(bytes->second), 1, QLocale::DataSizeSIFormat));
    return words.join(QStringLiteral("; "));
}

bool LensModel::hasCosts() const
{
    return std::ranges::any_of(m_lenses, [this](const Row &lens) { return !costText(lens).isEmpty(); });
}

/// With a budget, the heading includes the total cost, because there is more room than above the costs.
QString LensModel::nameHeading() const
{
    return m_costs.budget > 0 ? tr("Lens · cost %1 (limit %2)").arg(inPercent(m_costs.spent), inPercent(m_costs.budget)) : tr("Lens");
}

QVariant LensModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == Cost)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Cost)
        return tr("Time that a lens takes per step");
    if (role == Qt::ToolTipRole && section == Name)
        return m_costs.budget > 0 ? tr("Time of lenses in recent steps: %1 of the training's own time. The limit is %2 (inspector.budget).\n"
                                       "Within the limit, lenses measure as many steps as possible, chosen at random. In its first 100 measured steps a "
                                       "lens measures some steps of each tick; all lenses together may then take up to 25 %.\n"
                                       "The plot Steps Measured shows each lens's share of steps.")
                                        .arg(inPercent(m_costs.spent), inPercent(m_costs.budget))
                                  : QString();
    if (role != Qt::DisplayRole)
        return {};
    return section == Name ? nameHeading() : section == Cost ? tr("Cost") : QString();
}

bool LensModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !index.isValid() || index.column() != Name)
        return false;
    const bool on = value.toInt() == Qt::Checked;
    if (index.internalId() == kLens) {
        if (m_switchable)
            Q_EMIT lensToggled(QString(lensOf(index).name), on); // a copy, since receivers may change the list
        return m_switchable;
    }
    Tag &tag = m_lenses[index.internalId() - 1].tags[static_cast<std::size_t>(index.row())];
    if (!tag.isPlotted)
        return false;
    tag.visible = on;
    Q_EMIT tagToggled(tag.name, on);
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    return true;
}

Qt::ItemFlags LensModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const bool isLens = index.internalId() == kLens;
    if (isLens && !m_switchable && lensOf(index).tags.empty())
        return Qt::NoItemFlags;
    const bool checkable = index.column() == Name && (isLens ? m_switchable : lensOf(index).tags[static_cast<std::size_t>(index.row())].isPlotted);
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | (checkable ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

} // namespace lensboard::widgets
