#pragma once

#include "core/record/run_info.h"

#include <QAbstractItemModel>
#include <QIcon>
#include <QVariant>

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace lensboard::widgets {

/// The modules of a model as a tree by their dotted names. Check boxes show or hide plots. Layer names are the names in the
/// series; the model itself is "(model)".
///
/// The check box and parameter count of a module include the modules below it.
class LayerModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, Type, OutputShape, Parameters, ColumnCount };
    static constexpr int kPathRole = Qt::UserRole; ///< the layer's whole name

    explicit LayerModel(QObject *parent = nullptr);

    /// Sets the modules in model order. Keeps hidden layers hidden, and layers known from series only.
    void setLayers(const std::vector<record::LayerInfo> &layers);
    /// Adds a layer named by a series, unless it is known. Needed because imported runs have no model.
    void addMeasured(const QString &layer);
    void clear();

    /// Without check boxes, layers cannot be shown or hidden.
    void setCheckable(bool checkable) { m_isCheckable = checkable; }
    const std::set<QString> &hidden() const { return m_hidden; }
    /// Sets hidden layers, including layers added later. Does not emit hiddenChanged().
    void setHidden(std::set<QString> layers);

    /// Marks beside layer names, by path; also shown on parents, because they may be collapsed.
    struct Mark
    {
        int severity = 0; ///< greatest severity of its marks
        QIcon icon = {};
        QString words = {};

        bool operator==(const Mark &other) const { return severity == other.severity && words == other.words; }
    };
    void setMarks(std::map<QString, Mark> marks);

    /// Shows only \p indexes and their descendants.
    void solo(const QModelIndexList &indexes);
    /// Hides \p indexes and their descendants.
    void hide(const QModelIndexList &indexes);
    void showAll();

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    /// The user hid or showed layers.
    void hiddenChanged(const std::set<QString> &layers);

private:
    using NodeId = std::size_t; ///< position in m_nodes; parents come before their children
    struct Node
    {
        QString path;
        QString name; ///< the last part of the path
        std::optional<NodeId> parent;
        int row = 0;
        std::vector<NodeId> children;
        std::optional<record::LayerInfo> layer;
        std::int64_t parameters = 0; ///< including descendants
        bool measured = false;       ///< named by a series
        Qt::CheckState shown = Qt::Checked;
    };

    const std::vector<NodeId> &childrenOf(const QModelIndex &parent) const;
    const Node &at(const QModelIndex &index) const { return m_nodes[index.internalId()]; }
    QModelIndex indexOf(NodeId id, int column = Name) const;
    bool updateInPlace(const std::vector<record::LayerInfo> &layers);
    NodeId add(const QString &path, bool announced);
    NodeId append(Node node, bool announced);
    void sumParameters();
    void settle(NodeId id);
    void settleAll();
    void markBelow(NodeId id, std::vector<bool> &marked) const;
    std::vector<bool> marked(const QModelIndexList &indexes) const;
    void show(const std::vector<bool> &shown);
    void choose(std::set<QString> hidden);
    QString toolTip(const Node &node) const;
    const Mark *markOf(const Node &node) const;

    std::vector<Node> m_nodes;
    std::vector<NodeId> m_roots;
    std::unordered_map<QString, NodeId> m_ids; ///< by path
    std::set<QString> m_hidden;
    std::map<QString, Mark> m_marks;
    QVariant m_noMark; ///< placeholder as wide as a mark, set with the first mark so that names do not move
    bool m_isCheckable = true;
};

} // namespace lensboard::widgets
