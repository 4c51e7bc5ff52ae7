#include "app/dialogs/page_commands.h"

#include "app/pages/run_page.h"
#include "app/pages/run_watchers.h"
#include "widgets/layer_panel.h"
#include "widgets/models/layer_model.h"
#include "widgets/models/lens_model.h"
#include "widgets/plots/board_navigation.h"
#include "widgets/plots/plot_board.h"

#include <QCoreApplication>
#include <QTabWidget>

#include <functional>

namespace lensboard::app {

using widgets::LayerModel;
using widgets::LensModel;

namespace {

QString pageText(const char *english)
{
    return QCoreApplication::translate("PageCommands", english);
}

/// Does nothing once \p target is gone.
MenuAction pageCommand(const QStringList &path, const QString &name, const QObject *target, const std::function<void()> &act)
{
    auto *action = new QAction(QString(name).replace('&', QLatin1String("&&")));
    QObject::connect(action, &QAction::triggered, target, act);
    return {path, action};
}

/// JSON's names lead to it too.
void addLensCommands(const RunPage &page, const QModelIndex &lens, std::vector<MenuAction> &commands)
{
    RunWatchers *const watchers = &page.watchers();
    LensModel *const model = watchers->model();
    const QString name = lens.data(LensModel::kNameRole).toString(), shown = lens.data().toString();
    const QStringList path = {pageText("Lenses"), name};
    const bool isOn = lens.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const Qt::ItemFlags flags = lens.flags();
    if (flags.testFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled))
        commands.push_back(pageCommand(path, (isOn ? pageText("Switch Off %1") : pageText("Switch On %1")).arg(shown), model,
                                       [model, at = QPersistentModelIndex(lens), isOn] {
                                           model->setData(at, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
                                       }));
    if (lens.data(LensModel::kHasSettingsRole).toBool())
        commands.push_back(pageCommand(path, pageText("Settings of %1 …").arg(shown), watchers, [watchers, name] { watchers->showSettings(name); }));
    for (int row = 0; row < model->rowCount(lens); ++row) {
        const QModelIndex tag = model->index(row, LensModel::Name, lens);
        const QString tagName = tag.data(LensModel::kTagRole).toString();
        const bool hasTensors = tag.data(LensModel::kHasTensorsRole).toBool();
        commands.push_back(pageCommand({pageText("Go to Plots"), name}, tag.data().toString(), page.board(),
                                       [watchers, board = page.board(), tagName, hasTensors] {
                                           if (hasTensors)
                                               Q_EMIT watchers->tensorsChosen(tagName);
                                           else
                                               board->navigation().setCurrentTag(tagName);
                                       }));
    }
}

void addLayerCommands(const RunPage &page, const LayerModel &layers, const QModelIndex &parent, std::vector<MenuAction> &commands)
{
    for (int row = 0; row < layers.rowCount(parent); ++row) {
        const QModelIndex layer = layers.index(row, LayerModel::Name, parent);
        const QString path = layer.data(LayerModel::kPathRole).toString();
        commands.push_back(pageCommand({pageText("Go to Layer")}, path, page.board(),
                                       [board = page.board(), path] { board->navigation().goToLayer(path); }));
        addLayerCommands(page, layers, layer, commands);
    }
}

} // namespace

std::vector<MenuAction> pageCommands(const RunPage &page)
{
    std::vector<MenuAction> commands;
    const LensModel &lenses = *page.watchers().model();
    for (int row = 0; row < lenses.rowCount(); ++row)
        addLensCommands(page, lenses.index(row, LensModel::Name), commands);
    addLayerCommands(page, *page.layerPanel()->layers(), {}, commands);
    return commands;
}

std::vector<MenuAction> tabCommands(QTabWidget &tabs)
{
    std::vector<MenuAction> commands;
    for (int tab = 0; tab < tabs.count(); ++tab)
        if (QWidget *const page = tabs.widget(tab); page != tabs.currentWidget())
            commands.push_back(pageCommand({pageText("Go to Tab")}, tabs.tabText(tab), page, [&tabs, page] { tabs.setCurrentWidget(page); }));
    return commands;
}

} // namespace lensboard::app
