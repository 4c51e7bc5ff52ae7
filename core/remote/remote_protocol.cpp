#include "core/remote/remote_protocol.h"

#include "core/bytes/valid_utf8.h"
#include "core/experiment/experiment.h"
#include "core/record/message_json.h"
#include "core/record/version.h"
#include "core/remote/fingerprint.h"
#include "core/store/file/run_file_format.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace lensboard::remote {

using bytes::validUtf8;
using control::ConnectionError;
using record::TickStamp;
using store::Chunk;
using store::ChunkPart;
namespace format = store::run_file;

void require(bool isSo, const char *what)
{
    if (!isSo)
        throw ConnectionError(record::message("the other side sent invalid data: %1", record::messageOfPattern(what)));
}

namespace {

constexpr std::uint32_t kMagic = 0x3152424c; ///< "LBR1"
constexpr std::size_t kLongestError = 4096; ///< in bytes
constexpr std::uint8_t kConsecutive = 1, kWithTimes = 2;
constexpr std::size_t kNodeBytes = 17;
constexpr std::size_t kMaxCellBytes = 200;

record::Message messageFrom(const std::string &english, const std::string &structure)
{
    return record::messageFrom(validUtf8(english), structure);
}

/// Converts a number from a message to an enumeration value, at most \p last. Errors: ConnectionError.
template <typename Enum> Enum enumFrom(std::uint32_t sent, Enum last)
{
    require(sent <= static_cast<std::uint32_t>(last), "a kind that is not known here");
    return static_cast<Enum>(sent);
}

std::span<const std::byte> bytesOf(const std::string &text)
{
    return std::as_bytes(std::span(text));
}

std::string textOf(const format::Bytes &bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

void putTexts(const std::vector<std::string> &texts, google::protobuf::RepeatedPtrField<std::string> &to)
{
    for (const std::string &text : texts)
        *to.Add() = text;
}

std::vector<std::string> textsFrom(const google::protobuf::RepeatedPtrField<std::string> &sent)
{
    std::vector<std::string> texts;
    for (const std::string &text : sent)
        texts.push_back(validUtf8(text));
    return texts;
}

imports::ColumnUse useFrom(const std::string &sent)
{
    const auto use = imports::columnUseFromText(sent);
    require(use.has_value(), "a use of a column that is not known");
    return *use;
}

void put(const record::RunVerdict &verdict, messages::Verdict &to)
{
    putTexts(verdict.problems, *to.mutable_problems());
    putTexts(verdict.warnings, *to.mutable_warnings());
}

record::RunVerdict verdictFrom(const messages::Verdict &sent)
{
    return {textsFrom(sent.problems()), textsFrom(sent.warnings())};
}

void put(const record::Environment &environment, google::protobuf::RepeatedPtrField<messages::Pair> &to)
{
    for (const auto &[key, value] : environment) {
        messages::Pair &pair = *to.Add();
        pair.set_key(key);
        pair.set_value(value);
        pair.set_value_structure(record::structureJson(value));
    }
}

record::Environment environmentFrom(const google::protobuf::RepeatedPtrField<messages::Pair> &sent)
{
    record::Environment environment;
    for (const messages::Pair &pair : sent)
        environment.emplace_back(validUtf8(pair.key()), messageFrom(pair.value(), pair.value_structure()));
    return environment;
}

void put(const record::LayerInfo &layer, messages::Layer &to)
{
    to.set_name(layer.name);
    to.set_type(layer.type);
    to.set_leaf(layer.leaf);
    for (const record::ParameterInfo &parameter : layer.parameters) {
        messages::Parameter &added = *to.add_parameters();
        added.set_name(parameter.name);
        added.mutable_shape()->Assign(parameter.shape.begin(), parameter.shape.end());
        added.set_frozen(!parameter.requiresGrad);
        added.set_shared_with(parameter.sharedWith);
    }
    if (layer.outputShape)
        to.mutable_output()->mutable_sizes()->Assign(layer.outputShape->begin(), layer.outputShape->end());
    for (const record::BufferInfo &buffer : layer.buffers) {
        messages::Parameter &added = *to.add_buffers();
        added.set_name(buffer.name);
        added.mutable_shape()->Assign(buffer.shape.begin(), buffer.shape.end());
    }
}

std::vector<std::int64_t> shapeFrom(const google::protobuf::RepeatedField<std::int64_t> &sent, std::int64_t least)
{
    require(std::ranges::all_of(sent, [least](std::int64_t size) { return size >= least; }), "a size that is negative");
    return {sent.begin(), sent.end()};
}

record::LayerInfo layerFrom(const messages::Layer &sent)
{
    record::LayerInfo layer{validUtf8(sent.name()), validUtf8(sent.type()), sent.leaf(), {}};
    for (const messages::Parameter &parameter : sent.parameters())
        layer.parameters.push_back({validUtf8(parameter.name()), shapeFrom(parameter.shape(), 0), !parameter.frozen(), validUtf8(parameter.shared_with())});
    if (sent.has_output())
        layer.outputShape = shapeFrom(sent.output().sizes(), record::kBatchSize);
    for (const messages::Parameter &buffer : sent.buffers())
        layer.buffers.push_back({validUtf8(buffer.name()), shapeFrom(buffer.shape(), 0)});
    return layer;
}

/// Appends the second difference of each number: its growth minus the previous growth. Removes trailing zeros at the end.
class Grown
{
public:
    explicit Grown(google::protobuf::RepeatedField<std::int64_t> &to) : m_to(to) {}
    ~Grown()
    {
        int count = m_to.size();
        while (count > 0 && m_to[count - 1] == 0)
            --count;
        m_to.Truncate(count);
    }
    Grown(const Grown &) = delete;
    Grown &operator=(const Grown &) = delete;

    void put(std::uint64_t number)
    {
        const std::uint64_t step = number - m_last;
        m_to.Add(static_cast<std::int64_t>(step - m_step));
        m_last = number;
        m_step = step;
    }

private:
    google::protobuf::RepeatedField<std::int64_t> &m_to;
    std::uint64_t m_last = 0, m_step = 0;
};

std::vector<std::uint64_t> ungrown(const google::protobuf::RepeatedField<std::int64_t> &sent, std::size_t count)
{
    require(static_cast<std::size_t>(sent.size()) <= count, "ticks with more numbers than there are");
    std::vector<std::uint64_t> numbers;
    std::uint64_t last = 0, step = 0;
    for (std::size_t i = 0; i < count; ++i) {
        step += i < static_cast<std::size_t>(sent.size()) ? static_cast<std::uint64_t>(sent[static_cast<int>(i)]) : 0;
        numbers.push_back(last += step);
    }
    return numbers;
}

template <typename Frames> void putFrames(const Frames &frames, google::protobuf::RepeatedField<std::int64_t> &to)
{
    std::int64_t last = 0;
    for (const std::uint32_t frame : frames)
        to.Add(std::int64_t{frame} - std::exchange(last, frame));
}

std::vector<std::uint32_t> framesFrom(const google::protobuf::RepeatedField<std::int64_t> &sent, std::size_t frameCount)
{
    std::vector<std::uint32_t> frames;
    std::uint64_t frame = 0;
    for (const std::int64_t more : sent) {
        frame += static_cast<std::uint64_t>(more);
        require(frame < frameCount, "a value of a tick that is not there");
        frames.push_back(static_cast<std::uint32_t>(frame));
    }
    return frames;
}

/// Returns the extent of all values of \p chunk, packed as a node.
std::string extentBytes(const Chunk &chunk)
{
    Chunk::Pyramid only;
    only.back() = {chunk.extent()};
    return textOf(format::packPyramid(only));
}

} // namespace

std::string ownGreeting()
{
    messages::Greeting greeting;
    greeting.set_magic(kMagic);
    greeting.set_version(kProtocolVersion);
    greeting.set_program(record::version());
    return greeting.SerializeAsString();
}

void requireGreeting(const std::string &sent, bool isServer)
{
    messages::Greeting greeting;
    if (!greeting.ParseFromString(sent) || greeting.magic() != kMagic)
        throw ConnectionError(record::message("the other side is no Lensboard"));
    const std::string here = record::version(), there = bytes::clipped(greeting.program());
    if (greeting.version() == kProtocolVersion)
        return;
    const bool updateOther = greeting.version() < kProtocolVersion;
    if (isServer && updateOther)
        throw ConnectionError(record::message("Lensboard is older there (%1) than here (%2): update it there", there, here));
    if (isServer)
        throw ConnectionError(record::message("Lensboard is newer there (%1) than here (%2): update this one", there, here));
    throw ConnectionError(record::message("the Lensboard that asks (%1) and this one (%2) are of different versions: update the older one", there, here));
}

void put(const imports::RoleChoice &choice, messages::OpenRun &to)
{
    for (const auto &[column, use] : choice) {
        messages::ColumnUse &added = *to.add_uses();
        added.set_column(column);
        added.set_use(toText(use));
    }
}

imports::RoleChoice choiceFrom(const messages::OpenRun &sent)
{
    imports::RoleChoice choice;
    for (const messages::ColumnUse &chosen : sent.uses())
        choice.emplace_back(chosen.column(), useFrom(chosen.use()));
    return choice;
}

void put(const imports::RowReading &reading, messages::Reading &to)
{
    to.set_format(reading.format);
    for (const auto &[name, use, isChosen] : reading.columns) {
        messages::ReadColumn &added = *to.add_columns();
        added.set_name(name);
        added.set_use(toText(use));
        added.set_chosen(isChosen);
    }
    for (const auto &[number, cells] : reading.rows) {
        messages::ReadRow &added = *to.add_rows();
        added.set_number(number);
        for (const std::string &cell : cells)
            added.add_cells(bytes::clipped(cell, kMaxCellBytes));
    }
    to.set_runs(reading.runs);
    to.set_read(reading.read);
    to.set_skipped(reading.skipped);
}

imports::RowReading readingFrom(const messages::Reading &sent)
{
    imports::RowReading reading{validUtf8(sent.format())};
    for (const messages::ReadColumn &column : sent.columns())
        reading.columns.push_back({validUtf8(column.name()), useFrom(column.use()), column.chosen()});
    for (const messages::ReadRow &row : sent.rows()) {
        require(row.cells_size() == sent.columns_size(), "a row with other columns than its table");
        reading.rows.emplace_back(row.number(), textsFrom(row.cells()));
    }
    reading.runs = sent.runs();
    reading.read = sent.read();
    reading.skipped = sent.skipped();
    return reading;
}

void put(const record::RunInfo &info, messages::Info &to)
{
    to.set_name(info.name);
    to.set_status(static_cast<std::uint32_t>(info.status));
    to.set_message(info.message);
    to.set_message_structure(record::structureJson(info.message));
    to.set_created(info.createdSeconds);
    to.set_experiment(info.experiment);
    put(info.environment, *to.mutable_environment());
    for (const record::LayerInfo &layer : info.layers)
        put(layer, *to.add_layers());
    to.set_notes(info.notes);
    if (info.verdict)
        put(*info.verdict, *to.mutable_verdict());
}

record::RunInfo infoFrom(const messages::Info &sent)
{
    record::RunInfo info{validUtf8(sent.name()), enumFrom(sent.status(), record::RunStatus::Unknown), messageFrom(sent.message(), sent.message_structure()), sent.created(),
                         validUtf8(sent.experiment()), environmentFrom(sent.environment()), {}, validUtf8(sent.notes())};
    for (const messages::Layer &layer : sent.layers())
        info.layers.push_back(layerFrom(layer));
    if (sent.has_verdict())
        info.verdict = verdictFrom(sent.verdict());
    return info;
}

void put(std::uint32_t index, const record::TagSpec &tag, messages::Tag &to)
{
    to.set_index(index);
    to.set_name(tag.name);
    to.set_lens(tag.lens);
    to.set_kind(static_cast<std::uint32_t>(tag.kind));
    to.set_quantity(tag.quantity);
    to.set_big(tag.big);
    to.set_log_y(tag.logY);
    to.set_annotate(tag.annotate);
    if (tag.yLimits) {
        to.add_y_limits(tag.yLimits->first);
        to.add_y_limits(tag.yLimits->second);
    }
    if (tag.foreignName)
        to.set_foreign_name(*tag.foreignName);
}

record::TagSpec tagFrom(const messages::Tag &sent)
{
    record::TagSpec tag{validUtf8(sent.name()), validUtf8(sent.lens()), enumFrom(sent.kind(), record::TagKind::Tensors), validUtf8(sent.quantity()),
                        sent.big(), sent.log_y(), sent.annotate()};
    if (sent.y_limits_size() == 2)
        tag.yLimits = {sent.y_limits(0), sent.y_limits(1)};
    if (sent.has_foreign_name())
        tag.foreignName = validUtf8(sent.foreign_name());
    return tag;
}

void put(const record::SeriesSpec &series, messages::Series &to)
{
    to.set_tag(series.tag);
    to.set_layer(series.layer);
    to.set_label(series.label);
    to.set_role(static_cast<std::uint32_t>(series.role));
}

record::SeriesSpec seriesFrom(const messages::Series &sent, std::size_t tagCount)
{
    require(sent.tag() < tagCount, "a series of a tag that is not there");
    return {sent.tag(), validUtf8(sent.layer()), validUtf8(sent.label()), enumFrom(sent.role(), record::SeriesRole::Tensor)};
}

void put(const record::RunEvent &event, messages::Event &to)
{
    to.set_kind(static_cast<std::uint32_t>(event.kind));
    to.set_step(event.step);
    to.set_wall(event.wallSeconds);
    to.set_text(event.text);
    to.set_structure(record::structureJson(event.text));
    to.set_change(event.change);
}

record::RunEvent eventFrom(const messages::Event &sent)
{
    return {enumFrom(sent.kind(), record::RunEvent::Kind::Text), sent.step(), sent.wall(), messageFrom(sent.text(), sent.structure()),
            validUtf8(sent.change())};
}

void put(std::span<const TickStamp> ticks, messages::Ticks &to)
{
    Grown tick(*to.mutable_tick()), epoch(*to.mutable_epoch()), step(*to.mutable_step()), samples(*to.mutable_samples()), wall(*to.mutable_wall());
    to.set_count(static_cast<std::uint32_t>(ticks.size()));
    for (const TickStamp &stamp : ticks) {
        tick.put(static_cast<std::uint64_t>(stamp.tick));
        epoch.put(static_cast<std::uint64_t>(stamp.epoch));
        step.put(static_cast<std::uint64_t>(stamp.step));
        samples.put(static_cast<std::uint64_t>(stamp.samples));
        wall.put(std::bit_cast<std::uint64_t>(stamp.wallSeconds));
    }
}

std::vector<TickStamp> ticksFrom(const messages::Ticks &sent)
{
    const std::size_t count = sent.count();
    require(count <= kMaxTicks, "more ticks than a message has");
    const auto tick = ungrown(sent.tick(), count), epoch = ungrown(sent.epoch(), count), step = ungrown(sent.step(), count), samples = ungrown(sent.samples(), count),
               wall = ungrown(sent.wall(), count);
    std::vector<TickStamp> ticks(count);
    for (std::size_t i = 0; i < count; ++i)
        ticks[i] = {static_cast<std::int64_t>(tick[i]), static_cast<std::int64_t>(epoch[i]), static_cast<std::int64_t>(step[i]),
                    static_cast<std::int64_t>(samples[i]), std::bit_cast<double>(wall[i])};
    return ticks;
}

void put(std::span<const Chunk> chunks, messages::Outlines &to)
{
    std::int64_t last = 0;
    for (const Chunk &chunk : chunks) {
        const std::int64_t first = chunk.firstFrame();
        to.add_first_frame(first - std::exchange(last, first));
        to.add_last_frame(chunk.lastFrame() - first);
        to.add_count(static_cast<std::uint32_t>(chunk.size()));
        to.add_non_finite(static_cast<std::uint32_t>(chunk.nonFinite()));
        to.mutable_flags()->push_back(static_cast<char>((chunk.isConsecutive() ? kConsecutive : 0) | (chunk.hasTimes() ? kWithTimes : 0)));
        *to.mutable_extents() += extentBytes(chunk);
    }
}

std::vector<Chunk> chunksFrom(const messages::Outlines &sent, std::uint32_t number, std::size_t frameCount)
{
    const auto count = static_cast<std::size_t>(sent.count_size());
    require(static_cast<std::size_t>(sent.first_frame_size()) == count && static_cast<std::size_t>(sent.last_frame_size()) == count
                && static_cast<std::size_t>(sent.non_finite_size()) == count && sent.flags().size() == count && sent.extents().size() == kNodeBytes * count,
            "chunks that lack a number");
    std::vector<Chunk> chunks;
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<int>(i);
        first += static_cast<std::uint64_t>(sent.first_frame(at));
        const std::uint64_t last = first + static_cast<std::uint64_t>(sent.last_frame(at));
        require(first < frameCount && last < frameCount, "a value of a tick that is not there");
        chunks.emplace_back(Chunk::Outline{number++, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), sent.count(at), sent.non_finite(at),
                                           (sent.flags()[i] & kConsecutive) != 0, (sent.flags()[i] & kWithTimes) != 0,
                                           format::unpackExtent(bytesOf(sent.extents()).subspan(kNodeBytes * i, kNodeBytes))});
    }
    return chunks;
}

void put(std::span<const store::PlacedValue> values, messages::Values &to)
{
    std::vector<std::uint32_t> frames;
    std::vector<double> numbers, walls;
    for (const store::PlacedValue &placed : values) {
        frames.push_back(placed.frame);
        numbers.push_back(placed.value);
        walls.push_back(placed.wallSeconds);
    }
    putFrames(frames, *to.mutable_frames());
    to.set_values(textOf(format::packValues(numbers)));
    if (!std::ranges::all_of(walls, [](double wall) { return std::isnan(wall); }))
        to.set_walls(textOf(format::packValues(walls)));
}

std::vector<store::PlacedValue> valuesFrom(const messages::Values &sent, std::size_t frameCount)
{
    const auto frames = framesFrom(sent.frames(), frameCount);
    const auto numbers = format::unpackValues(bytesOf(sent.values())), walls = format::unpackValues(bytesOf(sent.walls()));
    require(numbers.size() == frames.size() && (walls.empty() || walls.size() == frames.size()), "values that are not as many as their ticks");
    std::vector<store::PlacedValue> values(frames.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = {frames[i], numbers[i], walls.empty() ? record::kTicksTime : walls[i]};
    return values;
}

void put(const Chunk &chunk, ChunkPart part, messages::Chunk &to)
{
    putFrames(chunk.frames(), *to.mutable_frames());
    to.set_walls(textOf(format::packValues(chunk.wallSeconds())));
    if (part == ChunkPart::Values) {
        to.set_body(textOf(format::packValues(chunk.values())));
    } else if (part < ChunkPart::Ends) {
        Chunk::Pyramid nodes = chunk.pyramid();
        for (std::size_t level = 0; level < static_cast<std::size_t>(part); ++level)
            nodes[level].clear();
        to.set_body(textOf(format::packPyramid(nodes)));
    }
}

void take(const messages::Chunk &sent, ChunkPart part, Chunk &chunk, std::size_t frameCount)
{
    chunk.setPlaces(framesFrom(sent.frames(), frameCount), format::unpackValues(bytesOf(sent.walls())));
    const auto finest = static_cast<std::size_t>(part);
    if (part == ChunkPart::Values) {
        chunk.setValues(format::unpackValues(bytesOf(sent.body())));
        chunk.setNodes(Chunk::pyramidOf(chunk.values()), 0); // values make all nodes known
    } else if (part < ChunkPart::Ends) {
        chunk.setNodes(format::unpackPyramid(bytesOf(sent.body()), chunk.size(), finest), finest);
    }
}

ChunkPart partFrom(std::uint32_t sent)
{
    return enumFrom(sent, ChunkPart::Values);
}

void put(const store::StampedHistogram &histogram, double tickWallSeconds, messages::Histogram &to)
{
    to.set_frame(histogram.frame);
    to.set_wall(histogram.stamp.wallSeconds == tickWallSeconds ? record::kTicksTime : histogram.stamp.wallSeconds);
    to.set_edges(textOf(format::packValues(histogram.histogram->edges)));
    to.set_counts(textOf(format::packValues(histogram.histogram->counts)));
}

store::StampedHistogram histogramFrom(const messages::Histogram &sent, const store::TickTable &ticks)
{
    record::Histogram histogram{format::unpackValues(bytesOf(sent.edges())), format::unpackValues(bytesOf(sent.counts()))};
    require(sent.frame() < ticks.size(), "a histogram of a tick that is not there");
    require(histogram.edges.size() == histogram.counts.size() + 1 || (histogram.edges.empty() && histogram.counts.empty()), "a histogram with limits that do not fit its counts");
    return {sent.frame(), store::PlacedValue{sent.frame(), 0, sent.wall()}.stamp(ticks), std::make_shared<const record::Histogram>(std::move(histogram))};
}

void put(const record::TensorValue &tensor, std::size_t first, std::size_t count, messages::Tensor &to)
{
    const auto values = std::span(tensor.values).subspan(first, std::min(count, tensor.values.size() - first));
    to.mutable_shape()->Assign(tensor.shape.begin(), tensor.shape.end());
    to.set_values(textOf(format::packSingles(values)));
    to.set_first(first);
    to.set_more(first + values.size() < tensor.values.size());
}

bool take(const messages::Tensor &sent, record::TensorValue &tensor)
{
    if (sent.first() != tensor.values.size())
        return false; // part of the answer to an earlier request
    tensor.shape = shapeFrom(sent.shape(), 0);
    const auto values = format::unpackSingles(bytesOf(sent.values()));
    tensor.values.insert(tensor.values.end(), values.begin(), values.end());
    require(tensor.values.size() <= kLargestTensor / sizeof(float), "a tensor that is too large");
    require(sent.more() || record::elementCount(tensor.shape) == static_cast<std::int64_t>(tensor.values.size()), "a tensor with more or fewer values than its shape says");
    return !sent.more();
}

void putError(const record::Message &error, messages::Reply &to)
{
    to.set_error(bytes::clipped(error, kLongestError));
    to.set_error_structure(record::structureJson(error));
}

record::Message errorFrom(const messages::Reply &sent)
{
    return record::messageFrom(bytes::clipped(sent.error(), kLongestError), sent.error_structure());
}

void put(const health::Judgement &judgement, messages::Judgement &to)
{
    for (const health::Finding &finding : judgement.findings) {
        messages::Finding &added = *to.add_findings();
        added.set_rule(finding.rule);
        added.set_severity(static_cast<std::uint32_t>(finding.severity));
        putTexts(finding.layers, *added.mutable_layers());
        added.set_first_step(finding.firstStep);
        added.set_last_step(finding.lastStep);
        added.set_confidence(finding.confidence);
        added.set_before(finding.before);
        added.set_cause(finding.cause);
        added.set_values(finding.values);
        added.set_meaning(finding.meaning);
        added.set_advice(finding.advice);
        added.set_before_structure(record::structureJson(finding.before));
        added.set_values_structure(record::structureJson(finding.values));
        added.set_meaning_structure(record::structureJson(finding.meaning));
        added.set_advice_structure(record::structureJson(finding.advice));
        for (const health::Evidence &evidence : finding.evidence) {
            messages::Evidence &shown = *added.add_evidence();
            shown.set_tag(evidence.tag);
            putTexts(evidence.layers, *shown.mutable_layers());
            shown.set_label(evidence.label);
            if (evidence.threshold)
                shown.set_threshold(*evidence.threshold);
        }
    }
    for (const health::MissingEvidence &missing : judgement.missing) {
        messages::MissingEvidence &added = *to.add_missing();
        added.set_rule(missing.rule);
        putTexts(missing.lenses, *added.mutable_lenses());
    }
    to.set_error(judgement.error);
    to.set_error_structure(record::structureJson(judgement.error));
    to.set_kind(settings::toText(judgement.judgedAs.kind));
    to.set_kind_reason(judgement.judgedAs.reason);
    to.set_kind_reason_structure(record::structureJson(judgement.judgedAs.reason));
}

health::Judgement judgementFrom(const messages::Judgement &sent)
{
    health::Judgement judgement;
    for (const messages::Finding &each : sent.findings()) {
        health::Finding finding{validUtf8(each.rule()), enumFrom(each.severity(), health::Severity::Problem), textsFrom(each.layers()), each.first_step(),
                                each.last_step(), each.confidence(), messageFrom(each.before(), each.before_structure()), validUtf8(each.cause()),
                                messageFrom(each.values(), each.values_structure()), messageFrom(each.meaning(), each.meaning_structure()),
                                messageFrom(each.advice(), each.advice_structure())};
        for (const messages::Evidence &shown : each.evidence())
            finding.evidence.push_back({validUtf8(shown.tag()), textsFrom(shown.layers()), validUtf8(shown.label()),
                                        shown.has_threshold() ? std::optional(shown.threshold()) : std::nullopt});
        judgement.findings.push_back(std::move(finding));
    }
    for (const messages::MissingEvidence &missing : sent.missing())
        judgement.missing.push_back({validUtf8(missing.rule()), textsFrom(missing.lenses())});
    judgement.error = messageFrom(sent.error(), sent.error_structure());
    judgement.judgedAs = {settings::trainingKindFromText(sent.kind()).value_or(settings::TrainingKind::Unknown),
                          messageFrom(sent.kind_reason(), sent.kind_reason_structure())};
    return judgement;
}

namespace {

using NamedValues = std::vector<std::pair<std::string, double>>;

void putNamed(const NamedValues &values, google::protobuf::RepeatedPtrField<messages::NamedValue> &to)
{
    for (const auto &[name, value] : values) {
        messages::NamedValue &added = *to.Add();
        added.set_name(name);
        added.set_value(value);
    }
}

NamedValues namedFrom(const google::protobuf::RepeatedPtrField<messages::NamedValue> &sent)
{
    NamedValues values;
    for (const messages::NamedValue &named : sent)
        values.emplace_back(validUtf8(named.name()), named.value());
    return values;
}

} // namespace

void put(const runs::RunSummary &summary, messages::Summary &to)
{
    to.set_path(summary.path.string());
    to.set_name(summary.name);
    to.set_given_name(summary.givenName);
    to.set_notes(summary.notes);
    to.set_status(static_cast<std::uint32_t>(summary.status));
    to.set_message(summary.message);
    to.set_message_structure(record::structureJson(summary.message));
    if (summary.verdict)
        put(*summary.verdict, *to.mutable_verdict());
    to.set_readable(summary.isReadable);
    to.set_ticks(summary.ticks);
    putNamed(summary.losses, *to.mutable_losses());
    putNamed(summary.bestLosses, *to.mutable_best_losses());
    putNamed(summary.metrics, *to.mutable_metrics());
    for (const runs::Quantity &quantity : summary.quantities) {
        messages::Quantity &added = *to.add_quantities();
        added.set_name(quantity.name);
        added.set_last(quantity.last);
        added.set_least(quantity.least);
        added.set_greatest(quantity.greatest);
        added.set_mean(quantity.mean);
    }
    putTexts(summary.others, *to.mutable_others());
    for (const auto &[path, value] : summary.fields) {
        messages::Pair &field = *to.add_fields();
        field.set_key(path);
        field.set_value(value.dump(-1, ' ', false, experiment::Json::error_handler_t::replace));
    }
    to.mutable_curve()->Assign(summary.curve.begin(), summary.curve.end());
    to.set_created(summary.createdSeconds);
    to.set_duration(summary.durationSeconds);
}

runs::RunSummary summaryFrom(const messages::Summary &sent)
{
    runs::RunSummary summary;
    summary.path = validUtf8(sent.path());
    summary.name = validUtf8(sent.name());
    summary.givenName = validUtf8(sent.given_name());
    summary.notes = validUtf8(sent.notes());
    summary.status = enumFrom(sent.status(), record::RunStatus::Unknown);
    summary.message = messageFrom(sent.message(), sent.message_structure());
    if (sent.has_verdict())
        summary.verdict = verdictFrom(sent.verdict());
    summary.isReadable = sent.readable();
    summary.ticks = sent.ticks();
    summary.losses = namedFrom(sent.losses());
    summary.bestLosses = namedFrom(sent.best_losses());
    summary.metrics = namedFrom(sent.metrics());
    for (const messages::Quantity &quantity : sent.quantities())
        summary.quantities.push_back({validUtf8(quantity.name()), quantity.last(), quantity.least(), quantity.greatest(), quantity.mean()});
    summary.others = textsFrom(sent.others());
    for (const messages::Pair &field : sent.fields())
        summary.fields.emplace_back(validUtf8(field.key()), experiment::parseJson(validUtf8(field.value())));
    summary.curve.assign(sent.curve().begin(), sent.curve().end());
    summary.createdSeconds = sent.created();
    summary.durationSeconds = sent.duration();
    return summary;
}

std::uint64_t fingerprintOf(double created, std::span<const record::SeriesSpec> series, const store::TickTable &ticks, std::size_t frames)
{
    Fingerprint hash;
    hash.add(std::bit_cast<std::uint64_t>(created));
    for (const record::SeriesSpec &each : series) {
        hash.add(each.tag);
        hash.addText(validUtf8(each.layer)); // same text as in a message
        hash.addText(validUtf8(each.label));
        hash.add(static_cast<std::uint64_t>(each.role));
    }
    const auto addTick = [&](const TickStamp &stamp) {
        hash.add(static_cast<std::uint64_t>(stamp.step));
        hash.add(std::bit_cast<std::uint64_t>(stamp.wallSeconds));
    };
    for (std::size_t i = 0; i < frames; i += store::PackedTicks::kSize)
        addTick(ticks[i]);
    if (frames > 0)
        addTick(ticks[frames - 1]);
    return hash.value();
}

} // namespace lensboard::remote
