#pragma once

#include "core/import/tally.h"
#include "core/import/tensorboard/tensorboard_event_decoder.h"
#include "core/import/tensorboard/tensorboard_places.h"
#include "core/import/value_batch.h"
#include "core/record/frame.h"
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

/// Puts what event files hold into a RunStore.
///
/// Values of a file wait until flush(), so that those of a step get into one frame; each keeps its own time. Nothing is
/// dropped but what TensorBoard drops, too:
/// - A session that starts again (SessionLog.START), as after a crash, makes void what was written before it at its step
///   and after it. The first start of a run is none again.
/// - Files that say no version, or one before 2, know no sessions: there an event that goes back behind the one before it
///   makes void what its own tags have in the file at its step and after it.
/// A step that a file repeats in any other way has all its values. A file that goes on after the steps of those before it
/// continues the run. One that goes back to their steps without a restart, or was written at the same time, for a tag
/// that they have, is of another writer: its values are series of their own, numbered as the file is.
class TensorboardRun final : public TensorboardEventSink
{
public:
    /// Both are for the run's details.
    TensorboardRun(std::string name, std::string source);

    /// Where everything goes until the next call.
    void setStore(store::RunStore &run) { m_run = &run; }
    /// What follows is in file \p number, counted from 1 in the order of their times, in the run's folder or in the one
    /// below it that add_scalars() made.
    void enterFile(std::uint32_t number, const std::string &name, const std::string &folder);
    /// Commits what waits, and says what there is to say of it.
    void flush();
    /// True if anything came since the last call. Brings the run's details up to date.
    bool finishRead(std::size_t files, const std::string &message, record::RunStatus status);
    /// Says what was lost.
    void warn(const std::string &what);

    void addVersion(std::string_view version, double wallSeconds) override;
    void startSession(EventTime time) override;
    void beginValues(EventTime time) override;
    void addScalar(EventTime time, std::string_view tag, double value) override;
    void addHistogram(EventTime time, std::string_view tag, BucketedValues values) override;
    void addText(EventTime time, std::string_view tag, std::string_view text) override;
    void addHyperparameters(const Hyperparameters &found) override;
    void passOver(EventTime time, const std::string &kind) override;

private:
    using Content = TensorboardPlaces::Content;

    struct Tag
    {
        Content content = Content::Scalars;
        TensorboardPlaces::Place place = {};
        std::string label = "value"; ///< of scalars
        std::optional<std::uint32_t> channel = {}; ///< of the files that continue each other
    };

    /// The values of one tag: one series of scalars, or those that are made of a histogram.
    struct Channel
    {
        std::uint32_t firstSeries = 0;
        Content content = Content::Scalars;
        std::uint32_t lastFile = 0;
        EventSpan ofLast = {};   ///< of that file
        EventSpan ofOthers = {}; ///< of those before it
    };

    struct BytesHash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };

    struct File
    {
        std::string name;
        bool hasSessions = false;                    ///< by its version
        std::int64_t lastStep = -1;                  ///< of the last event
        std::vector<EventTime> starts = {};          ///< of sessions, after which it has no values yet
        bool isApart = false;                        ///< it is of another writer than the files before it
        std::map<std::uint32_t, std::uint32_t> channels = {}; ///< of its own, by tag, if it is apart
        std::set<std::uint32_t> ticks = {};                   ///< at which it has values, if add_scalars() made its folder
    };

    struct Restart
    {
        std::int64_t step = 0;
        double wallSeconds = 0;
        std::uint64_t values = 0;
        std::uint64_t tags = 0;

        /// What was replaced, in \p file.
        std::string text(const std::string &file) const;
    };

    std::optional<std::uint32_t> tagFor(EventTime time, std::string_view tag, Content content);
    std::optional<std::uint32_t> addTag(std::string_view key, std::string_view tag, Content content);
    std::optional<std::uint32_t> knownChannel(std::uint32_t tag) const;
    std::uint32_t channelOf(std::uint32_t tag);
    std::uint32_t addChannel(const Tag &tag, const std::string &suffix);
    std::vector<EventSpan> spansOfBatch() const; ///< by tag
    void settleWriter(const std::vector<EventSpan> &spans);
    void noteSpans(const std::vector<EventSpan> &spans);
    void addStart(EventTime time);
    void applyCuts();
    std::uint64_t valueCount(const Channel &channel) const;
    void noteRestart(std::int64_t step, std::uint64_t values, std::uint64_t tags);
    void commitEntries();
    void commit(const record::Frame &frame);
    std::optional<std::uint32_t> freeTickAt(std::int64_t step);
    std::vector<record::Frame> framesOf(std::span<const ValueBatch::Entry> entries);
    void appendValues(record::Frame &frame, const ValueBatch::Entry &entry);
    void reportNews();
    void reportSkipped();
    std::string experimentText() const;
    void notice(record::RunEvent::Kind kind, std::int64_t step, double wallSeconds, std::string text);

    std::string m_name;
    std::string m_source;
    store::RunStore *m_run = nullptr;
    bool m_anything = false;
    TensorboardPlaces m_places;
    std::array<std::unordered_map<std::string, std::uint32_t, BytesHash, std::equal_to<>>, 2> m_index; ///< by content
    std::vector<Tag> m_tags;
    std::vector<Channel> m_channels;
    ValueBatch m_batch;
    std::size_t m_eventBegin = 0; ///< of the batch's entries, the first of the event that is being read
    std::vector<EventTime> m_starts; ///< of sessions, in the batch
    bool m_hasStarted = false;
    bool m_isLate = false; ///< the event being read goes back, in a file without sessions
    EventTime m_last;
    std::uint32_t m_file = 0;
    std::string m_folder; ///< that the file is in, below the run's
    std::map<std::uint32_t, File> m_files;
    std::map<std::int64_t, std::vector<std::uint32_t>> m_ticksAt; ///< by step, for the files that add_scalars() made
    std::map<std::string, std::uint32_t> m_addedBy;               ///< by folder that add_scalars() made, its first file
    std::uint32_t m_ticksKnown = 0;                               ///< of the run, to these
    bool m_ticksMoved = false;                                    ///< by a cut, after which they have other numbers
    Restart m_restart; ///< not reported yet; none if without values
    std::map<std::string, Tally> m_skipped;
    Tally m_tooManyTags;

    nlohmann::json m_hyperparameters = nlohmann::json::object();
    std::vector<std::string> m_metrics;           ///< by which they are compared
    std::map<std::string, std::string> m_session; ///< that they are of
    bool m_hasHyperparameters = false;
    bool m_reportedNoValues = false;
    std::string m_version;
    double m_createdSeconds = 0;
    std::string m_reported; ///< what decides the run's details, as they were last brought up to date
};

} // namespace lensboard::imports
