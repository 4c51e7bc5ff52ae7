#include "core/store/run_names.h"

#include "core/bytes/lower_case.h"
#include "core/bytes/valid_utf8.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace lensboard::store {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 11> kEndings = {".lbrun", ".pkl", ".csv", ".tsv", ".txt", ".dat",
                                                       ".log", ".json", ".jsonl", ".ndjson", ".db"};

bool isEnding(const std::string &ending)
{
    return std::find(kEndings.begin(), kEndings.end(), bytes::lowerCase(ending)) != kEndings.end();
}

fs::path fullPath(const fs::path &path)
{
    std::error_code ignored;
    const fs::path full = fs::absolute(path, ignored).lexically_normal();
    return full.has_filename() ? full : full.parent_path();
}

fs::path withoutEnding(const fs::path &full)
{
    std::error_code unknown;
    if (fs::is_directory(full, unknown))
        return full;
    fs::path path = full.extension() == ".gz" ? fs::path(full).replace_extension() : full;
    return isEnding(path.extension().string()) ? path.replace_extension() : path;
}

/// Maps each path to its path without the format's extension. Keeps the extension if it distinguishes runs of the same folder.
std::map<fs::path, fs::path> shortPaths(const std::set<fs::path> &runs)
{
    std::map<fs::path, int> count;
    for (const fs::path &run : runs)
        ++count[withoutEnding(run)];
    std::map<fs::path, fs::path> paths;
    for (const fs::path &run : runs)
        paths[run] = count[withoutEnding(run)] == 1 ? withoutEnding(run) : run;
    return paths;
}

/// Returns the last \p parts components of a path, or the whole path if it has fewer.
fs::path endOf(const fs::path &path, std::ptrdiff_t parts)
{
    auto part = path.end();
    while (parts-- > 0 && part != path.begin())
        --part;
    fs::path end;
    for (; part != path.end(); ++part)
        end /= *part;
    return end;
}

/// Number of path components needed to distinguish each run from all others.
class EndLengths
{
public:
    EndLengths(const std::map<fs::path, fs::path> &paths, const std::set<std::string> &taken)
    {
        for (const auto &[run, path] : paths)
            m_parts[path] = 1;
        while (lengthen(taken) || alignFolders()) {
        }
    }

    fs::path end(const fs::path &path) const { return endOf(path, m_parts.at(path)); }

private:
    /// Lengthens the ends that several runs share or that are in \p taken. Returns false if there are none.
    bool lengthen(const std::set<std::string> &taken)
    {
        std::map<fs::path, int> count;
        for (const auto &[path, parts] : m_parts)
            ++count[endOf(path, parts)];
        bool any = false;
        for (auto &[path, parts] : m_parts) {
            const fs::path end = endOf(path, parts);
            if (end == path || (count[end] == 1 && !taken.contains(end.string())))
                continue;
            ++parts;
            any = true;
        }
        return any;
    }

    bool alignFolders()
    {
        std::map<fs::path, std::ptrdiff_t> longest;
        for (const auto &[path, parts] : m_parts)
            longest[path.parent_path()] = std::max(longest[path.parent_path()], parts);
        bool any = false;
        for (auto &[path, parts] : m_parts)
            any = std::exchange(parts, longest[path.parent_path()]) != parts || any;
        return any;
    }

    std::map<fs::path, std::ptrdiff_t> m_parts;
};

bool isTime(std::string_view text)
{
    constexpr std::string_view kForm = "-0000-00-00-000000";
    return std::ranges::equal(text, kForm, [](char c, char form) { return form == '0' ? c >= '0' && c <= '9' : c == form; });
}

/// Removes the time, and number if any, that newRunPath() appends to names.
std::string withoutTime(const std::string &name)
{
    constexpr std::size_t kTimeLength = 18;
    const std::size_t dash = name.rfind('-');
    const bool isNumbered = dash != std::string::npos && dash + 1 < name.size() && name.find_first_not_of("0123456789", dash + 1) == std::string::npos;
    for (const std::size_t end : {name.size(), isNumbered ? dash : name.size()})
        if (end > kTimeLength && name[end - kTimeLength - 1] != '/' && isTime(std::string_view(name).substr(end - kTimeLength, kTimeLength)))
            return name.substr(0, end - kTimeLength);
    return name;
}

bool isSafe(unsigned char c)
{
    return c >= ' ' && c != '/' && c != '\\' && c != 0x7F;
}

} // namespace

std::string runName(const fs::path &run)
{
    const fs::path path = withoutEnding(fullPath(run));
    return bytes::validUtf8((path.has_filename() ? path.filename() : path).string());
}

std::vector<std::string> runNames(const std::vector<NamedRun> &runs)
{
    std::set<fs::path> paths;
    std::map<std::string, std::set<fs::path>> given;
    std::set<std::string> taken;
    for (const NamedRun &run : runs) {
        paths.insert(fullPath(run.path));
        if (!run.givenName.empty())
            given[run.givenName].insert(fullPath(run.path));
    }
    for (const auto &[name, sharing] : given)
        taken.insert(name);
    const auto shown = shortPaths(paths);
    const EndLengths ends(shown, taken);
    std::vector<std::string> names;
    for (const NamedRun &run : runs) {
        const std::string end = bytes::validUtf8(ends.end(shown.at(fullPath(run.path))).string());
        names.push_back(run.givenName.empty()                  ? end
                        : given.at(run.givenName).size() == 1 ? run.givenName
                                                               : run.givenName + " (" + end + ')');
    }
    return names;
}

std::vector<std::string> shortRunNames(const std::vector<NamedRun> &runs, const std::vector<std::string> &others)
{
    const std::vector<std::string> names = runNames(runs);
    std::vector<std::string> shortNames;
    std::map<std::string, std::set<std::string>> sharing;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        shortNames.push_back(runs[i].givenName.empty() ? withoutTime(names[i]) : names[i]);
        sharing[shortNames[i]].insert(names[i]);
    }
    for (const std::string &other : others)
        sharing[other].insert(std::string());
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (sharing.at(shortNames[i]).size() > 1)
            shortNames[i] = names[i];
    return shortNames;
}

std::vector<std::string> runNamesIn(const fs::path &folder, const std::vector<fs::path> &runs)
{
    std::set<fs::path> paths;
    for (const fs::path &run : runs)
        paths.insert(fullPath(run));
    const auto shown = shortPaths(paths);
    std::vector<std::string> names;
    for (const fs::path &run : runs) {
        const fs::path full = fullPath(run);
        const bool isItself = full == fullPath(folder);
        names.push_back(isItself ? runName(full) : bytes::validUtf8(shown.at(full).lexically_relative(fullPath(folder)).string()));
    }
    return names;
}

std::vector<std::string> fileNames(std::vector<std::string> names)
{
    std::set<std::string> taken;
    for (std::string &name : names) {
        constexpr std::size_t kLongest = 200; // bytes; file systems allow 255, and a file extension follows
        name = bytes::clipped(name, kLongest);
        std::transform(name.begin(), name.end(), name.begin(), [](char c) { return isSafe(static_cast<unsigned char>(c)) ? c : '-'; });
        if (name.empty() || name.starts_with('.'))
            name.insert(0, "_");
        const std::string wanted = name;
        for (int number = 2; !taken.insert(name).second; ++number)
            name = wanted + " (" + std::to_string(number) + ')';
    }
    return names;
}

} // namespace lensboard::store
