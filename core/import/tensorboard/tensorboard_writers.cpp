#include "core/import/tensorboard/tensorboard_writers.h"

#include "core/import/importer.h"
#include "core/import/tensorboard/tensorboard_event_decoder.h"
#include "core/import/tensorboard/tensorboard_record_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lensboard::imports {

namespace {

using SpanByTag = std::map<std::pair<bool, std::string>, EventSpan, std::less<>>; ///< key: histogram or not, and name of the tag

} // namespace

/// Properties of a file that identify its writer.
struct TensorboardWriters::File final : TensorboardEventSink
{
    explicit File(const std::filesystem::path &path) : records(path) {}

    TensorboardRecordFile records;
    TensorboardEventDecoder decoder{*this};
    SpanByTag spans;
    bool hasSessions = false;
    std::optional<std::int64_t> restart; ///< minimum step of a session start

    void note(EventTime time, std::string_view tag, bool ofHistograms)
    {
        const auto key = std::pair(ofHistograms, std::string(tag));
        if (spans.size() < kMaxTags || spans.contains(key))
            spans[key].add(time);
    }
    void addVersion(std::string_view version, double) override { hasSessions = versionHasSessions(version); }
    void startSession(EventTime time) override
    {
        if (hasSessions)
            restart = std::min(time.step, restart.value_or(time.step));
    }
    void beginValues(EventTime) override {}
    void addScalar(EventTime time, std::string_view tag, double) override { note(time, tag, false); }
    void addHistogram(EventTime time, std::string_view tag, BucketedValues) override { note(time, tag, true); }
    void addText(EventTime, std::string_view, std::string_view) override {}
    void addMedia(EventTime, std::string_view, store::MediumKind, std::span<const std::string_view>) override {}
    void addHyperparameters(const Hyperparameters &) override {}
    void passOver(EventTime, const record::Message &) override {}
};

TensorboardWriters::TensorboardWriters() = default;
TensorboardWriters::~TensorboardWriters() = default;

bool TensorboardWriters::areSeveral(const std::vector<std::filesystem::path> &files, const std::stop_token &stop)
{
    SpanByTag known;
    for (std::size_t i = 0; i < files.size() && files.size() > 1; ++i) {
        const File &file = read(files[i], stop);
        if (stop.stop_requested())
            return false;
        for (const auto &[tag, span] : file.spans)
            if (const auto before = known.find(tag); before != known.end() && before->second.isOfAnotherWriter(span, file.restart.has_value()))
                return true;
        if (file.restart)
            for (auto &[tag, span] : known)
                span.cut(*file.restart);
        for (const auto &[tag, span] : file.spans)
            known[tag].add(span);
    }
    return false;
}

const TensorboardWriters::File &TensorboardWriters::read(const std::filesystem::path &path, const std::stop_token &stop)
{
    auto &file = m_files[path];
    if (!file)
        file = std::make_unique<File>(path);
    try {
        while (!stop.stop_requested() && file->records.readMore())
            while (const auto record = file->records.next())
                file->decoder.decode(*record);
    } catch (const SourceReplaced &) { // the next look() reads the file again
        file = std::make_unique<File>(path);
    } catch (const ImportError &) { // reading the run reports the error
    }
    return *file;
}

} // namespace lensboard::imports
