#include "core/import/file_importer.h"

#include "core/import/open_end.h"
#include "core/import/partial_read.h"
#include "core/record/message.h"

namespace lensboard::imports {

bool FileImporter::read(store::RunStore &run, ReadProgress &progress)
{
    m_out.attach(run, m_file.path(), m_format);
    bool hasMore = false;
    do {
        readPending(progress);
        m_out.flush();
        progress.total = m_file.fileSize();
        progress.done = m_file.fileRead();
        if (progress.stop.stop_requested())
            return m_out.takeNews();
        const bool isEnough = hasMore && isEnoughForNow(progress, run);
        m_isPartial = m_isPartial || isEnough;
        if (m_isPartial)
            m_out.setMessage(describePart(progress));
        if (isEnough)
            return m_out.takeNews();
        hasMore = m_file.readMore();
    } while (hasMore);
    finish();
    return m_out.takeNews();
}

void FileImporter::finish()
{
    m_isPartial = false;
    record::Message unfinished = readEnd();
    m_out.flush();
    if (m_file.isCut())
        unfinished = unfinished.empty() ? record::message("ends within its gzip data") : record::message("ends within its gzip data, and %1", unfinished);
    reportDamage();
    m_out.reportCounts();
    m_out.setMessage(unfinished);
    m_out.setStatus(status(!unfinished.empty()));
}

record::RunStatus FileImporter::status(bool isUnfinished) const
{
    return isUnfinished ? statusOfOpenEnd(m_file.path()) : record::RunStatus::Finished;
}

void FileImporter::reportDamage()
{
    if (m_damageIsReported || m_file.damage().empty())
        return;
    const record::Message text = record::message("the gzip data are damaged (%1): they are read up to byte %2 of their content; %3 bytes of the file after it are not",
                                             m_file.damage(), m_file.size(), m_file.lost());
    if (m_file.size() == 0)
        throw ImportError(m_file.path(), text);
    m_out.report(record::RunEvent::Kind::Warning, 0, "gzip", text);
    m_damageIsReported = true;
}

} // namespace lensboard::imports
