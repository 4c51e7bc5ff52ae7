#include "widgets/models/layer_model.h"

#include "widgets/number_text.h"
#include "widgets/qt_text.h"

#include <algorithm>
#include <utility>

namespace lensboard::widgets {

namespace {

QString pathOf(const record::LayerInfo &layer)
{
    return text(record::shownName(layer));
}

constexpr qsizetype kDeepest = 64; ///< longer names count as one part, as do names with empty parts

/// Position of the last part of a dotted name.
qsizetype lastPart(const QString &path)
{
    const qsizetype dot = path.lastIndexOf('.');
    const bool isPath = dot > 0 && dot + 1 < path.size() && !path.startsWith('.') && !path.contains(QLatin1String(".."));
    return isPath && path.count('.') < kDeepest ? dot + 1 : 0;
}

QString sizesText(const std::vector<std::int64_t> &sizes)
{
    QStringList texts;
    for (const std::int64_t size : sizes)
        texts << QString::number(size);
    return '[' + texts.join(QLatin1String(", ")) + ']';
}

/// Makes an empty icon of the largest size drawn.
QIcon emptyIcon()
{
    constexpr int kSide = 64;
    QPixmap nothing(kSide, kSide);
    nothing.fill(Qt::transparent);
    return nothing;
}

} // namespace

LayerModel::LayerModel(QObject *parent) : QAbstractItemModel(parent) {}

void LayerModel::setLayers(const std::vector<record::LayerInfo> &layers)
{
    if (!m_nodes.empty() && updateInPlace(layers))
        return;
    beginResetModel();
    const std::vector<Node> old = std::exchange(m_nodes, {});
    m_roots.clear();
    m_ids.clear();
    for (const record::LayerInfo &layer : layers)
        m_nodes[add(pathOf(layer), false)].layer = layer;
    for (const Node &node : old)
        if (node.measured)
            m_nodes[add(node.path, false)].measured = true;
    sumParameters();
    endResetModel();
    settleAll();
}

/// Updates details in place and returns true if \p layers has the known names; otherwise returns false.
bool LayerModel::updateInPlace(const std::vector<record::LayerInfo> &layers)
{
    const auto known = [this](const record::LayerInfo &layer) {
        const auto found = m_ids.find(pathOf(layer));
        return found == m_ids.end() ? nullptr : &m_nodes[found->second];
    };
    const auto isModule = [](const Node &node) { return node.layer.has_value(); };
    if (std::count_if(m_nodes.begin(), m_nodes.end(), isModule) != static_cast<std::ptrdiff_t>(layers.size()))
        return false;
    if (!std::all_of(layers.begin(), layers.end(), [&](const auto &layer) {
            const Node *node = known(layer);
            return node && node->layer;
        }))
        return false;
    for (const record::LayerInfo &layer : layers) {
        Node &node = m_nodes[m_ids.at(pathOf(layer))];
        if (*node.layer == layer)
            continue;
        node.layer = layer;
        const NodeId id = m_ids.at(node.path);
        Q_EMIT dataChanged(indexOf(id), indexOf(id, ColumnCount - 1));
    }
    sumParameters();
    return true;
}

void LayerModel::addMeasured(const QString &layer)
{
    const auto known = m_ids.find(layer);
    if (known != m_ids.end() && m_nodes[known->second].measured)
        return;
    const NodeId id = add(layer, true);
    m_nodes[id].measured = true;
    for (std::optional<NodeId> node = id; node; node = m_nodes[*node].parent)
        settle(*node);
}

void LayerModel::clear()
{
    beginResetModel();
    m_nodes.clear();
    m_roots.clear();
    m_ids.clear();
    endResetModel();
}

/// Returns the node of \p path. Creates it and missing parents; \p announced: notifies views.
LayerModel::NodeId LayerModel::add(const QString &path, bool announced)
{
    if (const auto known = m_ids.find(path); known != m_ids.end())
        return known->second;
    Node node;
    node.path = path;
    const qsizetype begin = lastPart(path);
    node.name = path.mid(begin);
    const QString model = text(record::shownName({}));
    if (begin > 0)
        node.parent = add(path.left(begin - 1), announced);
    else if (const auto root = m_ids.find(model); root != m_ids.end() && m_nodes[root->second].layer)
        node.parent = root->second;
    return append(std::move(node), announced);
}

LayerModel::NodeId LayerModel::append(Node node, bool announced)
{
    const NodeId id = m_nodes.size();
    std::vector<NodeId> &siblings = node.parent ? m_nodes[*node.parent].children : m_roots;
    node.row = static_cast<int>(siblings.size());
    if (announced)
        beginInsertRows(node.parent ? indexOf(*node.parent) : QModelIndex(), node.row, node.row);
    siblings.push_back(id);
    m_ids[node.path] = id;
    m_nodes.push_back(std::move(node));
    if (announced)
        endInsertRows();
    return id;
}

void LayerModel::sumParameters()
{
    for (Node &node : m_nodes)
        node.parameters = node.layer ? record::parameterCount(*node.layer) : 0;
    for (auto node = m_nodes.rbegin(); node != m_nodes.rend(); ++node)
        if (node->parent)
            m_nodes[*node->parent].parameters += node->parameters;
}

/// Computes the check state from settled children: a module without own series is hidden if all its children are.
void LayerModel::settle(NodeId id)
{
    Node &node = m_nodes[id];
    int shown = 0, hidden = 0;
    const auto count = [&](Qt::CheckState state) {
        shown += state != Qt::Unchecked;
        hidden += state != Qt::Checked;
    };
    for (const NodeId child : node.children)
        count(m_nodes[child].shown);
    if (node.measured || node.children.empty())
        count(m_hidden.contains(node.path) ? Qt::Unchecked : Qt::Checked);
    else if (shown)
        m_hidden.erase(node.path);
    else
        m_hidden.insert(node.path);
    const Qt::CheckState state = shown && hidden ? Qt::PartiallyChecked : shown ? Qt::Checked : Qt::Unchecked;
    if (std::exchange(node.shown, state) != state)
        Q_EMIT dataChanged(indexOf(id), indexOf(id), {Qt::CheckStateRole});
}

void LayerModel::settleAll()
{
    for (NodeId id = m_nodes.size(); id-- > 0;)
        settle(id);
}

void LayerModel::setHidden(std::set<QString> layers)
{
    m_hidden = std::move(layers);
    settleAll();
}

void LayerModel::markBelow(NodeId id, std::vector<bool> &marked) const
{
    marked[id] = true;
    for (const NodeId child : m_nodes[id].children)
        markBelow(child, marked);
}

/// Returns for each node if it is one of \p indexes or below one.
std::vector<bool> LayerModel::marked(const QModelIndexList &indexes) const
{
    std::vector<bool> marked(m_nodes.size());
    for (const QModelIndex &index : indexes)
        if (checkIndex(index, CheckIndexOption::IndexIsValid))
            markBelow(index.internalId(), marked);
    return marked;
}

void LayerModel::show(const std::vector<bool> &shown)
{
    std::set<QString> hidden = m_hidden;
    for (NodeId id = 0; id < m_nodes.size(); ++id)
        if (shown[id])
            hidden.erase(m_nodes[id].path);
        else
            hidden.insert(m_nodes[id].path);
    choose(std::move(hidden));
}

void LayerModel::choose(std::set<QString> hidden)
{
    const std::set<QString> before = m_hidden;
    setHidden(std::move(hidden));
    if (m_hidden != before)
        Q_EMIT hiddenChanged(m_hidden);
}

void LayerModel::solo(const QModelIndexList &indexes)
{
    show(marked(indexes));
}

void LayerModel::hide(const QModelIndexList &indexes)
{
    std::vector<bool> shown = marked(indexes);
    for (NodeId id = 0; id < m_nodes.size(); ++id)
        shown[id] = !shown[id] && !m_hidden.contains(m_nodes[id].path);
    show(shown);
}

void LayerModel::showAll()
{
    choose({});
}

const std::vector<LayerModel::NodeId> &LayerModel::childrenOf(const QModelIndex &parent) const
{
    return parent.isValid() ? at(parent).children : m_roots;
}

QModelIndex LayerModel::indexOf(NodeId id, int column) const
{
    return createIndex(m_nodes[id].row, column, id);
}

QModelIndex LayerModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, childrenOf(parent)[static_cast<std::size_t>(row)]);
}

QModelIndex LayerModel::parent(const QModelIndex &child) const
{
    return child.isValid() && at(child).parent ? indexOf(*at(child).parent) : QModelIndex();
}

int LayerModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int LayerModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

/// Returns the full text of all columns, and the parameters one by one.
QString LayerModel::toolTip(const Node &node) const
{
    QStringList lines = {node.path};
    if (const Mark *const mark = markOf(node))
        lines << mark->words;
    if (!node.layer)
        return lines.join('\n');
    lines << text(node.layer->type);
    if (node.layer->outputShape)
        lines << tr("Output: %1").arg(text(record::outputShapeText(*node.layer)));
    for (const record::ParameterInfo &parameter : node.layer->parameters)
        lines << (parameter.requiresGrad ? tr("%1 %2") : tr("%1 %2, frozen")).arg(text(parameter.name), sizesText(parameter.shape));
    if (node.parameters)
        lines << tr("Parameters: %1").arg(countText(node.parameters));
    return lines.join('\n');
}

const LayerModel::Mark *LayerModel::markOf(const Node &node) const
{
    const auto mark = m_marks.find(node.path);
    return mark == m_marks.end() ? nullptr : &mark->second;
}

void LayerModel::setMarks(std::map<QString, Mark> marks)
{
    std::map<QString, Mark> all = marks;
    for (const auto &[path, mark] : marks)
        for (qsizetype dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
            Mark &above = all[path.left(dot)];
            if (mark.severity > above.severity || above.words.isEmpty())
                above = {mark.severity, mark.icon, path + QStringLiteral(": ") + mark.words};
        }
    if (all == m_marks)
        return;
    m_marks = std::move(all);
    if (!m_marks.empty() && !m_noMark.isValid())
        m_noMark = emptyIcon();
    for (NodeId id = 0; id < m_nodes.size(); ++id)
        Q_EMIT dataChanged(indexOf(id), indexOf(id), {Qt::DecorationRole, Qt::ToolTipRole});
}

QVariant LayerModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node &node = at(index);
    if (role == kPathRole)
        return node.path;
    if (role == Qt::ToolTipRole)
        return toolTip(node);
    if (role == Qt::CheckStateRole && index.column() == Name && m_isCheckable)
        return node.shown;
    if (role == Qt::DecorationRole && index.column() == Name) {
        const Mark *const mark = markOf(node);
        return mark ? QVariant(mark->icon) : m_noMark;
    }
    if (role == Qt::TextAlignmentRole && index.column() == Parameters)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return node.name;
    case Type: return node.layer ? text(node.layer->type) : QString();
    case OutputShape: return node.layer ? text(record::outputShapeText(*node.layer)) : QString();
    case Parameters: return node.parameters ? countText(node.parameters) : QString();
    default: return {};
    }
}

QVariant LayerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == Parameters)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == OutputShape)
        return tr("Shape of its output; N is the batch size");
    if (role == Qt::ToolTipRole && section == Parameters)
        return tr("Number of parameters, including contained layers");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Layer");
    case Type: return tr("Type");
    case OutputShape: return tr("Output");
    case Parameters: return tr("Params");
    default: return {};
    }
}

bool LayerModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !index.isValid() || index.column() != Name)
        return false;
    std::vector<bool> shown = marked({index});
    const bool on = value.toInt() != Qt::Unchecked;
    for (NodeId id = 0; id < m_nodes.size(); ++id)
        shown[id] = shown[id] ? on : !m_hidden.contains(m_nodes[id].path);
    show(shown);
    return true;
}

Qt::ItemFlags LayerModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags plain = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == Name && m_isCheckable ? plain | Qt::ItemIsUserCheckable : plain;
}

} // namespace lensboard::widgets
