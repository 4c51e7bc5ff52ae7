#include "core/import/tensorboard/added_scalars.h"

#include "core/bytes/tfrecord.h"
#include "core/import/importer.h"
#include "core/import/tensorboard/tensorboard_event_decoder.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/store/file/sqlite.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

using State = bytes::TfRecordFront::State;

constexpr std::size_t kLookedAt = std::size_t{64} << 10;
constexpr int kMaxLevels = 64;
constexpr int kShareOfTime = 20; ///< searching takes at most 1/20 of the time

/// Collects the tags in event files.
class TagCollector final : public TensorboardEventSink
{
public:
    std::set<std::string, std::less<>> tags;
    bool hasOthers = false; ///< has values other than scalars

    void addVersion(std::string_view, double) override {}
    void startSession(EventTime) override {}
    void beginValues(EventTime) override {}
    void addScalar(EventTime, std::string_view tag, double) override
    {
        if (!tags.contains(tag))
            tags.emplace(tag);
    }
    void addHistogram(EventTime, std::string_view, BucketedValues) override { hasOthers = true; }
    void addText(EventTime, std::string_view, std::string_view) override { hasOthers = true; }
    void addHyperparameters(const Hyperparameters &) override { hasOthers = true; }
    void addMedia(EventTime, std::string_view, store::MediumKind, std::span<const std::string_view>) override { hasOthers = true; }
    void passOver(EventTime, const record::Message &) override { hasOthers = true; }
};

/// Returns the tags at the beginning of the first file with values; empty if there are other values; nullopt without values.
std::optional<std::vector<std::string>> tagsIn(const fs::path &folder)
{
    try {
        for (const fs::path &file : tensorboardFiles(folder)) {
            TagCollector found;
            TensorboardEventDecoder decoder(found);
            const std::string beginning = store::sqlite::firstBytes(file, kLookedAt);
            std::string_view rest = beginning;
            for (auto front = bytes::tfRecordAtFront(rest); front.state == State::Whole; front = bytes::tfRecordAtFront(rest)) {
                decoder.decode(front.data);
                rest.remove_prefix(front.size);
            }
            if (found.hasOthers)
                return std::vector<std::string>();
            if (!found.tags.empty())
                return std::vector<std::string>(found.tags.begin(), found.tags.end());
        }
    } catch (const ImportError &) { // unreadable folder; opening it reports the error
    }
    return std::nullopt;
}

/// Returns true if \p folder has an underscore before any slash, like all folders of add_scalars().
bool mayBeAdded(const std::string &folder)
{
    return folder.substr(0, folder.find('/')).find('_') != std::string::npos;
}

/// Returns \p top and all folders below it, without following links.
std::vector<fs::path> foldersIn(const fs::path &top)
{
    std::vector<fs::path> folders = {top};
    std::error_code error;
    for (fs::recursive_directory_iterator entry(top, fs::directory_options::skip_permission_denied, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unreadable;
        if (entry->is_directory(unreadable))
            folders.push_back(entry->path());
        if (entry.depth() >= kMaxLevels)
            entry.disable_recursion_pending();
    }
    std::ranges::sort(folders);
    return folders;
}

} // namespace

std::optional<std::string> addedLabel(std::string_view folder, std::string_view tag)
{
    std::string beginning(tag);
    std::replace(beginning.begin(), beginning.end(), '/', '_');
    beginning += '_';
    if (folder.size() <= beginning.size() || !folder.starts_with(beginning))
        return std::nullopt;
    return std::string(folder.substr(beginning.size()));
}

bool AddedScalars::isOf(const fs::path &run, const fs::path &folder)
{
    const std::string name = folder.lexically_relative(run).generic_string();
    if (!mayBeAdded(name))
        return false;
    auto known = m_tags.find(folder);
    if (known == m_tags.end()) {
        const auto tags = tagsIn(folder);
        if (!tags)
            return false;
        known = m_tags.emplace(folder, *tags).first;
    }
    return !known->second.empty()
        && std::all_of(known->second.begin(), known->second.end(), [&](const auto &tag) { return addedLabel(name, tag); });
}

const std::vector<fs::path> &AddedScalars::below(const fs::path &run)
{
    const auto begun = Clock::now();
    if (begun < m_lookAgain)
        return m_found;
    m_found.clear();
    std::error_code error;
    for (fs::directory_iterator entry(run, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code unreadable;
        if (!mayBeAdded(entry->path().filename().generic_string()) || !entry->is_directory(unreadable))
            continue;
        for (const fs::path &folder : foldersIn(entry->path()))
            if (isOf(run, folder))
                m_found.push_back(folder);
    }
    std::sort(m_found.begin(), m_found.end());
    const auto ended = Clock::now();
    m_lookAgain = ended + kShareOfTime * (ended - begun);
    return m_found;
}

} // namespace lensboard::imports
