#pragma once

#include "core/record/run_info.h"

#include <QWidget>

#include <string>
#include <vector>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace lensboard::widgets {

/// The modules of a model as a tree with a search field: to choose one of them, or of their parameters and buffers, or to
/// tick several modules.
class ModelTree final : public QWidget
{
    Q_OBJECT

public:
    enum class Pick { OneOfAll, Modules };

    struct Place
    {
        std::string module;    ///< dotted name; empty: the model
        std::string attribute; ///< empty: the module itself
    };

    ModelTree(const std::vector<record::LayerInfo> &layers, Pick pick, QWidget *parent = nullptr);

    /// Returns true if an item is chosen; with modules to tick, the row under the cursor.
    bool hasCurrent() const;
    Place current() const;
    std::vector<std::string> ticked() const;
    /// The module that is shown as \p layer: chosen or ticked.
    void choose(const QString &layer);

    QTreeWidget *tree() const { return m_tree; }
    QLineEdit *search() const { return m_search; }

Q_SIGNALS:
    /// The chosen or ticked items changed.
    void changed();
    /// A double click on a parameter or buffer, or Enter.
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
