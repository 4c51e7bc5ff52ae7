#include "widgets/watching/model_tree.h"

#include "widgets/qt_text.h"
#include "widgets/row_delegate.h"
#include "widgets/tensors/tensor_image.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <map>

namespace lensboard::widgets {

namespace {

constexpr int kModuleRole = Qt::UserRole, kAttributeRole = Qt::UserRole + 1;
enum Column { Name, Type, Shape, ColumnCount };

QString attributeOf(const QTreeWidgetItem &item)
{
    return item.data(Name, kAttributeRole).toString();
}

} // namespace

ModelTree::ModelTree(const std::vector<record::LayerInfo> &layers, Pick pick, QWidget *parent)
    : QWidget(parent), m_pick(pick), m_search(new QLineEdit(this)), m_tree(new QTreeWidget(this))
{
    m_search->setObjectName("searchModel");
    m_search->setPlaceholderText(tr("Find by name or type"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_tree->setObjectName("modelTree");
    m_tree->setAccessibleName(pick == Pick::Modules ? tr("Layers of the model") : tr("Modules, parameters and buffers of the model"));
    m_tree->setHeaderLabels({tr("Name"), tr("Type"), tr("Shape")});
    m_tree->setItemDelegate(new RowDelegate(m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setExpandsOnDoubleClick(false);
    fill(layers);
    m_tree->expandAll();
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_search);
    layout->addWidget(m_tree, 1);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &typed) {
        for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
            filter(m_tree->topLevelItem(i), typed, false);
    });
    if (pick == Pick::Modules)
        connect(m_tree, &QTreeWidget::itemChanged, this, &ModelTree::changed);
    else
        connect(m_tree, &QTreeWidget::currentItemChanged, this, &ModelTree::changed);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        if (!attributeOf(*item).isEmpty())
            Q_EMIT activated();
    });
}

void ModelTree::fill(const std::vector<record::LayerInfo> &layers)
{
    std::map<std::string, QTreeWidgetItem *> modules;
    for (const record::LayerInfo &layer : layers) {
        const std::size_t dot = layer.name.rfind('.');
        const auto outer = layer.name.empty() ? modules.end() : modules.find(dot == std::string::npos ? std::string() : layer.name.substr(0, dot));
        modules[layer.name] = addModule(layer, outer == modules.end() ? nullptr : outer->second);
    }
}

QTreeWidgetItem *ModelTree::addModule(const record::LayerInfo &layer, QTreeWidgetItem *outer)
{
    auto *item = outer ? new QTreeWidgetItem(outer) : new QTreeWidgetItem(m_tree);
    const std::string shown = shownName(layer);
    item->setText(Name, text(outer ? shown.substr(shown.rfind('.') + 1) : shown));
    item->setText(Type, text(layer.type));
    item->setText(Shape, text(outputShapeText(layer)));
    item->setToolTip(Shape, tr("Shape of its output; N is the batch size"));
    item->setData(Name, kModuleRole, text(layer.name));
    item->setToolTip(Name, text(shown));
    if (m_pick == Pick::Modules) {
        item->setCheckState(Name, Qt::Unchecked);
        return item;
    }
    for (const record::ParameterInfo &parameter : layer.parameters)
        addAttribute(item, parameter.name, tr("parameter"), parameter.shape);
    for (const record::BufferInfo &buffer : layer.buffers)
        addAttribute(item, buffer.name, tr("buffer"), buffer.shape);
    return item;
}

void ModelTree::addAttribute(QTreeWidgetItem *module, const std::string &name, const QString &type, const std::vector<std::int64_t> &shape)
{
    auto *item = new QTreeWidgetItem(module, {text(name), type, shapeText(shape)});
    item->setData(Name, kModuleRole, module->data(Name, kModuleRole));
    item->setData(Name, kAttributeRole, text(name));
    QFont slanted = item->font(Name);
    slanted.setItalic(true);
    item->setFont(Name, slanted);
}

/// Shows matches, their parents and, for a matching module, its children.
bool ModelTree::filter(QTreeWidgetItem *item, const QString &typed, bool isWithin)
{
    const bool isFound = isWithin || item->text(Name).contains(typed, Qt::CaseInsensitive) || item->text(Type).contains(typed, Qt::CaseInsensitive);
    bool hasFound = false;
    for (int i = 0; i < item->childCount(); ++i)
        hasFound = filter(item->child(i), typed, isFound && !typed.isEmpty()) || hasFound;
    item->setHidden(!isFound && !hasFound);
    return isFound || hasFound;
}

bool ModelTree::hasCurrent() const
{
    return m_tree->currentItem();
}

ModelTree::Item ModelTree::current() const
{
    const QTreeWidgetItem *item = m_tree->currentItem();
    return item ? Item{item->data(Name, kModuleRole).toString().toStdString(), attributeOf(*item).toStdString()} : Item();
}

std::vector<std::string> ModelTree::ticked() const
{
    std::vector<std::string> modules;
    for (QTreeWidgetItemIterator item(m_tree, QTreeWidgetItemIterator::Checked); *item; ++item)
        modules.push_back((*item)->data(Name, kModuleRole).toString().toStdString());
    return modules;
}

void ModelTree::choose(const QString &layer)
{
    for (QTreeWidgetItemIterator item(m_tree); *item; ++item) {
        if ((*item)->toolTip(Name) != layer)
            continue;
        m_tree->setCurrentItem(*item);
        m_tree->scrollToItem(*item, QAbstractItemView::PositionAtTop);
        if (m_pick == Pick::Modules)
            (*item)->setCheckState(Name, Qt::Checked);
        return;
    }
}

/// In the search field, Escape clears it and Down moves to the results.
bool ModelTree::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Escape && !m_search->text().isEmpty())
        m_search->clear();
    else if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter)
        m_tree->setFocus(Qt::OtherFocusReason);
    else
        return false;
    return true;
}

} // namespace lensboard::widgets
