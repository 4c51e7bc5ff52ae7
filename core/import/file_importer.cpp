#include "core/import/file_importer.h"

namespace lensboard::imports {

bool FileImporter::read(store::RunStore &run, ReadProgress &progress)
{
    m_out.attach(run, m_file.path(), m_format);
    do {
        readPending(progress);
        m_out.flush();
        progress.total = m_file.size();
        progress.done = m_file.position();
    } while (!progress.stop.stop_requested() && m_file.readMore());
    if (!progress.stop.stop_requested()) {
        const std::string unfinished = readEnd();
        m_out.flush();
        m_out.setMessage(unfinished);
    }
    return m_out.takeNews();
}

} // namespace lensboard::imports
