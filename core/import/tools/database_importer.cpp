#include "core/import/tools/database_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <sys/stat.h>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;

bool DatabaseImporter::read(store::RunStore &run, ReadProgress &progress)
{
    const std::string state = stateOfFile();
    m_out.attach(run, m_file, m_format);
    if (state == m_state)
        return m_out.takeNews();
    if (!std::exchange(m_isNamed, true))
        m_out.update([this](record::RunInfo &info) { info.name = bytes::clipped(m_name, RunAppender::kMaxNameBytes); });
    std::error_code unknown;
    progress.total = fs::file_size(m_file, unknown);
    try {
        readNews(progress, m_state.empty());
    } catch (const ImportError &) {
        m_out.flush();
        throw;
    }
    m_out.flush();
    m_out.reportCounts();
    progress.done = progress.total.load();
    m_state = progress.stop.stop_requested() ? std::string() : state;
    return m_out.takeNews();
}

/// Returns a text that changes when the database is written. Does not open it.
std::string DatabaseImporter::stateOfFile()
{
    struct stat state{};
    if (::stat(m_file.c_str(), &state) != 0)
        throw ImportError(m_file, message("no such file"));
    if (m_inode && state.st_ino != m_inode)
        throw SourceReplaced(m_file, message("was replaced; reloading"));
    m_inode = state.st_ino;
    std::string text;
    std::error_code unknown;
    for (const fs::path &path : {m_file, fs::path(m_file.string() + "-wal"), fs::path(m_file.string() + "-journal")})
        text += std::to_string(fs::file_size(path, unknown)) + ' ' + std::to_string(fs::last_write_time(path, unknown).time_since_epoch().count()) + ' ';
    return text;
}

void DatabaseImporter::requireLast(bool isThere) const
{
    if (!isThere)
        throw SourceReplaced(m_file, message("was rewritten; reloading"));
}

} // namespace lensboard::imports
