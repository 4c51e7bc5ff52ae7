#include "core/import/tensorboard/tensorboard_event_decoder.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tensorboard/tensor_values.h"
#include "core/import/tensorboard/value_media.h"
#include "core/import/wire_format.h"
#include "core/record/message.h"
#include "tensorboard_event.pb.h"

#include <nlohmann/json.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <ctime>
#include <unordered_map>

namespace lensboard::imports {

namespace {

using google::protobuf::io::CodedInputStream;
using store::MediumKind;
using tensorboard::HParamsPluginData;
using tensorboard::Summary;
using wire::field;
using wire::readBytes;
using wire::skip;
using wire::walk;
using wire::Wire;

constexpr std::size_t kLargestValue = std::size_t{2} << 20;
constexpr std::size_t kLargestKept = std::size_t{64} << 10; ///< memory of larger values is freed
constexpr std::size_t kLargestHyperparameters = std::size_t{1} << 20;
constexpr std::size_t kMaxPlugins = 100'000; ///< maximum number of tags with a stored plugin

double wallSeconds(double written)
{
    constexpr double kYear10000 = 253402300800.0;
    return written >= 0 && written < kYear10000 ? written : 0;
}

record::Message kindOf(const std::string &plugin)
{
    if (plugin == "images")
        return record::message("images");
    if (plugin == "audio")
        return record::message("sounds");
    return record::message("values of the plugin %1", bytes::validUtf8(std::string_view(plugin).substr(0, 100)));
}

nlohmann::json toJson(const HParamsPluginData::Value &value)
{
    switch (value.kind_case()) {
    case HParamsPluginData::Value::kNumberValue: return value.number_value();
    case HParamsPluginData::Value::kStringValue: return bytes::validUtf8(value.string_value());
    case HParamsPluginData::Value::kBoolValue: return value.bool_value();
    default: return nullptr;
    }
}

std::string utc(double seconds)
{
    const auto time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    std::array<char, 32> text{};
    gmtime_r(&time, &parts);
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts)};
}

/// Returns only the fields present in \p data.
std::vector<std::pair<std::string, std::string>> sessionOf(const HParamsPluginData &data)
{
    std::vector<std::pair<std::string, std::string>> session;
    const auto add = [&session](const char *name, const std::string &value) {
        if (!value.empty())
            session.emplace_back(name, bytes::validUtf8(value));
    };
    const auto addTime = [&](const char *name, double seconds) {
        if (wallSeconds(seconds) > 0)
            add(name, utc(seconds));
    };
    add("hyperparameters of", data.experiment().name());
    add("hyperparameters are", data.experiment().description());
    add("session group", data.session_start_info().group_name());
    addTime("session started", data.session_start_info().start_time_secs());
    addTime("session ended", data.session_end_info().end_time_secs());
    switch (data.session_end_info().status()) {
    case HParamsPluginData::SUCCESS: add("session status", "success"); break;
    case HParamsPluginData::FAILURE: add("session status", "failure"); break;
    case HParamsPluginData::RUNNING: add("session status", "running"); break;
    default: break;
    }
    return session;
}

struct PlainScalar
{
    std::string_view tag;
    float value = 0;
};

/// Returns nullopt for values with anything but a tag and a number.
std::optional<PlainScalar> plainScalar(std::string_view bytes)
{
    PlainScalar scalar;
    bool hasValue = false;
    const bool isPlain = walk(bytes, [&](CodedInputStream &in, std::uint32_t tag) {
        std::uint32_t bits = 0;
        if (tag == field(1, Wire::Bytes))
            return readBytes(in, scalar.tag);
        hasValue = tag == field(2, Wire::Fixed32) && in.ReadLittleEndian32(&bits);
        scalar.value = std::bit_cast<float>(bits);
        return hasValue;
    });
    return isPlain && hasValue ? std::optional(scalar) : std::nullopt;
}

} // namespace

bool versionHasSessions(std::string_view version)
{
    constexpr std::string_view kPrefix = "brain.Event:";
    int number = 0;
    if (version.starts_with(kPrefix))
        std::from_chars(version.data() + kPrefix.size(), version.data() + version.size(), number);
    return number >= 2;
}

struct TensorboardEventDecoder::Private
{
    TensorboardEventSink &sink;
    std::unordered_map<std::string, std::string> plugins = {}; ///< by tag, because writers may name a tag's plugin only once
    Summary::Value value = {};

    bool readEvent(std::string_view event);
    bool readSummary(EventTime time, std::string_view summary);
    bool readSession(EventTime time, std::string_view session);
    bool readValue(EventTime time, std::string_view bytes);
    void report(EventTime time, std::string_view bytes);
    void reportMedia(EventTime time, const ValueMedia &media);
    void reportTensor(EventTime time, const std::string &plugin, std::string_view bytes);
    void reportHistogram(EventTime time, const tensorboard::HistogramProto &histogram);
    void reportHistogram(EventTime time, const std::optional<TensorValues> &numbers);
    void reportHyperparameters(EventTime time, const std::string &content);
    std::optional<ValueMedia> mediaIn(std::string_view bytes);
    std::string pluginOf(std::string_view tag, std::string_view named);
};

TensorboardEventDecoder::TensorboardEventDecoder(TensorboardEventSink &sink)
    : m_private(std::make_unique<Private>(Private{sink}))
{}

TensorboardEventDecoder::~TensorboardEventDecoder() = default;

bool TensorboardEventDecoder::decode(std::string_view event)
{
    return m_private->readEvent(event);
}

/// Does not parse whole events: two bytes of a file can encode a value that takes a hundred bytes of memory.
bool TensorboardEventDecoder::Private::readEvent(std::string_view event)
{
    EventTime time;
    std::string_view summary, version, session, ignored;
    const bool whole = walk(event, [&](CodedInputStream &in, std::uint32_t tag) {
        std::uint64_t number = 0;
        switch (tag) {
        case field(1, Wire::Fixed64):
            if (!in.ReadLittleEndian64(&number))
                return false;
            time.wallSeconds = wallSeconds(std::bit_cast<double>(number));
            return true;
        case field(2, Wire::Varint):
            if (!in.ReadVarint64(&number))
                return false;
            time.step = static_cast<std::int64_t>(number);
            return true;
        case field(3, Wire::Bytes): return readBytes(in, version);
        case field(5, Wire::Bytes): return readBytes(in, summary);
        case field(7, Wire::Bytes): return readBytes(in, session);
        case field(4, Wire::Bytes):
        case field(8, Wire::Bytes):
        case field(9, Wire::Bytes): sink.passOver(time, "graphs"); return readBytes(in, ignored);
        default: return skip(in, tag);
        }
    });
    if (!whole)
        return false;
    if (!version.empty())
        sink.addVersion(version, time.wallSeconds);
    return readSession(time, session) && readSummary(time, summary);
}

bool TensorboardEventDecoder::Private::readSession(EventTime time, std::string_view session)
{
    constexpr std::uint64_t kStart = 1;
    std::uint64_t status = 0;
    const bool whole = walk(session, [&](CodedInputStream &in, std::uint32_t tag) {
        return tag == field(1, Wire::Varint) ? in.ReadVarint64(&status) : skip(in, tag);
    });
    if (whole && status == kStart)
        sink.startSession(time);
    return whole;
}

bool TensorboardEventDecoder::Private::readSummary(EventTime time, std::string_view summary)
{
    if (!summary.empty())
        sink.beginValues(time);
    return walk(summary, [&](CodedInputStream &in, std::uint32_t tag) {
        std::string_view bytes;
        if (tag != field(1, Wire::Bytes))
            return skip(in, tag);
        return readBytes(in, bytes) && readValue(time, bytes);
    });
}

bool TensorboardEventDecoder::Private::readValue(EventTime time, std::string_view bytes)
{
    if (const auto scalar = plainScalar(bytes)) { // most values are scalars
        sink.addScalar(time, scalar->tag, static_cast<double>(scalar->value));
        return true;
    }
    if (bytes.size() > kLargestKept) // images and sounds are found without parsing
        if (const auto media = mediaIn(bytes); media && media->kind != MediumKind::Text && media->kind != MediumKind::Curve) {
            reportMedia(time, *media);
            return true;
        }
    if (bytes.size() > kLargestValue) {
        sink.passOver(time, record::message("values of more than 2 MiB"));
        return true;
    }
    if (!value.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return false;
    report(time, bytes);
    if (bytes.size() > kLargestKept)
        value = Summary::Value();
    return true;
}

std::optional<ValueMedia> TensorboardEventDecoder::Private::mediaIn(std::string_view bytes)
{
    return mediaOf(bytes, [this](std::string_view tag, std::string_view named) { return pluginOf(tag, named); });
}

void TensorboardEventDecoder::Private::reportMedia(EventTime time, const ValueMedia &media)
{
    sink.addMedia(time, media.tag, media.kind, media.parts);
}

void TensorboardEventDecoder::Private::report(EventTime time, std::string_view bytes)
{
    const std::string plugin = value.has_metadata() || value.has_tensor() ? pluginOf(value.tag(), value.metadata().plugin_data().plugin_name()) : std::string();
    if (plugin == "hparams")
        return reportHyperparameters(time, value.metadata().plugin_data().content());
    switch (value.value_case()) {
    case Summary::Value::kSimpleValue:
        return sink.addScalar(time, value.tag(), static_cast<double>(value.simple_value()));
    case Summary::Value::kHisto: return reportHistogram(time, value.histo());
    case Summary::Value::kTensor: return reportTensor(time, plugin, bytes);
    case Summary::Value::kImage:
    case Summary::Value::kAudio:
        if (const auto media = mediaIn(bytes))
            reportMedia(time, *media);
        else
            sink.passOver(time, kindOf(value.has_image() ? "images" : "audio"));
        return;
    case Summary::Value::kOldHistogram: return sink.passOver(time, record::message("histograms of a forgotten format"));
    default: return;
    }
}

void TensorboardEventDecoder::Private::reportTensor(EventTime time, const std::string &plugin, std::string_view bytes)
{
    if (plugin == "text") {
        if (const auto text = textOf(value.tensor())) {
            sink.addText(time, value.tag(), *text);
            if (const auto media = mediaIn(bytes))
                reportMedia(time, *media);
            return;
        }
    } else if (plugin == "images" || plugin == "audio" || plugin == "pr_curves") {
        const auto media = mediaIn(bytes);
        if (media && (media->kind != MediumKind::Curve || curveOfTensor(media->parts.front())))
            return reportMedia(time, *media);
    } else if (plugin == "histograms") {
        return reportHistogram(time, numbersOf(value.tensor()));
    } else if (plugin == "scalars" || plugin.empty()) {
        if (const auto numbers = numbersOf(value.tensor()); numbers && numbers->values.size() == 1)
            return sink.addScalar(time, value.tag(), numbers->values[0]);
    }
    const bool known = plugin == "text" || plugin == "scalars" || plugin.empty();
    sink.passOver(time, known ? record::message("tensors that are no single number or text") : kindOf(plugin));
}

void TensorboardEventDecoder::Private::reportHistogram(EventTime time, const tensorboard::HistogramProto &histogram)
{
    const auto count = [](const auto &numbers) { return static_cast<std::size_t>(numbers.size()); };
    auto values = bucketsFromLimits({histogram.bucket_limit().data(), count(histogram.bucket_limit())},
                                    {histogram.bucket().data(), count(histogram.bucket())},
                                    {histogram.min(), histogram.max(), histogram.num(), histogram.sum()});
    if (values)
        sink.addHistogram(time, value.tag(), std::move(*values));
    else
        sink.passOver(time, record::message("histograms that are empty or make no sense"));
}

void TensorboardEventDecoder::Private::reportHistogram(EventTime time, const std::optional<TensorValues> &numbers)
{
    std::optional<BucketedValues> values;
    if (numbers && numbers->shape.size() == 2 && numbers->shape[1] == 3)
        values = bucketsFromRows(numbers->values);
    if (values)
        sink.addHistogram(time, value.tag(), std::move(*values));
    else
        sink.passOver(time, record::message("histograms that are empty or make no sense"));
}

void TensorboardEventDecoder::Private::reportHyperparameters(EventTime time, const std::string &content)
{
    HParamsPluginData data;
    if (content.size() > kLargestHyperparameters || !data.ParseFromString(content))
        return sink.passOver(time, record::message("hyperparameters that cannot be read"));
    Hyperparameters found{nlohmann::json::object(), {}, sessionOf(data)};
    for (const auto &parameter : data.session_start_info().hparams())
        found.values[bytes::validUtf8(parameter.key())] = toJson(parameter.value());
    for (const auto &metric : data.experiment().metric_infos())
        found.metrics.push_back(bytes::validUtf8(metric.name().tag()));
    sink.addHyperparameters(found);
}

std::string TensorboardEventDecoder::Private::pluginOf(std::string_view tag, std::string_view named)
{
    if (named.empty()) {
        const auto known = plugins.find(std::string(tag));
        return known == plugins.end() ? std::string() : known->second;
    }
    if (plugins.size() < kMaxPlugins)
        plugins[std::string(tag)] = named;
    return std::string(named);
}

} // namespace lensboard::imports
