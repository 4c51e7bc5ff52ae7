#include "app/pages/training_elsewhere.h"

#include "core/record/message.h"

#include <QSocketNotifier>

#include <stdexcept>
#include <utility>

namespace lensboard::app {

namespace {

constexpr int kLookIntervalMs = 1000;

} // namespace

TrainingElsewhere::TrainingElsewhere(MakeClient makeClient) : m_makeClient(std::move(makeClient))
{
    m_timer.setInterval(kLookIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, [this] { m_client ? process() : look(); }); // process(): retries if the socket could not take all data
}

TrainingElsewhere::~TrainingElsewhere()
{
    leave({}); // deletes the notifier before its connection
}

void TrainingElsewhere::setWanted(bool wanted)
{
    if (wanted == m_timer.isActive())
        return;
    if (wanted) {
        m_timer.start();
        look();
    } else {
        m_timer.stop();
        leave({});
    }
}

bool TrainingElsewhere::isThere() const
{
    return m_client && m_client->status() && !isOver(m_client->status()->state);
}

void TrainingElsewhere::look()
{
    try {
        m_client = m_makeClient();
        m_client->ask(true);
        m_watcherNews = 0;
        m_readable = new QSocketNotifier(m_client->descriptor(), QSocketNotifier::Read, this);
        connect(m_readable, &QSocketNotifier::activated, this, &TrainingElsewhere::process);
    } catch (const std::exception &error) {
        leave(error.what());
    }
}

void TrainingElsewhere::process()
{
    try {
        m_client->process();
    } catch (const std::exception &error) {
        return leave(error.what());
    }
    takeWatchers();
    tellOutcomes();
}

/// Skips watchers that are not valid, because messages of another process are not trusted.
void TrainingElsewhere::takeWatchers()
{
    if (m_watcherNews == m_client->watcherNews())
        return;
    m_watcherNews = m_client->watcherNews();
    ++m_watcherChanges;
    m_watchers = {};
    for (const experiment::Choice &watcher : m_client->watchers())
        try {
            experiment::Json settings = watcher.settings;
            settings["kind"] = watcher.kind;
            m_watchers.add(experiment::lensChoice(settings));
        } catch (const experiment::ExperimentError &) {
            continue;
        }
}

void TrainingElsewhere::tellOutcomes()
{
    for (auto given = m_given.begin(); given != m_given.end();) {
        const auto outcome = m_client->takeOutcome(given->first);
        if (!outcome) {
            ++given;
            continue;
        }
        const Done done = std::move(given->second);
        given = m_given.erase(given);
        done(*outcome);
    }
}

void TrainingElsewhere::follow(const control::Order &order, const Done &done)
{
    if (!m_client)
        throw std::runtime_error(m_whyNot.empty() ? record::message("the training is over, or takes no more orders") : m_whyNot);
    m_given[m_client->give(order)] = done;
}

void TrainingElsewhere::leave(const std::string &why)
{
    if (m_readable) {
        m_readable->setEnabled(false); // not deleted at once: this may be called by its signal
        std::exchange(m_readable, nullptr)->deleteLater();
    }
    m_client.reset();
    m_given.clear();
    m_whyNot = why;
}

} // namespace lensboard::app
