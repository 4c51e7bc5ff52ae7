#include "widgets/lens_view.h"

#include "widgets/control_icon.h"
#include "widgets/models/lens_model.h"

#include <QAction>
#include <QHeaderView>
#include <QMouseEvent>
#include <QToolButton>

namespace lensboard::widgets {

namespace {

constexpr int kButtonSide = 22;

/// Returns the row of the lens at \p index, or of the lens that \p index's tag belongs to.
QModelIndex lensAt(const QModelIndex &index)
{
    return index.parent().isValid() ? index.parent() : index.siblingAtColumn(LensModel::Name);
}

} // namespace

LensView::LensView(LensModel *model, QWidget *parent)
    : QuietTreeView(parent), m_model(model), m_settings(new QAction(tr("&Settings …"), this)), m_costs(new QAction(tr("Show &Costs"), this))
{
    setModel(model);
    setAllColumnsShowFocus(true);
    setTextElideMode(Qt::ElideMiddle);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(0);
    header()->setSectionResizeMode(LensModel::Name, QHeaderView::Stretch);
    header()->setSectionResizeMode(LensModel::Cost, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(LensModel::Settings, QHeaderView::Fixed);
    header()->resizeSection(LensModel::Settings, kButtonSide + 2);
    viewport()->setBackgroundRole(QPalette::Window); // makes check boxes visible, also in dark themes
    setAccessibleName(tr("Lenses and their tags"));
    buildActions();
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &current) {
        m_settings->setEnabled(current.data(LensModel::kHasSettingsRole).toBool());
        chooseTag(current);
    });
    connect(model, &QAbstractItemModel::rowsInserted, this, &QTreeView::expandAll);
    connect(model, &QAbstractItemModel::rowsInserted, this, &LensView::addButtons);
    connect(model, &QAbstractItemModel::dataChanged, this, &LensView::enableButtons);
    connect(model, &QAbstractItemModel::dataChanged, this, &LensView::showCosts);
    addButtons({}, 0, model->rowCount() - 1);
    showCosts();
    drawIcons();
}

void LensView::buildActions()
{
    m_settings->setShortcuts({Qt::Key_Return, Qt::Key_Enter, Qt::Key_F2});
    m_settings->setEnabled(false);
    m_costs->setObjectName("showCosts");
    m_costs->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_K);
    m_costs->setToolTip(tr("Show or hide the column of lens costs"));
    m_costs->setStatusTip(m_costs->toolTip());
    m_costs->setCheckable(true);
    m_costs->setChecked(true);
    for (QAction *action : {m_settings, m_costs}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        addAction(action);
    }
    header()->addAction(m_costs);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    header()->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_settings, &QAction::triggered, this, [this] { requestSettings(currentIndex()); });
    connect(m_costs, &QAction::toggled, this, &LensView::showCosts);
    connect(m_costs, &QAction::triggered, this, &LensView::costsWanted);
}

void LensView::setCostsWanted(bool wanted)
{
    m_costs->setChecked(wanted);
}

/// Shows the cost column only if a cost is known.
void LensView::showCosts()
{
    setColumnHidden(LensModel::Cost, !m_costs->isChecked() || !m_model->hasCosts());
}

void LensView::addButtons(const QModelIndex &parent, int first, int last)
{
    for (int row = first; row <= last && parent.isValid(); ++row)
        setFirstColumnSpanned(row, parent, true); // a tag has only its name
    for (int row = first; row <= last && !parent.isValid(); ++row) {
        const QModelIndex lens = model()->index(row, LensModel::Name);
        if (!lens.data(LensModel::kHasSettingsRole).toBool())
            continue;
        auto *button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus); // keyboard users have Enter and the menu
        button->setFixedSize(kButtonSide, kButtonSide);
        button->setToolTip(tr("Settings of %1 (Enter)").arg(lens.data().toString()));
        button->setAccessibleName(tr("Settings of %1").arg(lens.data().toString()));
        button->setIcon(m_settings->icon());
        connect(button, &QToolButton::clicked, this,
                [this, at = QPersistentModelIndex(lens)] { requestSettings(at); });
        setIndexWidget(lens.siblingAtColumn(LensModel::Settings), button);
    }
}

void LensView::enableButtons()
{
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex at = model()->index(row, LensModel::Settings);
        if (QWidget *button = indexWidget(at))
            button->setEnabled(at.flags() & Qt::ItemIsEnabled);
    }
}

void LensView::requestSettings(const QModelIndex &index)
{
    if ((index.flags() & Qt::ItemIsEnabled) && index.data(LensModel::kHasSettingsRole).toBool())
        Q_EMIT settingsRequested(lensAt(index).data(LensModel::kNameRole).toString());
}

void LensView::chooseTag(const QModelIndex &index)
{
    const auto choose = [this](const QModelIndex &tag) {
        const QString name = tag.data(LensModel::kTagRole).toString();
        if (tag.data(LensModel::kHasTensorsRole).toBool())
            return Q_EMIT tensorsChosen(name);
        Q_EMIT tagChosen(name);
        if (!m_isOnBox)
            Q_EMIT tagSought(name);
    };
    if (index.parent().isValid())
        return choose(index);
    const QModelIndex lens = lensAt(index);
    for (int row = 0; row < model()->rowCount(lens); ++row)
        if (const QModelIndex tag = model()->index(row, LensModel::Name, lens); tag.data(Qt::CheckStateRole).toInt() == Qt::Checked)
            return choose(tag);
    if (const QModelIndex first = model()->index(0, LensModel::Name, lens); first.data(LensModel::kHasTensorsRole).toBool())
        choose(first);
}

void LensView::drawIcons()
{
    m_settings->setIcon(controlIcon(ControlIcon::Settings, palette()));
    for (QToolButton *button : findChildren<QToolButton *>())
        button->setIcon(m_settings->icon());
}

void LensView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
}

/// Selects the row too, since a click on a check box would leave another row current.
void LensView::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex row = indexAt(event->position().toPoint()).siblingAtColumn(LensModel::Name);
    m_isOnBox = boxOf(row).contains(event->position().toPoint());
    QuietTreeView::mousePressEvent(event);
    if (row.flags() & Qt::ItemIsEnabled) {
        setCurrentIndex(row);
        chooseTag(row); // also if the row was already current
    }
    m_isOnBox = false;
    if (!(row.flags() & Qt::ItemIsEnabled))
        return;
    if (event->button() == Qt::LeftButton && row.data(LensModel::kHasTensorsRole).toBool())
        Q_EMIT tensorsClicked();
}

QRect LensView::boxOf(const QModelIndex &index) const
{
    if (!(index.flags() & Qt::ItemIsUserCheckable))
        return {};
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = visualRect(index);
    option.features = QStyleOptionViewItem::HasCheckIndicator;
    return style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, this);
}

void LensView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    const bool onName = visualRect(index).contains(event->position().toPoint()) && event->position().x() > boxOf(index).right();
    if (event->button() == Qt::LeftButton && onName && index == lensAt(index))
        return requestSettings(index);
    QTreeView::mouseDoubleClickEvent(event);
}

} // namespace lensboard::widgets
