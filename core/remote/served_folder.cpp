#include "core/remote/served_folder.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>

namespace lensboard::remote {

namespace fs = std::filesystem;

ServedFolder::ServedFolder(const fs::path &root)
{
    std::error_code error;
    m_root = fs::weakly_canonical(root, error);
    std::error_code missing;
    if (error || (!fs::exists(m_root, missing) && !fs::exists(m_root.parent_path(), missing))) // a run inside a file has no file of its own
        throw record::Error(record::message("%1: no such file or folder", root.string()));
}

fs::path ServedFolder::resolve(const std::string &path) const
{
    if (path.empty())
        return m_root;
    std::error_code error;
    const fs::path meant = fs::weakly_canonical(m_root / path, error);
    const bool isBelow = !error && path.find('\0') == std::string::npos && std::mismatch(m_root.begin(), m_root.end(), meant.begin(), meant.end()).first == m_root.end();
    if (!isBelow)
        throw record::Error(record::message("%1: is not in the folder that is open to others", bytes::clipped(path, 1024)));
    return meant;
}

fs::path ServedFolder::relative(const fs::path &path) const
{
    const fs::path relative = path.lexically_relative(m_root);
    return relative == "." ? fs::path() : relative;
}

} // namespace lensboard::remote
