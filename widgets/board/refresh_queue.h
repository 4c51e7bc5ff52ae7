#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace lensboard::widgets {

class TagPlot;

/// Draws changed plots in slices of a few milliseconds, so that the event loop is never blocked for long. The first plot has
/// priority, the others take turns.
class RefreshQueue final : public QObject
{
    Q_OBJECT

public:
    /// \p plotsOnView is called before each slice and returns the visible plots, drawn if they changed.
    explicit RefreshQueue(std::function<std::vector<TagPlot *>()> plotsOnView);

    void schedule();
    /// Stops drawing permanently.
    void stop();

Q_SIGNALS:
    /// A run could not be read.
    void failed(const QString &message);
    /// No plot is waiting to be drawn.
    void emptied();

private:
    void drawSlice();

    std::function<std::vector<TagPlot *>()> m_plotsOnView;
    QTimer m_timer;
    std::size_t m_next = 0; ///< where drawSlice() continues
};

} // namespace lensboard::widgets
