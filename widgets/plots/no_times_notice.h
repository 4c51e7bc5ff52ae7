#pragma once

#include <QWidget>

namespace lensboard::widgets {

class BoardState;

/// Stands in place of plots over time when no visible run has times, and offers steps.
class NoTimesNotice final : public QWidget
{
    Q_OBJECT

public:
    explicit NoTimesNotice(BoardState &state, QWidget *parent = nullptr);

    /// Returns true if time is chosen as the axis, and runs are visible that have no times.
    static bool isNeeded(const BoardState &state);
};

} // namespace lensboard::widgets
