#include "widgets/board/refresh_queue.h"

#include "core/store/file/run_file_format.h"
#include "widgets/core_words.h"
#include "widgets/views/tag_plot.h"

#include <QDeadlineTimer>

namespace lensboard::widgets {

namespace {

constexpr int kSliceMs = 8; ///< time limit per slice, to keep the event loop responsive

} // namespace

RefreshQueue::RefreshQueue(std::function<std::vector<TagPlot *>()> plotsOnView) : m_plotsOnView(std::move(plotsOnView))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &RefreshQueue::drawSlice);
}

void RefreshQueue::schedule()
{
    if (!m_timer.isActive())
        m_timer.start();
}

void RefreshQueue::stop()
{
    m_timer.blockSignals(true);
}

void RefreshQueue::drawSlice()
{
    const QDeadlineTimer deadline(kSliceMs);
    const std::vector<TagPlot *> plots = m_plotsOnView();
    try {
        for (std::size_t i = 0; i < plots.size(); ++i) {
            const std::size_t at = i == 0 ? 0 : 1 + (m_next + i - 1) % (plots.size() - 1);
            if (!plots[at]->isDirty())
                continue;
            plots[at]->refresh(deadline);
            if (deadline.hasExpired()) {
                m_next = at > 0 ? at : m_next; // index among the plots after the first
                m_timer.start();
                return;
            }
        }
    } catch (const store::RunFileBusy &) { // the plot is read again after its follower has opened the new file
    } catch (const store::RunFileError &error) {
        Q_EMIT failed(messageText(error));
    }
    Q_EMIT emptied();
}

} // namespace lensboard::widgets
