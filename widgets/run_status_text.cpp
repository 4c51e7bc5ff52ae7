#include "widgets/run_status_text.h"

#include <QCoreApplication>

namespace lensboard::widgets {

QString statusText(record::RunStatus status)
{
    const char *const text = [status] {
        switch (status) {
        case record::RunStatus::Recording: return QT_TRANSLATE_NOOP("RunStatus", "recording");
        case record::RunStatus::Finished: return QT_TRANSLATE_NOOP("RunStatus", "finished");
        case record::RunStatus::Stopped: return QT_TRANSLATE_NOOP("RunStatus", "stopped");
        case record::RunStatus::Failed: return QT_TRANSLATE_NOOP("RunStatus", "failed");
        case record::RunStatus::Interrupted: return QT_TRANSLATE_NOOP("RunStatus", "interrupted");
        case record::RunStatus::Unknown: return QT_TRANSLATE_NOOP("RunStatus", "unknown");
        }
        return "";
    }();
    return QCoreApplication::translate("RunStatus", text);
}

} // namespace lensboard::widgets
