#pragma once

#include <QWidget>

namespace lensboard::widgets {

class BoardState;

/// Replaces plots over time if no visible run has times, and offers to switch to steps.
class NoTimesNotice final : public QWidget
{
    Q_OBJECT

public:
    explicit NoTimesNotice(BoardState &state, QWidget *parent = nullptr);

    /// Returns true if time is chosen as the axis, and the visible runs have no times.
    static bool isNeeded(const BoardState &state);
};

} // namespace lensboard::widgets
