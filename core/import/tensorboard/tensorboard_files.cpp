#include "core/import/tensorboard/tensorboard_files.h"

#include "core/import/importer.h"
#include "core/record/message.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = "tfevents";

/// Returns SECONDS of events.out.tfevents.SECONDS.HOST
std::uint64_t secondsInName(const fs::path &file)
{
    const std::string name = file.filename();
    const std::size_t at = name.find(kMark) + kMark.size() + 1;
    std::uint64_t seconds = 0;
    if (at < name.size())
        std::from_chars(name.data() + at, name.data() + name.size(), seconds);
    return seconds;
}

} // namespace

bool isEventFileName(const fs::path &file)
{
    return file.filename().native().find(kMark) != std::string::npos;
}

bool isEventFile(const fs::directory_entry &entry)
{
    std::error_code ignored;
    return isEventFileName(entry.path()) && entry.is_regular_file(ignored);
}

std::vector<fs::path> inOrderOfTimes(std::vector<fs::path> files)
{
    std::sort(files.begin(), files.end(), [](const fs::path &a, const fs::path &b) {
        return std::tuple(secondsInName(a), a.native()) < std::tuple(secondsInName(b), b.native());
    });
    return files;
}

std::vector<fs::path> tensorboardFiles(const fs::path &folder)
{
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (isEventFile(*entry))
            files.push_back(entry->path());
    if (error == std::errc::no_such_file_or_directory)
        throw ImportError(folder, record::message("is not there"));
    if (error)
        throw ImportError(folder, record::message("cannot be read: %1", record::systemError(error.value())));
    return inOrderOfTimes(std::move(files));
}

} // namespace lensboard::imports
