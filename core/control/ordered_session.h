#pragma once

#include "core/control/ordered_training.h"

namespace lensboard::control {

/// Makes a session accept orders from other processes. The session must outlive this object.
class OrderedSession final : public OrderedTraining
{
public:
    explicit OrderedSession(session::Session &session) : m_session(session) {}

    Status status() const override;
    std::vector<experiment::Choice> watchers() const override { return m_session.watchers().all(); }
    std::size_t watcherChanges() const override { return m_session.watcherChanges(); }
    void follow(const Order &order, const Done &done) override;

private:
    session::Session &m_session;
};

} // namespace lensboard::control
