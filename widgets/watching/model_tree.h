#pragma once

#include "core/record/run_info.h"

#include <QWidget>

#include <string>
#include <vector>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace lensboard::widgets {

/// The modules of a model as a tree with a search field, for choosing a module, parameter or buffer, or for ticking several
/// modules.
class ModelTree final : public QWidget
{
    Q_OBJECT

public:
    enum class Pick { OneOfAll, Modules };

    struct Item
    {
        std::string module;    ///< dotted name; empty: the whole model
        std::string attribute; ///< empty: the module itself
    };

    ModelTree(const std::vector<record::LayerInfo> &layers, Pick pick, QWidget *parent = nullptr);

    /// Returns true if an item is chosen; with modules to tick, the row under the cursor.
    bool hasCurrent() const;
    Item current() const;
    std::vector<std::string> ticked() const;
    /// Chooses or ticks the module shown as \p layer.
    void choose(const QString &layer);

    QTreeWidget *tree() const { return m_tree; }
    QLineEdit *search() const { return m_search; }

Q_SIGNALS:
    /// The chosen or ticked items changed.
    void changed();
    /// Emitted after a double click on a parameter or buffer, or Enter.
    void activated();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill(const std::vector<record::LayerInfo> &layers);
    QTreeWidgetItem *addModule(const record::LayerInfo &layer, QTreeWidgetItem *outer);
    void addAttribute(QTreeWidgetItem *module, const std::string &name, const QString &type, const std::vector<std::int64_t> &shape);
    bool filter(QTreeWidgetItem *item, const QString &typed, bool isWithin);

    Pick m_pick;
    QLineEdit *m_search;
    QTreeWidget *m_tree;
};

} // namespace lensboard::widgets
