#include "core/store/file/run_folder.h"

#include <cctype>
#include <cstdlib>
#include <ctime>

namespace lensboard::store {

namespace fs = std::filesystem;

fs::path runFolder()
{
    const char *data = std::getenv("XDG_DATA_HOME");
    if (data && fs::path(data).is_absolute())
        return fs::path(data) / "lensboard" / "runs";
    const char *home = std::getenv("HOME");
    return fs::path(home && *home ? home : ".") / ".local/share/lensboard/runs";
}

fs::path newRunPath(const fs::path &folder, const std::string &experimentName)
{
    std::string name;
    for (const char c : experimentName) {
        const auto byte = static_cast<unsigned char>(c);
        const bool startsCharacter = (byte & 0xc0) != 0x80;
        if (name.size() >= 80 && startsCharacter)
            break;
        name += byte >= 0x80 || std::isalnum(byte) || c == '-' || c == '_' || c == '.' ? c : '-';
    }
    if (name.empty() || name.front() == '.')
        name.insert(0, "run");
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char date[32];
    std::strftime(date, sizeof date, "-%Y-%m-%d-%H%M%S", &local);
    fs::path path = folder / (name + date + ".lbrun");
    std::error_code ignored;
    for (int i = 2; fs::exists(path, ignored); ++i)
        path = folder / (name + date + "-" + std::to_string(i) + ".lbrun");
    return path;
}

} // namespace lensboard::store
