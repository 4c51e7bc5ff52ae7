#include "app/pages/ordered_feed.h"

#include "widgets/core_words.h"
#include "widgets/run_controls.h"

namespace lensboard::app {

using control::Order;
using session::State;

namespace {

constexpr int kShowIntervalMs = 200;

PageState::Dot dotOf(State state)
{
    switch (state) {
    case State::Preparing:
    case State::Ready:
    case State::Finished:
    case State::Stopped: return PageState::Dot::Muted;
    case State::Running: return PageState::Dot::Running;
    case State::Paused: return PageState::Dot::Paused;
    case State::Failed: return PageState::Dot::Failed;
    }
    return PageState::Dot::None;
}

/// Returns true if \p a and \p b allow the same actions.
bool isAlike(const std::optional<control::Status> &a, const std::optional<control::Status> &b)
{
    return a && b ? a->state == b->state && a->abilities == b->abilities : a.has_value() == b.has_value();
}

} // namespace

QWidget *OrderedFeed::makeControls(QWidget *parent)
{
    m_controls = new widgets::RunControls(parent);
    connect(m_controls, &widgets::RunControls::ordered, this, &OrderedFeed::order);
    return m_controls;
}

QList<QAction *> OrderedFeed::actions() const
{
    return m_controls->controlActions();
}

PageState OrderedFeed::state() const
{
    return m_shown ? PageState{dotOf(m_shown->state), widgets::stateText(m_shown->state)} : RunFeed::state();
}

bool OrderedFeed::follow(const store::RunCursor &)
{
    std::optional<control::Status> status;
    if (const control::OrderedTraining *ordered = training())
        status = ordered->status();
    const QString tip = status ? QString() : whyNoOrders();
    const bool isNews = !isAlike(status, m_shown) || tip != m_shownTip;
    if (!isNews && m_sinceShown.isValid() && m_sinceShown.elapsed() < kShowIntervalMs)
        return true; // updating unreadably fast numbers would cost more than drawing all plots
    m_shown = status;
    m_shownTip = tip;
    m_sinceShown.start();
    if (status && !isOver(status->state))
        m_controls->show(*status, place());
    else if (isNews)
        showSaved();
    if (status)
        take(*status);
    if (isNews)
        Q_EMIT stateChanged();
    return true;
}

void OrderedFeed::showSaved()
{
    m_controls->showSaved(savedText(), whyNoOrders());
}

QString OrderedFeed::savedText() const
{
    return endedText(*run());
}

void OrderedFeed::order(const Order &order)
{
    control::OrderedTraining *const ordered = training();
    if (!ordered)
        return; // the training has just ended
    const auto tell = [this, kind = order.kind](const std::string &error) {
        if (kind == Order::Kind::Checkpoint && error.empty())
            Q_EMIT noticed(tr("The checkpoint is saved. This training can be resumed from here."));
        else if (kind != Order::Kind::Checkpoint && !error.empty()) // failed checkpoints are reported by a warning of the run
            Q_EMIT warned(widgets::coreText(error));
    };
    try {
        ordered->follow(order, [this, tell](const std::string &error) { QMetaObject::invokeMethod(this, [tell, error] { tell(error); }); });
    } catch (const std::exception &error) {
        Q_EMIT warned(widgets::coreText(error.what()));
    }
}

} // namespace lensboard::app
