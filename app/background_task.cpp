#include "app/background_task.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QProgressDialog>
#include <QTimer>

#include <chrono>
#include <future>

namespace lensboard::app {

bool runInBackground(QWidget *parent, const QString &title, const std::function<void(imports::ReadProgress &)> &work)
{
    constexpr int kPerMille = 1000, kPollMs = 20, kShownAfterMs = 500;
    constexpr auto kUnnoticed = std::chrono::milliseconds(80);
    std::stop_source stop;
    imports::ReadProgress progress{stop.get_token()};
    auto working = std::async(std::launch::async, [&] { work(progress); });
    if (working.wait_for(kUnnoticed) == std::future_status::ready) {
        working.get();
        return true;
    }
    QProgressDialog dialog(title, QCoreApplication::translate("BackgroundTask", "Cancel"), 0, 0, parent);
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(kShownAfterMs);
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (const std::uint64_t total = progress.total) {
            dialog.setMaximum(kPerMille);
            dialog.setValue(static_cast<int>(kPerMille * std::min<std::uint64_t>(progress.done, total - 1) / total));
        } else {
            dialog.setValue(0);
        }
        if (dialog.wasCanceled())
            stop.request_stop();
        if (working.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
            loop.quit();
    });
    poll.start(kPollMs);
    loop.exec(QEventLoop::DialogExec);
    const bool isDone = working.wait_for(std::chrono::seconds(0)) == std::future_status::ready; // else the program is ending
    stop.request_stop();
    try {
        working.get();
    } catch (const std::exception &) {
        if (isDone && !dialog.wasCanceled()) // otherwise it ended before it was complete
            throw;
    }
    return isDone && !dialog.wasCanceled();
}

} // namespace lensboard::app
