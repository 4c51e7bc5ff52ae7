#include "app/pages/run_feed.h"

#include "core/import/run_source.h"

#include <QDir>

namespace lensboard::app {

QString RunFeed::origin() const
{
    return m_path.isEmpty() ? tr("Not recorded yet") : QDir::toNativeSeparators(m_path);
}

bool RunFeed::follow(const store::RunCursor &)
{
    return true;
}

bool RunFeed::isBeingRecorded() const
{
    return run()->info().status == record::RunStatus::Recording;
}

void RunFeed::setLabel(const record::RunLabel &label)
{
    imports::labelRun(m_path.toStdString(), label);
}

void RunFeed::setPath(const QString &path)
{
    m_path = path;
    Q_EMIT pathChanged();
}

} // namespace lensboard::app
