#include "widgets/layer_panel.h"

#include "widgets/control_icon.h"
#include "widgets/layer_view.h"
#include "widgets/models/layer_filter.h"
#include "widgets/models/layer_model.h"
#include "widgets/search_field.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <functional>

namespace lensboard::widgets {

namespace {

constexpr int kMaxUnfolded = 40; ///< models with at most this many layers are fully expanded at first

void forEachLayer(const QAbstractItemModel &model, const QModelIndex &parent, const std::function<void(const QModelIndex &)> &visit)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex layer = model.index(row, LayerModel::Name, parent);
        visit(layer);
        forEachLayer(model, layer, visit);
    }
}

} // namespace

LayerPanel::LayerPanel(LayerModel *model, QWidget *parent)
    : QWidget(parent), m_model(model), m_filter(new LayerFilter(this)), m_view(new LayerView(this)),
      m_search(new SearchField(tr("Find layers by name or type"), m_view, this)), m_isExpression(new QToolButton(this)), m_problem(new QLabel(this))
{
    m_filter->setSourceModel(model);
    m_view->setModel(m_filter);
    m_view->setAccessibleName(tr("Layers of the model"));
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_problem->setObjectName("problem");
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(6, 0, 6, 2);
    m_problem->hide();
    buildActions();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(buildSearch());
    layout->addWidget(m_problem);
    layout->addWidget(m_view, 1);
    connect(m_view, &LayerView::layerActivated, this, &LayerPanel::layerActivated);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LayerPanel::updateActions);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &LayerPanel::unfold);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &LayerPanel::updateActions);
    connect(m_filter, &QAbstractItemModel::rowsInserted, m_view, [this](const QModelIndex &into) { m_view->expand(into); });
    unfold();
    updateActions();
}

void LayerPanel::buildActions()
{
    const auto add = [this](const QString &name, Qt::Key key, Qt::KeyboardModifiers modifiers, const QString &tip, const auto &slot) {
        auto *action = new QAction(name, this);
        action->setShortcut(QKeyCombination(modifiers, key));
        action->setToolTip(tip);
        action->setStatusTip(tip);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
        return action;
    };
    constexpr auto kControlAlt = Qt::ControlModifier | Qt::AltModifier;
    add(tr("&Find Layers"), Qt::Key_F, Qt::ControlModifier, tr("Search the layers by name or type"), [this] { search(); })
        ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_F), QKeySequence(Qt::ALT | Qt::Key_L)});
    m_solo = add(tr("&Show Only These"), Qt::Key_S, kControlAlt,
                 tr("Hide the plots of all layers except the selected or found ones"),
                 [this] { m_model->solo(chosen()); });
    m_hide = add(tr("&Hide These"), Qt::Key_H, kControlAlt, tr("Hide the plots of the selected or found layers"),
                 [this] { m_model->hide(chosen()); });
    add(tr("Show &All"), Qt::Key_A, kControlAlt, tr("Show the plots of all layers"), [this] { m_model->showAll(); });
    add(tr("&Expand All"), Qt::Key_E, kControlAlt, tr("Unfold all layers"), [this] { m_view->expandAll(); });
    add(tr("&Collapse All"), Qt::Key_F, kControlAlt, tr("Fold all layers"), [this] { m_view->collapseAll(); });
    m_view->addActions(actions());
    m_watch = new QAction(tr("&Watch an Attribute …"), this);
    m_watch->setVisible(false);
    connect(m_watch, &QAction::triggered, this, [this] { Q_EMIT watchRequested(m_view->currentIndex().data(LayerModel::kPathRole).toString()); });
    m_view->addAction(m_watch);
}

QWidget *LayerPanel::buildSearch()
{
    m_search->setToolTip(tr("Words of a layer's name and type (Ctrl+F)"));
    m_invalid = m_search->addAction(controlIcon(ControlIcon::Warning), QLineEdit::LeadingPosition);
    m_invalid->setVisible(false);
    m_isExpression->setObjectName("expression");
    m_isExpression->setText(QStringLiteral(".*"));
    m_isExpression->setCheckable(true);
    m_isExpression->setAutoRaise(true);
    m_isExpression->setToolTip(tr("Search by a regular expression, as ^fc or conv[12]"));
    m_isExpression->setAccessibleName(tr("Regular expression"));
    auto *more = new QToolButton(this);
    more->setText(QStringLiteral("⋯"));
    more->setAutoRaise(true);
    more->setToolTip(tr("Show, hide and fold layers"));
    more->setAccessibleName(tr("Show, hide and fold layers"));
    auto *menu = new QMenu(more);
    menu->addActions(actions().mid(1)); // without the search action, because the field is beside the menu
    menu->setToolTipsVisible(true);
    connect(more, &QToolButton::clicked, menu, [more, menu] { menu->popup(more->mapToGlobal(more->rect().bottomLeft())); });
    connect(m_search, &QLineEdit::textChanged, this, &LayerPanel::filter);
    connect(m_isExpression, &QToolButton::toggled, this, &LayerPanel::filter);
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->setSpacing(2);
    layout->addWidget(m_search, 1);
    layout->addWidget(m_isExpression);
    layout->addWidget(more);
    return row;
}

void LayerPanel::setWatchable(bool watchable)
{
    m_watch->setVisible(watchable);
}

void LayerPanel::search()
{
    for (QWidget *widget = this; widget->parentWidget(); widget = widget->parentWidget())
        if (qobject_cast<QStackedWidget *>(widget->parentWidget()))
            if (auto *tabs = qobject_cast<QTabWidget *>(widget->parentWidget()->parentWidget()))
                tabs->setCurrentWidget(widget);
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// An invalid expression keeps the previous result.
void LayerPanel::filter()
{
    const QString text = m_search->text();
    const bool isExpression = m_isExpression->isChecked();
    const QRegularExpression pattern = isExpression ? QRegularExpression(text, QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption)
                                                    : SearchField::wordsPattern(text);
    m_invalid->setVisible(!pattern.isValid());
    if (!pattern.isValid())
        return report(tr("No regular expression: %1, at character %2").arg(pattern.errorString()).arg(pattern.patternErrorOffset() + 1));
    const bool wasFiltering = m_filter->isFiltering();
    if (!wasFiltering)
        forEachLayer(*m_filter, {}, [this](const QModelIndex &layer) {
            m_expanded[layer.data(LayerModel::kPathRole).toString()] = m_view->isExpanded(layer);
        });
    m_view->clearSelection(); // actions apply to the filtered layers
    m_filter->setPattern(pattern);
    if (m_filter->isFiltering())
        m_view->expandAll();
    else if (wasFiltering)
        foldAsBefore();
    report(m_filter->isFiltering() && m_filter->rowCount() == 0 ? tr("No layer has such a name or type.") : QString());
    updateActions();
}

void LayerPanel::report(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_search->setAccessibleDescription(problem);
}

/// Expands all layers, or the upper levels of a large model.
void LayerPanel::unfold()
{
    int count = 0;
    forEachLayer(*m_filter, {}, [&count](const QModelIndex &) { ++count; });
    if (count <= kMaxUnfolded || m_filter->isFiltering())
        m_view->expandAll();
    else
        m_view->expandToDepth(1);
}

void LayerPanel::foldAsBefore()
{
    forEachLayer(*m_filter, {}, [this](const QModelIndex &layer) {
        m_view->setExpanded(layer, m_expanded.value(layer.data(LayerModel::kPathRole).toString(), true));
    });
}

void LayerPanel::updateActions()
{
    const bool any = !chosen().isEmpty();
    m_solo->setEnabled(any);
    m_hide->setEnabled(any);
}

QModelIndexList LayerPanel::chosen() const
{
    QModelIndexList layers;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        layers << m_filter->mapToSource(index);
    return layers.isEmpty() && m_filter->isFiltering() ? m_filter->matches() : layers;
}

} // namespace lensboard::widgets
