#include "core/import/tables/flat_json.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace lensboard::imports {

std::optional<double> nonFiniteWord(std::string_view text)
{
    if (text == "NaN")
        return NAN;
    if (text == "Infinity")
        return INFINITY;
    if (text == "-Infinity")
        return -INFINITY;
    return std::nullopt;
}

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

namespace {

constexpr std::size_t kMaxDepth = 8;
constexpr std::size_t kMaxPathBytes = 1000;
constexpr std::size_t kMaxValues = 100'000;
constexpr std::size_t kMaxSkipped = 5;

/// SAX handler: receives the parts of a text one by one, so that nesting cannot overflow the stack.
class Flattener final : public nlohmann::json_sax<nlohmann::json>
{
public:
    FlatJson flat;

    bool null() override { return pathOfValue(), true; }
    bool boolean(bool value) override { return number(value ? 1 : 0); }
    bool number_integer(number_integer_t value) override { return integer(value); }
    bool number_unsigned(number_unsigned_t value) override
    {
        return value <= std::numeric_limits<std::int64_t>::max() ? integer(static_cast<std::int64_t>(value)) : number(static_cast<double>(value));
    }
    bool number_float(number_float_t value, const string_t &) override { return number(value); }
    bool binary(binary_t &) override { return true; }

    bool string(string_t &value) override
    {
        if (const auto word = nonFiniteWord(value))
            return number(*word);
        if (const auto path = pathOfValue())
            flat.texts.emplace_back(*path, std::move(value));
        return true;
    }

    bool start_object(std::size_t) override
    {
        if (m_skipped > 0 || (m_objects > 0 && (m_objects == kMaxDepth || m_path.size() + m_key.size() > kMaxPathBytes))) {
            skip();
            return true;
        }
        m_prefixes[m_objects++] = m_path.size();
        if (m_objects > 1)
            m_path += m_key + '/';
        return true;
    }

    bool key(string_t &value) override
    {
        if (m_skipped == 0)
            m_key = std::move(value);
        return true;
    }

    bool end_object() override
    {
        if (m_skipped > 0)
            --m_skipped;
        else
            m_path.resize(m_prefixes[--m_objects]);
        return true;
    }

    bool start_array(std::size_t) override
    {
        skip();
        return true;
    }

    bool end_array() override
    {
        --m_skipped;
        return true;
    }

    bool parse_error(std::size_t position, const std::string &found, const nlohmann::json::exception &) override
    {
        throw FlatJsonError(record::message("is no JSON object: at its byte %1, found \"%2\"",
                                            position, bytes::clipped(found)));
    }

private:
    bool integer(std::int64_t value)
    {
        constexpr std::int64_t kMaxDouble = std::int64_t{1} << 53;
        const std::size_t before = flat.numbers.size();
        number(static_cast<double>(value));
        if ((value > kMaxDouble || value < -kMaxDouble) && flat.numbers.size() > before)
            flat.exact.emplace_back(flat.numbers.back().first, value);
        return true;
    }

    bool number(double value)
    {
        if (const auto path = pathOfValue())
            flat.numbers.emplace_back(*path, value);
        return true;
    }

    std::optional<std::string> pathOfValue()
    {
        if (m_skipped > 0)
            return std::nullopt;
        if (m_objects == 0)
            throw FlatJsonError(record::message("is no JSON object"));
        if (++m_values > kMaxValues)
            throw FlatJsonError(record::message("holds more than %1 values", kMaxValues));
        if (m_path.size() + m_key.size() <= kMaxPathBytes)
            return m_path + m_key;
        passOver();
        return std::nullopt;
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
        ++flat.skippedCount;
        if (flat.skipped.size() < kMaxSkipped)
            flat.skipped.push_back(bytes::clipped(m_path + m_key));
    }

    std::string m_path; ///< path of the current object, with a '/' at its end
    std::string m_key;
    std::size_t m_prefixes[kMaxDepth] = {}; ///< for each open object, the length of the path around it
    std::size_t m_objects = 0;
    std::size_t m_values = 0;
    std::size_t m_skipped = 0; ///< number of open arrays and objects being skipped
};

/// Removes the values of all objects that are descriptions of media.
void skipMedia(FlatJson &flat)
{
    constexpr std::string_view kType = "/_type";
    std::vector<std::string> media;
    for (const auto &[key, text] : flat.texts)
        if (key.ends_with(kType))
            media.push_back(key.substr(0, key.size() - kType.size() + 1));
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
    Flattener flattener;
    if (text.find("NaN") == text.npos && text.find("Infinity") == text.npos)
        nlohmann::json::sax_parse(text.begin(), text.end(), &flattener);
    else
        nlohmann::json::sax_parse(withQuotedWords(text), &flattener);
    if (text.find("\"_type\"") != text.npos)
        skipMedia(flattener.flat);
    return std::move(flattener.flat);
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
