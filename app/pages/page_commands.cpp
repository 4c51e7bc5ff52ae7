#include "app/pages/page_commands.h"

#include "app/pages/run_page.h"
#include "app/pages/run_watchers.h"
#include "widgets/board/board_actions.h"
#include "widgets/board/board_navigation.h"
#include "widgets/board/plot_board.h"
#include "widgets/layer_panel.h"
#include "widgets/models/layer_model.h"
#include "widgets/models/lens_model.h"

#include <QCoreApplication>
#include <QTabWidget>

#include <algorithm>
#include <functional>
#include <memory>

namespace lensboard::app {

using widgets::LayerModel;
using widgets::LensModel;

namespace {

class PageCommands
{
    Q_DECLARE_TR_FUNCTIONS(PageCommands)
};

/// The command does nothing after \p target was deleted.
MenuAction pageCommand(const QStringList &path, const QString &name, const QObject *target, const std::function<void()> &act)
{
    auto *action = new QAction(QString(name).replace('&', QLatin1String("&&")));
    QObject::connect(action, &QAction::triggered, target, act);
    return {path, action, {}};
}

MenuAction withKeywords(MenuAction command, const char *words)
{
    command.keywords = QString::fromUtf8(words);
    return command;
}

/// Adds commands to go to the plots of \p tag, and to hide or show them.
void addTagCommands(const RunPage &page, const QString &lens, const QModelIndex &tag, std::vector<MenuAction> &commands)
{
    RunWatchers *const watchers = &page.watchers();
    LensModel *const model = watchers->model();
    const QString name = tag.data(LensModel::kTagRole).toString(), shown = tag.data().toString();
    const bool hasTensors = tag.data(LensModel::kHasTensorsRole).toBool();
    commands.push_back(withKeywords(pageCommand({PageCommands::tr("Go to Plots"), lens}, shown, page.board(),
                                                [watchers, board = page.board(), name, hasTensors] {
                                                    if (hasTensors)
                                                        Q_EMIT watchers->tensorsChosen(name);
                                                    else
                                                        board->navigation().setCurrentTag(name);
                                                }),
                                    "go to tag plot chart zum Diagramm gehen"));
    if (!hasTensors)
        commands.push_back(withKeywords(pageCommand({PageCommands::tr("Lenses"), lens}, PageCommands::tr("What Is %1?").arg(shown), page.boardActions(),
                                                    [actions = page.boardActions(), name] { Q_EMIT actions->helpWanted(name); }),
                                        "help explain meaning formula unit Hilfe erklären Bedeutung Formel Einheit"));
    if (!tag.flags().testFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled))
        return;
    const bool isShown = tag.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const QString what = isShown ? PageCommands::tr("Hide Plots of %1") : PageCommands::tr("Show Plots of %1");
    commands.push_back(withKeywords(pageCommand({PageCommands::tr("Lenses"), lens}, what.arg(shown), model,
                                                [model, at = QPersistentModelIndex(tag), isShown] {
                                                    model->setData(at, isShown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
                                                }),
                                    "tag chart turn on off toggle Diagramm ausblenden einblenden"));
}

/// Adds commands for a lens; its names in JSON are keywords too.
void addLensCommands(const RunPage &page, const QModelIndex &lens, std::vector<MenuAction> &commands)
{
    RunWatchers *const watchers = &page.watchers();
    LensModel *const model = watchers->model();
    const QString name = lens.data(LensModel::kNameRole).toString(), shown = lens.data().toString();
    const QStringList path = {PageCommands::tr("Lenses"), name};
    const bool isOn = lens.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const Qt::ItemFlags flags = lens.flags();
    if (flags.testFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled))
        commands.push_back(withKeywords(pageCommand(path, (isOn ? PageCommands::tr("Switch Off %1") : PageCommands::tr("Switch On %1")).arg(shown), model,
                                       [model, at = QPersistentModelIndex(lens), isOn] {
                                           model->setData(at, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
                                       }),
                                        "lens turn on off enable disable activate toggle Linse einschalten ausschalten"));
    if (lens.data(LensModel::kHasSettingsRole).toBool())
        commands.push_back(pageCommand(path, PageCommands::tr("Settings of %1 …").arg(shown), watchers, [watchers, name] { watchers->showSettings(name); }));
    for (int row = 0; row < model->rowCount(lens); ++row)
        addTagCommands(page, name, model->index(row, LensModel::Name, lens), commands);
}

void addLayerCommands(const RunPage &page, LayerModel &layers, const QModelIndex &parent, std::vector<MenuAction> &commands)
{
    for (int row = 0; row < layers.rowCount(parent); ++row) {
        const QModelIndex layer = layers.index(row, LayerModel::Name, parent);
        const QString path = layer.data(LayerModel::kPathRole).toString();
        commands.push_back(withKeywords(pageCommand({PageCommands::tr("Go to Layer")}, path, page.board(),
                                                    [board = page.board(), path] { board->navigation().goToLayer(path); }),
                                        "go to layer module zur Schicht gehen"));
        commands.push_back(withKeywords(pageCommand({PageCommands::tr("Layers")}, PageCommands::tr("Show Only %1").arg(path), &layers,
                                                    [model = &layers, at = QPersistentModelIndex(layer)] { model->solo({at}); }),
                                        "solo layer module isolate Schicht allein nur"));
        addLayerCommands(page, layers, layer, commands);
    }
}

/// Adds commands to show and hide runs if the board has several.
void addRunCommands(const RunPage &page, std::vector<MenuAction> &commands)
{
    widgets::PlotBoard *const board = page.board();
    const auto &runs = board->state().runs;
    for (std::size_t number = 0; runs.size() > 1 && number < runs.size(); ++number) {
        const bool isShown = runs[number]->style.isVisible();
        const QString what = isShown ? PageCommands::tr("Hide Run %1") : PageCommands::tr("Show Run %1");
        commands.push_back(withKeywords(pageCommand({PageCommands::tr("Runs")}, what.arg(runs[number]->name), board,
                                                    [board, run = std::weak_ptr(runs[number]->run), isShown] {
                                                        const auto &now = board->state().runs;
                                                        const auto at = std::ranges::find(now, run.lock(), &widgets::ShownRun::run);
                                                        if (at != now.end())
                                                            board->setRunVisible(static_cast<std::size_t>(at - now.begin()), !isShown);
                                                    }),
                                        "toggle line Lauf ausblenden einblenden"));
    }
}

} // namespace

std::vector<MenuAction> pageCommands(const RunPage &page)
{
    std::vector<MenuAction> commands;
    addRunCommands(page, commands);
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
            commands.push_back(pageCommand({PageCommands::tr("Go to Tab")}, tabs.tabText(tab), page, [&tabs, page] { tabs.setCurrentWidget(page); }));
    return commands;
}

} // namespace lensboard::app
