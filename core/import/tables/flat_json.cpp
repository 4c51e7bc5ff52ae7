#include "core/import/tables/flat_json.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/json_scanner.h"
#include "core/record/message.h"

#include <array>
#include <cmath>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxDepth = 8;
constexpr std::size_t kMaxPathBytes = 1000;
constexpr std::size_t kMaxValues = 100'000;
constexpr std::size_t kMaxSkipped = 5;
constexpr std::string_view kTypeOfMedium = "/_type";

/// Writes the values of an object into a FlatJson, in the memory of its former content.
class Flattener final : public JsonSink
{
public:
    explicit Flattener(FlatJson &flat) : m_flat(flat)
    {
        m_flat.exact.clear();
        m_flat.skipped.clear();
        m_flat.skippedCount = 0;
        m_flat.infinite.clear();
    }

    void null() override { takesValue(); }
    void boolean(bool value) override { put(value ? 1 : 0); }

    void integer(std::int64_t value) override
    {
        constexpr std::int64_t kMaxDouble = std::int64_t{1} << 53;
        if (put(static_cast<double>(value)) && (value > kMaxDouble || value < -kMaxDouble))
            m_flat.exact.emplace_back(m_path, value);
    }

    void number(double value, std::string_view written) override
    {
        if (put(value) && std::isinf(value) && !nonFiniteWord(written))
            m_flat.infinite = m_path;
    }

    void text(std::string_view text) override
    {
        if (const auto word = nonFiniteWord(text)) {
            put(*word);
        } else if (takesValue()) {
            add(m_flat.texts, m_texts, text);
            m_hasMedia = m_hasMedia || m_path.ends_with(kTypeOfMedium);
        }
    }

    void beginObject() override
    {
        if (m_skipped > 0 || (m_objects > 0 && (m_objects == kMaxDepth || m_path.size() > kMaxPathBytes)))
            return skip();
        if (m_objects > 0)
            m_path += '/';
        m_prefixes[m_objects++] = m_path.size();
    }

    void key(std::string_view key) override
    {
        if (m_skipped > 0)
            return;
        m_path.resize(m_prefixes[m_objects - 1]);
        m_path += key;
    }

    void endObject() override { m_skipped > 0 ? --m_skipped : --m_objects; }
    void beginArray() override { skip(); }
    void endArray() override { --m_skipped; }

    /// Ends the object. Returns true if it contains media.
    bool finish()
    {
        m_flat.numbers.resize(m_numbers);
        m_flat.texts.resize(m_texts);
        return m_hasMedia;
    }

private:
    template <typename Values, typename Value>
    void add(Values &values, std::size_t &count, const Value &value)
    {
        if (count == values.size())
            values.emplace_back();
        values[count].first = m_path;
        values[count++].second = value;
    }

    bool put(double value)
    {
        if (!takesValue())
            return false;
        add(m_flat.numbers, m_numbers, value);
        return true;
    }

    bool takesValue()
    {
        if (m_skipped > 0)
            return false;
        if (m_objects == 0)
            throw FlatJsonError(record::message("is no JSON object"));
        if (++m_values > kMaxValues)
            throw FlatJsonError(record::message("holds more than %1 values", kMaxValues));
        if (m_path.size() > kMaxPathBytes)
        passOver();
        return m_path.size() <= kMaxPathBytes;
    }

    void skip()
    {
        if (m_objects == 0)
            throw FlatJsonError(record::message("is no JSON object but an array"));
        if (m_skipped++ == 0)
            passOver();
    }

    void passOver()
    {
        ++m_flat.skippedCount;
        if (m_flat.skipped.size() < kMaxSkipped)
            m_flat.skipped.push_back(bytes::clipped(m_path));
    }

    FlatJson &m_flat;
    std::size_t m_numbers = 0, m_texts = 0;
    std::string m_path;                                 ///< of the current value, with its key at the end
    std::array<std::size_t, kMaxDepth> m_prefixes = {}; ///< for each open object, the length of the path before its keys
    std::size_t m_objects = 0;
    std::size_t m_values = 0;
    std::size_t m_skipped = 0; ///< number of open arrays and objects being skipped
    bool m_hasMedia = false;
};

/// Removes the values of all objects that are descriptions of media.
void skipMedia(FlatJson &flat)
{
    std::vector<std::string> media;
    for (const auto &[key, text] : flat.texts)
        if (key.ends_with(kTypeOfMedium))
            media.push_back(key.substr(0, key.size() - kTypeOfMedium.size() + 1));
    for (const std::string &prefix : media) {
        const auto isPart = [&prefix](const auto &value) { return value.first.starts_with(prefix); };
        std::erase_if(flat.numbers, isPart);
        std::erase_if(flat.texts, isPart);
        std::erase_if(flat.exact, isPart);
        flat.skippedCount -= std::erase_if(flat.skipped, [&prefix](const std::string &key) { return key.starts_with(prefix); });
        ++flat.skippedCount;
        if (flat.skipped.size() < kMaxSkipped)
            flat.skipped.push_back(bytes::clipped(prefix.substr(0, prefix.size() - 1)));
    }
}

} // namespace

FlatJson flatJson(std::string_view text)
{
    FlatJson flat;
    readFlatJson(text, flat);
    return flat;
}

void readFlatJson(std::string_view text, FlatJson &flat)
{
    Flattener flattener(flat);
    if (const auto fault = scanJson(text, flattener))
        throw FlatJsonError(record::message("is no JSON object: at its byte %1, found \"%2\"", fault->position, bytes::clipped(fault->found)));
    if (flattener.finish())
        skipMedia(flat);
}

std::optional<std::size_t> JsonObjectEnd::find(std::string_view text)
{
    for (std::size_t i = m_scanned; i < text.size(); ++i) {
        const char c = text[i];
        if (m_inString && c == '\\') {
            if (i + 1 == text.size()) {
                m_scanned = i;
                return std::nullopt;
            }
            ++i;
        } else if (c == '"') {
            m_inString = !m_inString;
        } else if (!m_inString && (c == '{' || c == '[')) {
            ++m_depth;
        } else if (!m_inString && (c == '}' || c == ']') && --m_depth == 0) {
            *this = {};
            return i + 1;
        }
    }
    m_scanned = text.size();
    return std::nullopt;
}

} // namespace lensboard::imports
