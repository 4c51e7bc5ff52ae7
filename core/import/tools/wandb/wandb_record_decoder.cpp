#include "core/import/tools/wandb/wandb_record_decoder.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/json_scanner.h"
#include "core/import/wire_format.h"
#include "core/record/message.h"

#include <bit>
#include <charconv>

namespace lensboard::imports {

using record::message;
using wire::CodedInputStream;
using wire::field;
using wire::readBytes;
using wire::skip;
using wire::walk;
using wire::Wire;

namespace {

constexpr std::size_t kMaxItems = 100'000; ///< maximum number of values in a record

bool readVarint(CodedInputStream &in, std::int64_t &number)
{
    std::uint64_t bits = 0;
    const bool isRead = in.ReadVarint64(&bits);
    number = static_cast<std::int64_t>(bits);
    return isRead;
}

std::optional<double> numberFrom(std::string_view json)
{
    const std::string_view digits = json.substr(json.starts_with('-') ? 1 : 0);
    if (!digits.empty() && digits.front() >= '0' && digits.front() <= '9') {
        double number = 0;
        const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), number);
        return error == std::errc() && end == json.data() + json.size() ? std::optional(number) : std::nullopt;
    }
    if (json == "true" || json == "false")
        return json == "true" ? 1 : 0;
    return nonFiniteWord(json.starts_with('"') && json.size() > 1 ? json.substr(1, json.size() - 2) : json);
}

/// Reads a HistoryItem, SummaryItem or ConfigItem: their fields have equal numbers. Only \p isMeasured values are parsed.
bool readItem(std::string_view message, WandbItem &item, bool isMeasured)
{
    item.name.clear();
    item.number.reset();
    item.json = {};
    const auto addKey = [&](CodedInputStream &in) {
        std::string_view key;
        if (!readBytes(in, key))
            return false;
        if (!item.name.empty())
            item.name += '/';
        item.name += key;
        return true;
    };
    return walk(message, [&](CodedInputStream &in, std::uint32_t tag) {
        std::uint64_t bits = 0;
        switch (tag) {
        case field(1, Wire::Bytes):
        case field(2, Wire::Bytes): return addKey(in);
        case field(4, Wire::Varint):
            if (!in.ReadVarint64(&bits))
                return false;
            item.number = bits != 0 ? 1 : 0;
            return true;
        case field(5, Wire::Varint):
            if (!in.ReadVarint64(&bits))
                return false;
            item.number = static_cast<double>(static_cast<std::int64_t>(bits >> 1 ^ (~(bits & 1) + 1))); // zigzag
            return true;
        case field(6, Wire::Fixed64):
            if (!in.ReadLittleEndian64(&bits))
                return false;
            item.number = std::bit_cast<double>(bits);
            return true;
        case field(7, Wire::Bytes):
        case field(8, Wire::Bytes): return readBytes(in, item.json);
        case field(16, Wire::Bytes):
            if (!readBytes(in, item.json))
                return false;
            item.number = isMeasured ? numberFrom(item.json) : std::nullopt;
            return true;
        default: return skip(in, tag);
        }
    });
}

bool readItemOf(CodedInputStream &in, std::vector<WandbItem> &items, std::size_t &count, bool isMeasured)
{
    std::string_view bytes;
    if (!readBytes(in, bytes) || count == kMaxItems)
        return false;
    if (count == items.size())
        items.emplace_back();
    return readItem(bytes, items[count++], isMeasured);
}

/// Reads a google.protobuf.Timestamp.
bool readTime(std::string_view message, double &seconds)
{
    std::int64_t whole = 0, nanos = 0;
    const bool isRead = walk(message, [&](CodedInputStream &in, std::uint32_t tag) {
        return tag == field(1, Wire::Varint) ? readVarint(in, whole) : tag == field(2, Wire::Varint) ? readVarint(in, nanos) : skip(in, tag);
    });
    seconds = static_cast<double>(whole) + static_cast<double>(nanos) / 1e9;
    return isRead;
}

/// Returns the name of a text field of RunRecord, or nullptr.
const char *nameOfDetail(std::uint32_t tag)
{
    switch (tag) {
    case field(1, Wire::Bytes): return "run_id";
    case field(2, Wire::Bytes): return "entity";
    case field(3, Wire::Bytes): return "project";
    case field(6, Wire::Bytes): return "group";
    case field(7, Wire::Bytes): return "job_type";
    case field(9, Wire::Bytes): return "notes";
    case field(10, Wire::Bytes): return "tag";
    case field(12, Wire::Bytes): return "sweep_id";
    case field(13, Wire::Bytes): return "host";
    default: return nullptr;
    }
}

} // namespace

bool WandbRecordDecoder::decode(std::string_view record)
{
    return walk(record, [this](CodedInputStream &in, std::uint32_t tag) {
        std::string_view bytes;
        if ((tag & 7) != static_cast<std::uint32_t>(Wire::Bytes))
            return skip(in, tag);
        if (!readBytes(in, bytes))
            return false;
        switch (tag >> 3) {
        case 2: return readHistory(bytes);
        case 3: return readUpdate(bytes, [this](auto updated, auto) { m_sink.addSummary(updated); });
        case 5: return readUpdate(bytes, [this](auto updated, auto removed) { m_sink.addConfig(updated, removed); });
        case 4:
        case 13: m_sink.passOver(message("lines of the console are skipped")); return true;
        case 7: m_sink.passOver(message("machine measurements are skipped, since they have no steps")); return true;
        case 8: m_sink.passOver(message("artifacts are skipped")); return true;
        case 9: m_sink.passOver(message("W&B copied a log of TensorBoard; open that log")); return true;
        case 10: m_sink.passOver(message("alerts are skipped")); return true;
        case 12: return readMetric(bytes);
        case 17: return readRun(bytes);
        case 18: return readExit(bytes);
        default: return true;
        }
    });
}

bool WandbRecordDecoder::readRun(std::string_view bytes)
{
    WandbRun run;
    const bool isRead = walk(bytes, [&](CodedInputStream &in, std::uint32_t tag) {
        std::string_view text;
        if ((tag & 7) != static_cast<std::uint32_t>(Wire::Bytes))
            return skip(in, tag);
        if (!readBytes(in, text))
            return false;
        if (const char *detail = nameOfDetail(tag); detail && !text.empty())
            run.details.emplace_back(detail, bytes::clipped(text, 1000));
        switch (tag) {
        case field(4, Wire::Bytes): return readUpdate(text, [this](auto updated, auto removed) { m_sink.addConfig(updated, removed); });
        case field(8, Wire::Bytes): run.name = text; return true;
        case field(17, Wire::Bytes): return readTime(text, run.startSeconds);
        default: return true;
        }
    });
    m_sink.addRun(std::move(run));
    return isRead;
}

bool WandbRecordDecoder::readHistory(std::string_view history)
{
    std::size_t count = 0;
    std::optional<std::int64_t> step;
    const bool isRead = walk(history, [&](CodedInputStream &in, std::uint32_t tag) {
        std::string_view bytes;
        if (tag == field(1, Wire::Bytes))
            return readItemOf(in, m_updated, count, true);
        if (tag != field(2, Wire::Bytes))
            return skip(in, tag);
        step = 0;
        return readBytes(in, bytes) && walk(bytes, [&](CodedInputStream &inStep, std::uint32_t stepTag) {
                   return stepTag == field(1, Wire::Varint) ? readVarint(inStep, *step) : skip(inStep, stepTag);
               });
    });
    if (isRead)
        m_sink.addRow(std::span(m_updated).first(count), step);
    return isRead;
}

bool WandbRecordDecoder::readUpdate(std::string_view message, const TakeUpdate &take)
{
    std::size_t updated = 0, removed = 0;
    const bool isRead = walk(message, [&](CodedInputStream &in, std::uint32_t tag) {
        return tag == field(1, Wire::Bytes)   ? readItemOf(in, m_updated, updated, false)
             : tag == field(2, Wire::Bytes) ? readItemOf(in, m_removed, removed, false)
                                              : skip(in, tag);
    });
    if (isRead)
        take(std::span(m_updated).first(updated), std::span(m_removed).first(removed));
    return isRead;
}

bool WandbRecordDecoder::readMetric(std::string_view metric)
{
    std::string_view name, pattern, stepMetric;
    const bool isRead = walk(metric, [&](CodedInputStream &in, std::uint32_t tag) {
        switch (tag) {
        case field(1, Wire::Bytes): return readBytes(in, name);
        case field(2, Wire::Bytes): return readBytes(in, pattern);
        case field(4, Wire::Bytes): return readBytes(in, stepMetric);
        default: return skip(in, tag);
        }
    });
    if (!stepMetric.empty())
        m_sink.addMetric(std::string(pattern.empty() ? name : pattern), std::string(stepMetric));
    return isRead;
}

bool WandbRecordDecoder::readExit(std::string_view exit)
{
    std::int64_t code = 0;
    const bool isRead = walk(exit, [&](CodedInputStream &in, std::uint32_t tag) {
        return tag == field(1, Wire::Varint) ? readVarint(in, code) : skip(in, tag);
    });
    m_sink.addExit(code);
    return isRead;
}

} // namespace lensboard::imports
