#include "app/pages/run_view_menu.h"

#include "app/settings.h"
#include "widgets/runs/run_table.h"

#include <QInputDialog>

namespace lensboard::app {

RunViewMenu::RunViewMenu(widgets::RunTable &table) : QMenu(tr("Saved &Views"), &table), m_table(table)
{
    connect(this, &QMenu::aboutToShow, this, &RunViewMenu::fill);
    fill();
}

void RunViewMenu::fill()
{
    clear();
    const QVariantMap views = Settings::runViews();
    for (auto view = views.cbegin(); view != views.cend(); ++view)
        addAction(QString(view.key()).replace('&', QLatin1String("&&")), this, [this, state = view->toMap()] {
            m_table.setState(state);
            Q_EMIT m_table.stateChanged();
        });
    if (!views.isEmpty())
        addSeparator();
    addAction(tr("&Save This View …"), this, &RunViewMenu::askAndSave)->setObjectName("saveView");
    QMenu *forget = addMenu(tr("&Delete View"));
    forget->setEnabled(!views.isEmpty());
    for (const QString &name : views.keys())
        forget->addAction(QString(name).replace('&', QLatin1String("&&")), this, [name] {
            QVariantMap left = Settings::runViews();
            left.remove(name);
            Settings::runViews.set(left);
        });
}

void RunViewMenu::askAndSave()
{
    const QString name = QInputDialog::getText(&m_table, tr("Save View"), tr("Columns, filter and order are saved under this name:")).simplified();
    if (name.isEmpty())
        return;
    QVariantMap views = Settings::runViews(), state = m_table.state();
    state.remove("baseline"); // is a run of this folder
    views[name] = state;
    Settings::runViews.set(views);
}

} // namespace lensboard::app
