#include "core/store/file/temporary_copy.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/store/file/temporary_folder.h"

#include <sqlite3.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lensboard::store {

namespace fs = std::filesystem;

namespace {

constexpr std::array kSuffixes = {"", "-wal", "-journal"};

/// Throws if the journal names another file. SQLite writes such a name for transactions over several databases, but Lensboard never uses
/// these. After a rollback SQLite would delete the named file.
void refuseForeignJournal(const fs::path &journal)
{
    constexpr std::string_view kEnd = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
    std::ifstream file(journal, std::ios::binary | std::ios::ate);
    std::string end(kEnd.size(), '\0');
    if (file && file.tellg() >= static_cast<std::streamoff>(end.size()) && file.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end)
        && file.read(end.data(), static_cast<std::streamsize>(end.size())) && end == kEnd)
        throw record::InvalidArgument(record::message("the -journal file beside it names another file"));
}

std::string beginningOf(const fs::path &path, std::size_t most)
{
    std::string bytes(most, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), static_cast<std::streamsize>(most));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

/// Returns a fingerprint of the files. If it is equal before and after copying them in the order of kSuffixes, the copies are consistent:
/// with a journal, SQLite counts changes in the database header; a log gets new salts when it restarts, and otherwise only grows; an
/// unchanged journal undoes all writes to the database in the meantime.
std::array<std::string, 3> generationOf(const fs::path &path)
{
    constexpr std::size_t kHeader = 100, kLogHeader = 32, kJournalHeader = 28;
    return {sqlite::firstBytes(path, kHeader), beginningOf(path.string() + "-wal", kLogHeader), beginningOf(path.string() + "-journal", kJournalHeader)};
}

void copyAll(const fs::path &path, const fs::path &target)
{
    for (const char *suffix : kSuffixes) {
        const fs::path source = path.string() + suffix, to = target.string() + suffix;
        std::error_code missing;
        fs::remove(to, missing);
        if (!fs::exists(source, missing))
            continue;
        *suffix ? static_cast<void>(fs::copy_file(source, to)) : sqlite::copyFile(source, to);
        fs::permissions(to, fs::perms::owner_write, fs::perm_options::add);
    }
}

std::uintmax_t bigEndian(std::string_view bytes)
{
    std::uintmax_t value = 0;
    for (const char byte : bytes)
        value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

} // namespace

TemporaryCopy::State TemporaryCopy::stateOf(const fs::path &path)
{
    State state;
    std::error_code missing;
    for (const char *suffix : kSuffixes)
        state.emplace_back(fs::file_size(path.string() + suffix, missing), fs::last_write_time(path.string() + suffix, missing));
    return state;
}

TemporaryCopy::TemporaryCopy(const fs::path &path) : m_path(path), m_folder(std::make_unique<TemporaryFolder>())
{
    refuseForeignJournal(path.string() + "-journal");
    constexpr int kTries = 5;
    constexpr int kShareOfTime = 20; // copying uses at most 1/20 of the time
    for (int i = 0; i < kTries; ++i) {
        const auto begun = Clock::now();
        m_state = stateOf(path);
        const auto generation = generationOf(path);
        try {
            copyAll(path, file());
        } catch (const fs::filesystem_error &) { // its journal may have been removed in the meantime
            if (i + 1 == kTries)
                throw;
            continue;
        }
        if (generationOf(path) == generation) {
            m_lookAgain = Clock::now() + kShareOfTime * (Clock::now() - begun);
            return;
        }
    }
    throw ChangedWhileCopied(record::message("is written faster than it can be copied from here; try again when less is written"));
}

bool TemporaryCopy::isOutdated() const
{
    return Clock::now() >= m_lookAgain && stateOf(m_path) != m_state;
}

TemporaryCopy::~TemporaryCopy() = default;

fs::path TemporaryCopy::file() const
{
    return m_folder->path() / "copy.db";
}

bool isOfPlace(const sqlite::Error &error)
{
    const int code = error.code() & 0xff;
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_IOERR || code == SQLITE_PERM;
}

/// A file with a -wal or -journal file may legitimately be shorter than its header says.
record::Message missingEnd(const fs::path &path, std::string_view header)
{
    std::error_code error;
    for (const char *suffix : {"-wal", "-journal"})
        if (const auto beside = fs::file_size(path.string() + suffix, error); !error && beside > 0)
            return {};
    const std::uintmax_t named = bigEndian(header.substr(16, 2)), pageSize = named == 1 ? 65536 : named;
    const std::uintmax_t expected = bigEndian(header.substr(28, 4)) * pageSize, size = fs::file_size(path, error);
    if (error || size >= expected)
        return {};
    return record::message("is cut short: %1 bytes of %2; restore it from a copy", size, expected);
}

} // namespace lensboard::store
