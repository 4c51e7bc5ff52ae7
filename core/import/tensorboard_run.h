#pragma once

#include "core/import/tally.h"
#include "core/import/tensorboard_event_decoder.h"
#include "core/import/tensorboard_places.h"
#include "core/import/value_batch.h"
#include "core/record/frame.h"
#include "core/record/run_event.h"

#include <nlohmann/json.hpp>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Puts what event files hold into a RunStore.
///
/// Values of a file wait until flush(), so that those of a step get into one frame. A file that logs a tag at a step
/// which earlier files went beyond has restarted there: the tag is cut, and the newer values stand.
class TensorboardRun final : public TensorboardEventSink
{
public:
    /// Both are for the run's details.
    TensorboardRun(std::string name, std::string source);

    /// Where everything goes until the next call.
    void setStore(store::RunStore &run) { m_run = &run; }
    /// What follows is in file \p number, counted from 1 in the order of their times.
    void enterFile(std::uint32_t number, const std::string &name);
    /// Commits what waits, and says what there is to say of it.
    void flush();
    /// True if anything came since the last call. Brings the run's details up to date.
    bool finishRead(std::size_t files, const std::string &message);
    /// Says what was lost.
    void warn(const std::string &what);

    void addVersion(std::string_view version, double wallSeconds) override;
    void startSession(EventTime time) override;
    void addScalar(EventTime time, std::string_view tag, double value) override;
    void addHistogram(EventTime time, std::string_view tag, BucketedValues values) override;
    void addText(EventTime time, std::string_view tag, std::string_view text) override;
    void addHyperparameters(const nlohmann::json &values) override;
    void passOver(EventTime time, const std::string &kind) override;

private:
    using Content = TensorboardPlaces::Content;

    /// The values of one tag: one series of scalars, or those that are made of a histogram.
    struct Channel
    {
        std::uint32_t firstSeries = 0;
        Content content = Content::Scalars;
        std::uint32_t file = 0;          ///< the newest that it has values from
        std::vector<std::int64_t> steps = {}; ///< committed, rising
        std::vector<std::int64_t> late = {};  ///< being committed, and not after all of steps
    };

    struct BytesHash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };

    struct FileNotes
    {
        std::string name;
        Tally repeated;
    };

    struct Restart
    {
        std::int64_t step = 0;
        double wallSeconds = 0;
        std::uint64_t values = 0;
        std::uint64_t tags = 0;
    };

    std::optional<std::uint32_t> channelFor(EventTime time, std::string_view tag, Content content);
    std::optional<std::uint32_t> addChannel(std::string_view tag, Content content);
    void cut(Channel &channel, std::int64_t step);
    void noteRestart(std::int64_t step, std::uint64_t values, std::uint64_t tags);
    void applySessions();
    std::uint64_t noteSteps();
    void commitEntries();
    void appendValues(record::Frame &frame, const ValueBatch::Entry &entry);
    void tellNews();
    void tellPassedOver();
    void notice(record::RunEvent::Kind kind, std::int64_t step, double wallSeconds, std::string text);

    std::string m_name;
    std::string m_source;
    store::RunStore *m_run = nullptr;
    bool m_anything = false;
    TensorboardPlaces m_places;
    std::array<std::unordered_map<std::string, std::uint32_t, BytesHash, std::equal_to<>>, 2> m_index; ///< by content
    std::vector<Channel> m_channels;
    ValueBatch m_batch;
    EventTime m_last;
    std::uint32_t m_file = 0;
    std::map<std::uint32_t, FileNotes> m_files;
    Restart m_restart; ///< not told yet; none if without values
    std::map<std::string, Tally> m_passedOver;
    Tally m_tooManyTags;

    nlohmann::json m_hyperparameters = nlohmann::json::object();
    std::string m_version;
    double m_createdSeconds = 0;
    std::string m_told; ///< what decides the run's details, as they were last brought up to date
};

} // namespace lensboard::imports
