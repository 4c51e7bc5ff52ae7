#include "app/drawing_task.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProgressDialog>

namespace lensboard::app {

namespace {

constexpr int kShownAfterMs = 500;

struct GivenUp
{};

} // namespace

bool drawInSteps(QWidget *parent, const QString &title, const std::function<void(const widgets::DrawingProgress &)> &draw)
{
    QProgressDialog dialog(title, QCoreApplication::translate("BackgroundTask", "Cancel"), 0, 0, parent);
    dialog.setWindowModality(Qt::ApplicationModal);
    dialog.setMinimumDuration(kShownAfterMs);
    QElapsedTimer clock;
    clock.start();
    const auto show = [&](std::size_t done, std::size_t total) {
        dialog.setMaximum(static_cast<int>(total));
        dialog.setValue(static_cast<int>(done));
        if (clock.elapsed() > kShownAfterMs && !dialog.wasCanceled()) { // also without progress
            dialog.show();
            QCoreApplication::processEvents();
        }
        if (dialog.wasCanceled())
            throw GivenUp();
    };
    try {
        draw(show);
        return true;
    } catch (const GivenUp &) {
        return false;
    }
}

} // namespace lensboard::app
