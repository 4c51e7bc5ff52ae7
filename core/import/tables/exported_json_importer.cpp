#include "core/import/tables/exported_json_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/json_scanner.h"
#include "core/record/export_form.h"
#include "core/record/message.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace lensboard::imports {

namespace form = record::export_form;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 20;
constexpr int kDeepest = 3; ///< nesting: an object, a histogram in it, a list in the histogram

/// Returns true if \p text begins with an object with the first keys \p names and integer values.
template <typename Names>
bool beginsWith(std::string_view text, const Names &names)
{
    std::string opening = "{";
    for (std::size_t i = 0; i + 1 < names.size(); ++i) { // the last one, the time, is optional
        const std::string key = opening + '"' + names[i] + "\": ";
        if (!text.starts_with(key))
            return false;
        text.remove_prefix(key.size());
        text.remove_prefix(std::min(text.find_first_not_of("-0123456789"), text.size()));
        opening = ", ";
    }
    return true;
}

/// Puts the words NaN, Infinity and -Infinity into quotes, because JSON does not allow them.
std::string withQuotedWords(std::string_view text)
{
    const auto wordAtFront = [&] {
        for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
            if (text.starts_with(word))
                return word;
        return std::string_view();
    };
    std::string quoted;
    bool inString = false;
    while (!text.empty()) {
        const std::string_view word = inString ? std::string_view() : wordAtFront();
        const std::size_t length = !word.empty() ? word.size() : inString && text.front() == '\\' ? 2 : 1;
        if (text.front() == '"')
            inString = !inString;
        if (word.empty())
            quoted += text.substr(0, length);
        else
            quoted.append(1, '"').append(word).append(1, '"');
        text.remove_prefix(std::min(length, text.size()));
    }
    return quoted;
}

std::optional<double> number(const Json &value)
{
    if (value.is_number())
        return value.get<double>();
    return value.is_string() ? nonFiniteWord(value.get_ref<const std::string &>()) : std::nullopt;
}

std::optional<double> numberAt(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found == object.end() ? std::nullopt : number(*found);
}

std::optional<std::vector<double>> numbersAt(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array())
        return std::nullopt;
    std::vector<double> numbers;
    for (const Json &element : *found)
        if (const auto value = number(element))
            numbers.push_back(*value);
    return numbers.size() == found->size() ? std::optional(numbers) : std::nullopt;
}

std::optional<record::TickStamp> stampOf(const Json &object)
{
    record::TickStamp stamp;
    for (const auto &[key, target] : {std::pair("tick", &stamp.tick), std::pair("epoch", &stamp.epoch),
                                      std::pair("step", &stamp.step), std::pair("samples", &stamp.samples)}) {
        const auto found = object.find(key);
        if (found == object.end() || !found->is_number_integer())
            return std::nullopt;
        *target = found->get<std::int64_t>();
    }
    stamp.wallSeconds = numberAt(object, "wall_time").value_or(0);
    return std::isfinite(stamp.wallSeconds) ? std::optional(stamp) : std::nullopt;
}

/// Returns \p key without the suffix \p mark.
std::string cutOff(const char *mark, const std::string &key)
{
    return key.ends_with(mark) ? key.substr(0, key.size() - std::string_view(mark).size()) : key;
}

/// A key's parts: the tag before the first slash, the label after the last.
struct Name
{
    std::string tag, layer, label;
};

std::optional<Name> nameOf(const std::string &key)
{
    const std::size_t first = key.find('/'), last = key.rfind('/');
    if (first == key.npos || first == last)
        return std::nullopt;
    return Name{key.substr(0, first), key.substr(first + 1, last - first - 1), key.substr(last + 1)};
}

} // namespace

bool ExportedJsonImporter::recognises(std::string_view firstBytes)
{
    return beginsWith(firstBytes, form::kStamp) || beginsWith(firstBytes, form::kForeignStamp);
}

void ExportedJsonImporter::readPending(ReadProgress &progress)
{
    if (m_file.position() == 0)
        m_isForeign = beginsWith(m_file.pending(), form::kForeignStamp);
    while (!progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        const std::size_t end = pending.find('\n');
        if (std::min(end, pending.size()) > kLongestLine) {
            m_rows.commit();
            throw ImportError(m_file.path(), record::message("line %1 is longer than %2 bytes", m_line, kLongestLine));
        }
        if (end == pending.npos)
            break;
        readLine(pending.substr(0, end));
        m_file.take(end + 1);
        ++m_line;
    }
}

record::Message ExportedJsonImporter::readEnd()
{
    m_rows.commit();
    if (m_rows.leftOut() > 0)
        warn("names", record::message("%1 values are left out: there are too many names, or these are too long", m_rows.leftOut()));
    return m_file.pending().empty() ? record::Message() : record::message("ends within line %1", m_line);
}

void ExportedJsonImporter::readLine(std::string_view line)
{
    const auto isShallow = [](int depth, Json::parse_event_t, Json &) { return depth <= kDeepest; };
    const Json object = Json::parse(withQuotedWords(line), isShallow, false);
    const auto stamp = object.is_object() ? stampOf(object) : std::nullopt;
    if (!stamp)
        return warn("line", record::message("line %1 is no tick of a run: it is left out", m_line));
    m_rows.begin(*stamp);
    for (const auto &[key, value] : object.items())
        if (std::find(form::kStamp.begin(), form::kStamp.end(), key) == form::kStamp.end())
            readField(key, value, *stamp);
}

void ExportedJsonImporter::readField(const std::string &key, const Json &value, const record::TickStamp &stamp)
{
    const bool isText = key == "text" && value.contains("tag") && value["tag"].is_string() && value.contains("text") && value["text"].is_string();
    if (const auto measured = number(value)) {
        if (const auto series = line(key))
            m_rows.add(*series, *measured);
    } else if (value.contains("edges")) {
        readHistogram(key, value);
    } else if (value.contains("low") || value.contains("high")) {
        readBand(key, value);
    } else if (isText) {
        m_out.append({record::RunEvent::Kind::Text, stamp.step, stamp.wallSeconds,
                      value["tag"].get<std::string>() + '\n' + value["text"].get<std::string>()});
    } else {
        warn("field", record::message("line %1: \"%2\" is nothing that was measured: it is left out", m_line, bytes::clipped(key)));
    }
}

std::optional<std::uint32_t> ExportedJsonImporter::line(const std::string &key)
{
    if (const auto known = m_lines.find(key); known != m_lines.end())
        return known->second;
    const std::string whole = cutOff(form::kLine, key);
    const auto name = m_isForeign ? std::nullopt : nameOf(whole);
    const auto series = name ? m_rows.line(name->tag, name->layer, name->label) : m_rows.foreignLine(whole);
    if (series)
        m_lines.emplace(key, *series);
    return series;
}

void ExportedJsonImporter::readBand(const std::string &key, const Json &band)
{
    const auto name = nameOf(key);
    const std::size_t middle = name ? name->label.find(form::kBand, 1) : std::string::npos;
    const auto low = numberAt(band, "low"), high = numberAt(band, "high");
    if (middle == std::string::npos || !(low || high))
        return warn("band", record::message("line %1: \"%2\" is no band: it is left out", m_line, bytes::clipped(key)));
    const std::size_t after = middle + std::string_view(form::kBand).size();
    if (const auto series = m_rows.band(name->tag, name->layer, name->label.substr(0, middle), name->label.substr(after))) {
        if (low)
            m_rows.add(*series, *low);
        if (high)
            m_rows.add(*series + 1, *high);
    }
}

void ExportedJsonImporter::readHistogram(const std::string &key, const Json &histogram)
{
    const auto edges = numbersAt(histogram, "edges"), counts = numbersAt(histogram, "counts");
    std::optional<BucketedValues> values;
    if (edges && counts)
        values = bucketsAsTheyAre({*edges, *counts}, numberAt(histogram, "mean"), numberAt(histogram, "min"), numberAt(histogram, "max"));
    if (!values)
        return warn("histogram", record::message("line %1: \"%2\" is no histogram: it is left out", m_line, bytes::clipped(key)));
    if (const auto series = m_rows.foreignHistogram(cutOff(form::kHistogram, key)))
        m_rows.addHistogram(*series, std::move(*values));
}

void ExportedJsonImporter::warn(const std::string &subject, const record::Message &text)
{
    m_out.report(record::RunEvent::Kind::Warning, 0, subject, text);
}

} // namespace lensboard::imports
