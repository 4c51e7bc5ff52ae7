#include "widgets/board/board_actions.h"

#include "widgets/board/plot_board.h"
#include "widgets/board/tag_header.h"
#include "widgets/board/tag_section.h"
#include "widgets/core_words.h"
#include "widgets/forms/limits_dialog.h"
#include "widgets/views/tag_plot.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>
#include <array>
#include <functional>

namespace lensboard::widgets {

namespace {

constexpr double kZoomStep = 0.7;
constexpr double kPanStep = 0.2;
constexpr std::array kSmoothings = {0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.99, 0.999};

} // namespace

BoardActions::BoardActions(PlotBoard *board) : QObject(board), m_board(board)
{
    addTagActions();
    addBoardActions();
    addWays();
    for (const auto signal : {&BoardNavigation::currentChanged, &BoardNavigation::behindChanged})
        connect(&board->navigation(), signal, this, &BoardActions::update);
    for (const auto signal : {&PlotBoard::tagsChanged, &PlotBoard::runsChanged})
        connect(board, signal, this, &BoardActions::update);
    connect(board, &PlotBoard::tagStyleChanged, this, &BoardActions::update);
    connect(&board->state(), &BoardState::styleChanged, this, &BoardActions::update);
    connect(board, &PlotBoard::menuRequested, this, [this](const QPoint &at) {
        QMenu menu;
        fillForPlot(menu);
        menu.addSeparator();
        menu.addAction(m_explain);
        menu.exec(at);
    });
    update();
}

QAction *BoardActions::add(const QString &text, const QKeySequence &keys, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setShortcut(keys);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    m_board->addAction(action);
    return action;
}

QAction *BoardActions::addCheckable(const QString &text, const QKeySequence &keys, const QString &tip, QActionGroup *group)
{
    QAction *action = add(text, keys, tip);
    action->setCheckable(true);
    if (group)
        group->addAction(action);
    return action;
}

void BoardActions::addTagActions()
{
    auto *views = new QActionGroup(this);
    int key = Qt::Key_1;
    for (const TagView view : {TagView::SmallMultiples, TagView::Overlay, TagView::HeatMap, TagView::DepthProfile, TagView::Histograms, TagView::Ridges}) {
        m_views[view] = addCheckable(nameOf(view), QKeySequence(key++), descriptionOf(view), views);
        connect(m_views[view], &QAction::triggered, this, [this, view] { changeTag([view](TagStyle &style) { style.view = view; }); });
    }
    m_log = addCheckable(tr("Logarithmic Values"), Qt::Key_L, tr("Show values on a logarithmic scale, a symmetric one where they change sign"));
    connect(m_log, &QAction::triggered, this, [this](bool on) { changeTag([on](TagStyle &style) { style.isLog = on; }); });
    auto *limits = new QActionGroup(this);
    m_limits[Limits::Automatic] = addCheckable(tr("Automatic Limits"), Qt::SHIFT | Qt::Key_A, tr("From the least to the greatest value on view"), limits);
    m_limits[Limits::Robust] = addCheckable(tr("Robust Limits"), Qt::SHIFT | Qt::Key_R, tr("Without the least and the greatest hundredth of the values on view"), limits);
    m_limits[Limits::Typed] = addCheckable(tr("Typed Limits …"), Qt::SHIFT | Qt::Key_T, tr("From and to values that you give"), limits);
    for (const Limits kind : {Limits::Automatic, Limits::Robust})
        connect(m_limits[kind], &QAction::triggered, this, [this, kind] { changeTag([kind](TagStyle &style) { style.limits = kind; }); });
    connect(m_limits[Limits::Typed], &QAction::triggered, this, &BoardActions::askLimits);
    m_hideTag = add(tr("Hide This Tag"), Qt::Key_H, tr("Hide the plots of this tag; undo brings them back"));
    connect(m_hideTag, &QAction::triggered, this,
            [this] { m_board->visibility().setTagVisible(m_board->navigation().currentTag(), false); });
    m_alone = add(tr("Plot on Whole Screen"), Qt::SHIFT | Qt::Key_F11, tr("Show this plot alone, on the whole screen"));
    connect(m_alone, &QAction::triggered, this, [this] {
        if (const TagPlot *plot = m_board->navigation().currentPlot())
            m_board->showAlone(*plot);
    });
    m_copy = add(tr("Copy Plot"), QKeySequence::Copy, tr("Copy this plot to the clipboard as a picture"));
    connect(m_copy, &QAction::triggered, this, &BoardActions::copyPlot);
    m_export = add(tr("Export Plot …"), Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_E, tr("Write a picture of this plot, in a size and with colours that you choose"));
    connect(m_export, &QAction::triggered, this, &BoardActions::exportWanted);
    m_explain = add(tr("&What Is This Plot?"), Qt::SHIFT | Qt::Key_F1, tr("Explain the plot under the mouse"));
    connect(m_explain, &QAction::triggered, this, [this] { Q_EMIT helpWanted(m_board->navigation().currentTag()); });
}

void BoardActions::addBoardActions()
{
    auto *axes = new QActionGroup(this);
    const auto addAxis = [&](XAxis x, const QString &name, int key) {
        m_axes[x] = addCheckable(name, QKeySequence(Qt::ALT | static_cast<Qt::Key>(key)), tr("Plot over this"), axes);
        connect(m_axes[x], &QAction::triggered, this, [this, x] {
            BoardStyle style = m_board->state().style();
            style.x = x;
            m_board->state().setStyle(style);
        });
    };
    addAxis(XAxis::Step, tr("Step"), Qt::Key_1);
    addAxis(XAxis::Tick, tr("Tick"), Qt::Key_2);
    addAxis(XAxis::Epoch, tr("Epoch"), Qt::Key_3);
    addAxis(XAxis::Samples, tr("Samples"), Qt::Key_4);
    addAxis(XAxis::WallTime, tr("Wall Time"), Qt::Key_5);
    addAxis(XAxis::RelativeTime, tr("Relative Time"), Qt::Key_6);

    const auto addBand = [&](Band band, const QString &name, int key, const QString &tip) {
        m_bands[band] = addCheckable(name, QKeySequence(Qt::ALT | Qt::SHIFT | static_cast<Qt::Key>(key)), tip);
        connect(m_bands[band], &QAction::triggered, this, [this, band](bool on) {
            BoardStyle style = m_board->state().style();
            style.bands.setFlag(band, on);
            m_board->state().setStyle(style);
        });
    };
    addBand(Band::Deviation, tr("−σ … +σ"), Qt::Key_D, tr("Show the band of a standard deviation"));
    addBand(Band::Quartiles, tr("Q1 … Q3"), Qt::Key_Q, tr("Show the band between the quartiles"));
    addBand(Band::Range, tr("Min … Max"), Qt::Key_M, tr("Show the band from the least to the greatest"));

    const auto addEvents = [&](EventKind kind, const QString &name, int key, const QString &tip) {
        m_events[kind] = addCheckable(name, QKeySequence(Qt::ALT | Qt::SHIFT | static_cast<Qt::Key>(key)), tip);
        connect(m_events[kind], &QAction::triggered, this, [this, kind](bool on) {
            BoardStyle style = m_board->state().style();
            style.events.setFlag(kind, on);
            m_board->state().setStyle(style);
        });
    };
    addEvents(EventKind::LearningRate, tr("Learning Rate Changes"), Qt::Key_R, tr("Mark on the x axis where the learning rate was set"));
    addEvents(EventKind::Lens, tr("Lens Changes"), Qt::Key_L, tr("Mark on the x axis where lenses were switched or set"));
    addEvents(EventKind::Notice, tr("Notices"), Qt::Key_N, tr("Mark notices of the run on the x axis: resumptions, checkpoints, layers that begin anew"));
    addEvents(EventKind::Warning, tr("Warnings"), Qt::Key_W, tr("Mark warnings on the x axis"));
    addEvents(EventKind::Finding, tr("Findings"), Qt::Key_G, tr("Mark on the x axis since when rules found something"));
    addEvents(EventKind::NonFinite, tr("First Non-finite Value"), Qt::Key_F, tr("Mark on the x axis where a value was NaN or infinite first"));
    addEvents(EventKind::Text, tr("Logged Texts"), Qt::Key_X, tr("Mark on the x axis where other tools logged texts"));

    auto *orders = new QActionGroup(this);
    const auto addOrder = [&](PlotOrder order, const QString &name, int key, const QString &tip) {
        m_orders[order] = addCheckable(name, QKeySequence(Qt::ALT | Qt::SHIFT | static_cast<Qt::Key>(key)), tip, orders);
        connect(m_orders[order], &QAction::triggered, this, [this, order] {
            BoardStyle style = m_board->state().style();
            style.order = order;
            m_board->state().setStyle(style);
        });
    };
    addOrder(PlotOrder::Model, tr("In Model Order"), Qt::Key_1, tr("Sort the plots of layers as the model runs them"));
    addOrder(PlotOrder::Name, tr("By Name"), Qt::Key_2, tr("Sort the plots of layers by name"));
    addOrder(PlotOrder::Worst, tr("Worst First"), Qt::Key_3, tr("Layers with values that are not finite first, then by the last value, the greatest first"));

    const auto smooth = [this](int direction) {
        BoardStyle style = m_board->state().style();
        if (direction > 0) {
            const auto *next = std::upper_bound(kSmoothings.begin(), kSmoothings.end(), style.smoothing + 1e-9);
            style.smoothing = next == kSmoothings.end() ? kSmoothings.back() : *next;
        } else {
            const auto *at = std::lower_bound(kSmoothings.begin(), kSmoothings.end(), style.smoothing - 1e-9);
            style.smoothing = at == kSmoothings.begin() ? 0 : *std::prev(at);
        }
        m_board->state().setStyle(style);
    };
    m_smoother = add(tr("Smoother"), Qt::Key_BracketRight, tr("Smooth lines more; the raw ones stay, faintly"));
    m_rougher = add(tr("Less Smooth"), Qt::Key_BracketLeft, tr("Smooth lines less"));
    connect(m_smoother, &QAction::triggered, this, [smooth] { smooth(1); });
    connect(m_rougher, &QAction::triggered, this, [smooth] { smooth(-1); });
    m_linked = addCheckable(tr("Link Zoom"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, tr("Zoom and pan all plots together"));
    connect(m_linked, &QAction::triggered, this, [this](bool on) {
        BoardStyle style = m_board->state().style();
        style.isLinked = on;
        m_board->state().setStyle(style);
    });
    QUndoStack &undo = m_board->state().undo();
    m_undo = undo.createUndoAction(this);
    m_undo->setShortcut(QKeySequence::Undo);
    m_undo->setToolTip(tr("Undo the last change of hidden plots, zoom or view"));
    m_redo = undo.createRedoAction(this);
    m_redo->setShortcut(QKeySequence::Redo);
    m_redo->setToolTip(tr("Redo the change undone last"));
    m_board->addActions({m_undo, m_redo});
}

void BoardActions::addWays()
{
    BoardNavigation *const way = &m_board->navigation();
    const auto addWay = [this](const QString &text, const QKeySequence &keys, const QString &tip, auto go) {
        QAction *action = add(text, keys, tip);
        connect(action, &QAction::triggered, this, go);
        return action;
    };
    m_zoomIn = addWay(tr("Zoom In"), QKeySequence::ZoomIn, tr("Show less of the x axis"), [way] { way->zoom(kZoomStep); });
    m_zoomOut = addWay(tr("Zoom Out"), QKeySequence::ZoomOut, tr("Show more of the x axis"), [way] { way->zoom(1 / kZoomStep); });
    m_left = addWay(tr("Earlier"), Qt::ALT | Qt::Key_Left, tr("Move towards the beginning"), [way] { way->pan(-kPanStep); });
    m_right = addWay(tr("Later"), Qt::ALT | Qt::Key_Right, tr("Move towards the end"), [way] { way->pan(kPanStep); });
    m_reset = addWay(tr("Reset Zoom"), Qt::CTRL | Qt::Key_0, tr("Show all of the x axis in every plot"), [way] { way->resetZoom(); });
    m_follow = add(tr("Follow"), Qt::Key_F, tr("Follow new values, keeping the width of the shown range"));
    m_follow->setCheckable(true);
    connect(m_follow, &QAction::triggered, this, [way](bool on) { way->setFollowing(on); });
    m_pinA = addWay(tr("Pin Cursor A"), Qt::Key_A, tr("Keep cursor A where the mouse is; at the newest tick if it is over no plot"), [way] { way->pinCursor(0); });
    m_pinB = addWay(tr("Pin Cursor B"), Qt::Key_B, tr("Keep cursor B where the mouse is; at the newest tick if it is over no plot"), [way] { way->pinCursor(1); });
    m_unpin = addWay(tr("Remove Cursors"), Qt::CTRL | Qt::SHIFT | Qt::Key_X, tr("Remove the cursors A and B"), [this] {
        m_board->state().setCursor(0, std::nullopt);
        m_board->state().setCursor(1, std::nullopt);
    });
    m_goToNonFinite = addWay(tr("Go to First Non-finite Layer"), Qt::Key_N, tr("Scroll to the layer with the earliest NaN or infinite value"),
                             [way] { way->goToFirstNonFinite(); });
}

void BoardActions::fill(QMenu &menu) const
{
    fillForPlot(menu);
    menu.addSeparator();
    QMenu *axes = menu.addMenu(tr("&x Axis"));
    for (const auto &[x, action] : m_axes)
        axes->addAction(action);
    QMenu *bands = menu.addMenu(tr("&Bands"));
    for (const auto &[band, action] : m_bands)
        bands->addAction(action);
    QMenu *events = menu.addMenu(tr("&Events"));
    for (const auto &[kind, action] : m_events)
        events->addAction(action);
    QMenu *orders = menu.addMenu(tr("Sort &Layers"));
    for (const auto &[order, action] : m_orders)
        orders->addAction(action);
    menu.addActions({m_smoother, m_rougher});
    menu.addSeparator();
    menu.addMenu(tr("&Zoom"))->addActions({m_zoomIn, m_zoomOut, m_left, m_right, m_reset, m_linked, m_follow});
    menu.addMenu(tr("&Cursors"))->addActions({m_pinA, m_pinB, m_unpin});
    menu.addAction(m_goToNonFinite);
}

void BoardActions::fillForPlot(QMenu &menu) const
{
    for (const auto &[view, action] : m_views)
        menu.addAction(action);
    fillLabels(menu);
    menu.addSeparator();
    menu.addAction(m_log);
    for (const auto &[limits, action] : m_limits)
        menu.addAction(action);
    menu.addSeparator();
    menu.addActions({m_alone, m_copy, m_export, m_hideTag, m_undo, m_redo});
    menu.setToolTipsVisible(true);
}

/// Adds entries for the label shown by heat maps, profiles and overlays.
void BoardActions::fillLabels(QMenu &menu) const
{
    const QString tag = m_board->navigation().currentTag();
    const TagSection *section = m_board->sections().section(tag);
    if (!section)
        return;
    const TagView view = section->tagStyle().view;
    if (section->labels().size() < 2 || (view != TagView::HeatMap && view != TagView::DepthProfile && view != TagView::Overlay))
        return;
    QMenu *labels = menu.addMenu(tr("La&bel"));
    const QString shown = section->tagStyle().label;
    for (const QString &label : section->labels()) {
        QAction *action = labels->addAction(termText(label), m_board, [this, label] {
            const QString current = m_board->navigation().currentTag();
            TagStyle changed = m_board->tagStyle(current);
            changed.label = label;
            m_board->chooseTagStyle(current, changed);
        });
        action->setCheckable(true);
        action->setChecked(label == shown || (shown.isEmpty() && view != TagView::Overlay && label == section->labels().front()));
    }
}

void BoardActions::changeTag(const std::function<void(TagStyle &)> &change)
{
    const QString tag = m_board->navigation().currentTag();
    TagStyle style = m_board->tagStyle(tag);
    change(style);
    m_board->chooseTagStyle(tag, style);
    update();
}

void BoardActions::askLimits()
{
    const QString tag = m_board->navigation().currentTag();
    const TagStyle style = m_board->tagStyle(tag);
    LimitsDialog dialog(m_board->sections().shownName(tag), style.low, style.high, m_board);
    if (dialog.exec() == QDialog::Accepted)
        changeTag([&](TagStyle &changed) {
            changed.limits = Limits::Typed;
            changed.low = dialog.low();
            changed.high = dialog.high();
        });
    update();
}

void BoardActions::copyPlot()
{
    constexpr double kSharp = 2;
    if (TagPlot *plot = m_board->navigation().currentPlot())
        QGuiApplication::clipboard()->setPixmap(plot->toPixmap(0, 0, kSharp));
}

void BoardActions::update()
{
    const QString tag = m_board->navigation().currentTag();
    const TagSection *section = m_board->sections().section(tag);
    const TagStyle style = m_board->tagStyle(tag);
    const auto offered = section ? section->views() : std::vector<TagView>();
    for (const auto &[view, action] : m_views) {
        action->setEnabled(std::find(offered.begin(), offered.end(), view) != offered.end());
        action->setChecked(section && view == section->tagStyle().view);
    }
    for (const auto &[limits, action] : m_limits) {
        action->setEnabled(section);
        action->setChecked(limits == style.limits);
    }
    m_log->setEnabled(section);
    m_log->setChecked(section && style.isLog.value_or(section->tag().logY));
    m_hideTag->setEnabled(section);
    m_alone->setEnabled(m_board->navigation().currentPlot());
    m_copy->setEnabled(m_board->navigation().currentPlot());
    m_export->setEnabled(section);
    m_explain->setEnabled(section);
    const bool hasRuns = !m_board->state().runs.empty();
    for (QAction *action : {m_smoother, m_rougher, m_linked, m_zoomIn, m_zoomOut, m_left, m_right, m_reset, m_pinA, m_pinB, m_unpin, m_goToNonFinite})
        action->setEnabled(hasRuns);
    const BoardStyle &board = m_board->state().style();
    for (const auto &[x, action] : m_axes)
        action->setChecked(x == board.x);
    for (const auto &[band, action] : m_bands)
        action->setChecked(board.bands.testFlag(band));
    for (const auto &[kind, action] : m_events)
        action->setChecked(board.events.testFlag(kind));
    for (const auto &[order, action] : m_orders)
        action->setChecked(order == board.order);
    m_linked->setChecked(board.isLinked);
    m_follow->setEnabled(m_board->navigation().isBehind() || m_board->state().isFollowing());
    m_follow->setChecked(m_board->state().isFollowing());
}

} // namespace lensboard::widgets
