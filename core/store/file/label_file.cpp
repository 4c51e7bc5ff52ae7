#include "core/store/file/label_file.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/run_folder.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lensboard::store {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargest = 64u << 20;
constexpr int kFormat = 1;

/// Lock for changing the file: one process at a time.
class WriteLock
{
public:
    explicit WriteLock(const fs::path &file) : m_descriptor(::open((file.string() + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644))
    {
        if (m_descriptor < 0 || ::flock(m_descriptor, LOCK_EX) != 0)
            throw RunFileError(file, record::message("cannot be written: %1", record::systemError(errno)));
    }
    ~WriteLock() { ::close(m_descriptor); }
    WriteLock(const WriteLock &) = delete;
    WriteLock &operator=(const WriteLock &) = delete;

private:
    int m_descriptor;
};

std::string keyOf(const fs::path &run)
{
    std::error_code unknown;
    const fs::path canonical = fs::weakly_canonical(run, unknown);
    return bytes::validUtf8((unknown ? fs::absolute(run) : canonical).string());
}

} // namespace

LabelFile::LabelFile(fs::path path) : m_path(path.empty() ? runFolder() / "labels.json" : std::move(path))
{
    refresh();
}

bool LabelFile::refresh()
{
    std::error_code missing;
    const State state{fs::last_write_time(m_path, missing), missing ? 0 : fs::file_size(m_path, missing)};
    if (state == m_state)
        return false;
    m_state = state;
    try {
        m_labels = read();
    } catch (const RunFileError &) { // set() reports the error
        m_labels.clear();
    }
    return true;
}

record::RunLabel LabelFile::label(const fs::path &run) const
{
    if (m_labels.empty())
        return {};
    const auto found = m_labels.find(keyOf(run));
    return found == m_labels.end() ? record::RunLabel() : found->second;
}

LabelFile::Labels LabelFile::read() const
{
    std::error_code error;
    if (!fs::exists(m_path, error))
        return {};
    if (fs::file_size(m_path, error) > kLargest)
        throw RunFileError(m_path, record::message("is larger than 64 MiB, the limit for names and notes; move the file away"));
    std::ifstream file(m_path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    try {
        const auto json = nlohmann::json::parse(text.str());
        if (const int format = json.at("format").get<int>(); format != kFormat)
            throw RunFileError(m_path, record::message("is of format %1, unknown to this Lensboard; use a newer Lensboard",
                                                       format));
        Labels labels;
        for (const auto &[run, label] : json.at("runs").items()) {
            const record::RunLabel read{label.at("name").get<std::string>(), label.at("notes").get<std::string>()};
            checkLabel(read);
            labels[run] = read;
        }
        return labels;
    } catch (const nlohmann::json::exception &damage) {
        throw RunFileError(m_path, record::message("is damaged (%1); move it away, and labels can be written again",
                                                   record::messageOf(damage)));
    } catch (const std::invalid_argument &damage) {
        throw RunFileError(m_path, record::message("is damaged (%1); move it away, and labels can be written again",
                                                   record::messageOf(damage)));
    }
}

void LabelFile::set(const fs::path &run, const record::RunLabel &label)
{
    try {
        checkLabel(label);
    } catch (const std::invalid_argument &error) {
        throw RunFileError(run, record::messageOf(error));
    }
    std::error_code error;
    fs::create_directories(m_path.parent_path(), error);
    const WriteLock lock(m_path);
    Labels labels = read();
    if (label == record::RunLabel())
        labels.erase(keyOf(run));
    else
        labels[keyOf(run)] = {bytes::validUtf8(label.name), bytes::validUtf8(label.notes)};
    write(labels);
    refresh();
}

/// Replaces the file atomically: after any failure it has its old content.
void LabelFile::write(const Labels &labels) const
{
    nlohmann::ordered_json runs = nlohmann::ordered_json::object();
    for (const auto &[run, label] : labels)
        runs[run] = {{"name", label.name}, {"notes", label.notes}};
    const fs::path part = m_path.string() + ".part";
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file << nlohmann::ordered_json{{"format", kFormat}, {"runs", runs}}.dump(1) << '\n';
    file.close();
    std::error_code error;
    if (!file)
        error.assign(errno ? errno : EIO, std::generic_category());
    else
        fs::rename(part, m_path, error);
    if (error) {
        std::error_code ignored;
        fs::remove(part, ignored);
        throw RunFileError(m_path, record::message("cannot be written: %1", record::systemError(error.value())));
    }
}

} // namespace lensboard::store
