#pragma once

#include "core/import/tally.h"
#include "core/import/tensorboard/tensorboard_event_decoder.h"
#include "core/import/tensorboard/tensorboard_media.h"
#include "core/import/tensorboard/tensorboard_places.h"
#include "core/import/value_batch.h"
#include "core/record/frame.h"
#include "core/record/message.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"

#include <nlohmann/json.hpp>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Writes the content of event files into a RunStore.
///
/// Values wait until flush(), so that all values of a step share a frame; each keeps its own time. Like TensorBoard, discards
/// values only in two cases:
/// - A restarted session (SessionLog.START), for example after a crash, voids all earlier values at its step and later. The
/// first start of a run is not a restart.
/// - Files without version, or of a version before 2, have no sessions. In such a file, an event with a lower step than the
/// event before voids the values of its own tags at its step and later.
/// All values of a step repeated in any other way are kept. A file with steps after the last step of earlier files continues
/// the run. A file belongs to another writer if, for a common tag, it repeats earlier steps without a restart or overlaps in
/// time. Its values get separate series with the file's number.
class TensorboardRun final : public TensorboardEventSink
{
public:
    /// \p name and \p source are shown in the run's details.
    TensorboardRun(std::string name, std::string source);

    /// Sets the destination of all data until the next call.
    void setStore(store::RunStore &run) { m_run = &run; }
    /// Begins file \p number, counted from 1 in the order of their times. \p folder is the subfolder created by add_scalars(),
    /// or empty.
    void enterFile(std::uint32_t number, const std::string &name, const std::string &folder);
    /// Commits waiting values and reports restarts and skipped content.
    void flush();
    /// Returns true if there were data since the last call. Updates the run's details.
    bool finishRead(std::size_t files, const record::Message &message, record::RunStatus status);
    TensorboardMedia &media() { return m_media; }
    /// Adds a warning about lost data.
    void warn(const record::Message &what);

    void addVersion(std::string_view version, double wallSeconds) override;
    void startSession(EventTime time) override;
    void beginValues(EventTime time) override;
    void addScalar(EventTime time, std::string_view tag, double value) override;
    void addHistogram(EventTime time, std::string_view tag, BucketedValues values) override;
    void addText(EventTime time, std::string_view tag, std::string_view text) override;
    void addMedia(EventTime time, std::string_view tag, store::MediumKind kind, std::span<const std::string_view> parts) override;
    void addHyperparameters(const Hyperparameters &found) override;
    void passOver(EventTime time, const record::Message &kind) override;

private:
    using Content = TensorboardPlaces::Content;

    struct Tag
    {
        Content content = Content::Scalars;
        TensorboardPlaces::LayerOfTag place = {};
        std::string label = "value"; ///< label of scalars
        std::optional<std::uint32_t> channel = {}; ///< common to the files that continue each other
    };

    /// The series of one tag: one of scalars, or several of a histogram.
    struct Channel
    {
        std::uint32_t firstSeries = 0;
        Content content = Content::Scalars;
        std::uint32_t lastFile = 0;
        EventSpan ofLast = {};   ///< span in file lastFile
        EventSpan ofOthers = {}; ///< span in the files before it
    };

    struct BytesHash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };

    struct File
    {
        std::string name;
        bool hasSessions = false;                    ///< derived from its version
        std::int64_t lastStep = -1;                  ///< step of the last event
        std::vector<EventTime> starts = {};          ///< session starts with no value after them yet
        bool isApart = false;                        ///< belongs to another writer than the earlier files
        std::map<std::uint32_t, std::uint32_t> channels = {}; ///< own channels by tag, if isApart
        std::set<std::uint32_t> ticks = {};                   ///< ticks with its values, if in a folder of add_scalars()
    };

    struct Restart
    {
        std::int64_t step = 0;
        double wallSeconds = 0;
        std::uint64_t values = 0;
        std::uint64_t tags = 0;

        /// Returns a message about the replaced values of \p file.
        record::Message text(const std::string &file) const;
    };

    std::optional<std::uint32_t> tagFor(EventTime time, std::string_view tag, Content content);
    std::optional<std::uint32_t> addTag(std::string_view key, std::string_view tag, Content content);
    std::optional<std::uint32_t> knownChannel(std::uint32_t tag) const;
    std::uint32_t channelOf(std::uint32_t tag);
    std::uint32_t addChannel(const Tag &tag, const std::string &suffix);
    std::vector<EventSpan> spansOfBatch() const; ///< indexed by tag
    void settleWriter(const std::vector<EventSpan> &spans);
    void noteSpans(const std::vector<EventSpan> &spans);
    void addStart(EventTime time);
    void applyCuts();
    std::uint64_t valueCount(const Channel &channel) const;
    void noteRestart(std::int64_t step, std::uint64_t values, std::uint64_t tags);
    void commitEntries();
    void commit(record::Frame frame);
    std::optional<std::uint32_t> freeTickAt(std::int64_t step);
    std::vector<record::Frame> framesOf(std::span<const ValueBatch::Entry> entries);
    void appendValues(record::Frame &frame, const ValueBatch::Entry &entry);
    void reportNews();
    void reportSkipped();
    std::string experimentText() const;
    void notice(record::RunEvent::Kind kind, std::int64_t step, double wallSeconds, record::Message text);

    std::string m_name;
    std::string m_source;
    store::RunStore *m_run = nullptr;
    bool m_anything = false;
    TensorboardPlaces m_places;
    std::array<std::unordered_map<std::string, std::uint32_t, BytesHash, std::equal_to<>>, 2> m_index; ///< tags by key, one map per kind of content
    std::vector<Tag> m_tags;
    std::vector<Channel> m_channels;
    ValueBatch m_batch;
    std::size_t m_eventBegin = 0; ///< index of the current event's first entry in the batch
    std::vector<EventTime> m_starts; ///< session starts in the batch
    bool m_hasStarted = false;
    bool m_isLate = false; ///< the current event has a lower step than the one before, in a file without sessions
    EventTime m_last;
    std::uint32_t m_file = 0;
    std::string m_folder; ///< folder of the current file, relative to the run's
    std::map<std::uint32_t, File> m_files;
    std::map<std::int64_t, std::vector<std::uint32_t>> m_ticksAt; ///< ticks by step, for files of add_scalars()
    std::map<std::string, std::uint32_t> m_addedBy;               ///< first file of each folder of add_scalars()
    std::uint32_t m_ticksKnown = 0;                               ///< number of the run's ticks in m_ticksAt
    bool m_ticksMoved = false;                                    ///< a cut has renumbered the ticks
    Restart m_restart; ///< not reported yet; without values: none
    TensorboardMedia m_media;
    std::map<std::string, Tally> m_skipped;
    Tally m_tooManyTags;

    nlohmann::json m_hyperparameters = nlohmann::json::object();
    std::vector<std::string> m_metrics;           ///< metrics for comparing the hyperparameters
    std::map<std::string, std::string> m_session; ///< session of the hyperparameters
    bool m_hasHyperparameters = false;
    bool m_reportedNoValues = false;
    std::string m_version;
    double m_createdSeconds = 0;
    std::string m_reported; ///< state at the last update of the run's details
};

} // namespace lensboard::imports
