#include "core/import/file_importer.h"

#include "core/import/open_end.h"
#include "core/record/message.h"

namespace lensboard::imports {

bool FileImporter::read(store::RunStore &run, ReadProgress &progress)
{
    m_out.attach(run, m_file.path(), m_format);
    do {
        readPending(progress);
        m_out.flush();
        progress.total = m_file.fileSize();
        progress.done = m_file.fileRead();
    } while (!progress.stop.stop_requested() && m_file.readMore());
    if (!progress.stop.stop_requested()) {
        record::Message unfinished = readEnd();
        m_out.flush();
        if (m_file.isCut())
            unfinished = unfinished.empty() ? record::message("ends within its gzip data") : record::message("ends within its gzip data, and %1", unfinished);
        reportDamage();
        m_out.reportCounts();
        m_out.setMessage(unfinished);
        m_out.setStatus(status(!unfinished.empty()));
    }
    return m_out.takeNews();
}

record::RunStatus FileImporter::status(bool isUnfinished) const
{
    return isUnfinished ? statusOfOpenEnd(m_file.path()) : record::RunStatus::Finished;
}

void FileImporter::reportDamage()
{
    if (m_damageIsReported || m_file.damage().empty())
        return;
    const record::Message text = record::message("the gzip data are damaged (%1): they are read up to byte %2 of what they hold; %3 bytes of the file after it are not",
                                             m_file.damage(), m_file.size(), m_file.lost());
    if (m_file.size() == 0)
        throw ImportError(m_file.path(), text);
    m_out.report(record::RunEvent::Kind::Warning, 0, "gzip", text);
    m_damageIsReported = true;
}

} // namespace lensboard::imports
