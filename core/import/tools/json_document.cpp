#include "core/import/tools/json_document.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/text_number.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxDepth = 8;

/// A word for a number that JSON lacks, and a placeholder string of equal length that no tool writes.
struct Word
{
    std::string_view word;
    std::string_view text;
    double value;
};

constexpr std::array kWords = {Word{"NaN", "\"\x7F\"", NAN}, Word{"Infinity", "\"\x7F+++++\"", INFINITY},
                               Word{"-Infinity", "\"\x7F------\"", -INFINITY}};

/// Replaces such words by their placeholders in place, so that error positions remain valid for the file.
void putWordsAsTexts(std::string &text)
{
    bool inString = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"')
            inString = !inString;
        else if (inString && text[at] == '\\')
            ++at;
        if (inString)
            continue;
        for (const Word &word : kWords)
            if (std::string_view(text).substr(at).starts_with(word.word)) {
                text.replace(at, word.text.size(), word.text);
                at += word.text.size() - 1;
                break;
            }
    }
}

std::optional<double> valueOfWord(std::string_view text)
{
    for (const Word &word : kWords)
        if (text == word.word || text == word.text.substr(1, word.text.size() - 2))
            return word.value;
    return std::nullopt;
}

/// SAX handler: receives the parts of a text one by one, so that nesting cannot overflow the stack.
class LeafReader final : public nlohmann::json_sax<nlohmann::json>
{
public:
    using Take = std::function<void(const JsonLeaf &)>;
    using End = std::function<void(std::span<const std::string>)>;

    LeafReader(const Take &take, const End &end) : m_take(take), m_end(end) {}

    std::optional<JsonDamage> damage;

    bool null() override { return enterItem(), true; }
    bool boolean(bool value) override { return leaf(value ? 1.0 : 0.0); }
    bool number_integer(number_integer_t value) override { return leaf(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) override { return leaf(static_cast<double>(value)); }
    bool number_float(number_float_t value, const string_t &) override { return leaf(value); }
    bool binary(binary_t &) override { return true; }

    bool string(string_t &value) override
    {
        if (const auto number = valueOfWord(value))
            return leaf(*number);
        return leaf(std::string_view(value));
    }

    bool start_object(std::size_t) override { return open(std::nullopt); }
    bool start_array(std::size_t) override { return open(0); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t &value) override
    {
        if (m_skipped == 0)
            m_path.back() = std::move(value);
        return true;
    }

    bool parse_error(std::size_t position, const std::string &found, const nlohmann::json::exception &) override
    {
        damage = JsonDamage{position, bytes::clipped(found), false};
        return false;
    }

private:
    using Value = std::variant<double, std::string_view>;

    bool leaf(const Value &value)
    {
        enterItem();
        if (m_skipped == 0)
            m_take({m_path, value});
        return true;
    }

    void enterItem()
    {
        if (m_skipped == 0 && !m_items.empty() && m_items.back())
            m_path.back() = std::to_string((*m_items.back())++);
    }

    bool open(std::optional<std::size_t> firstItem)
    {
        enterItem();
        if (m_skipped > 0 || m_path.size() == kMaxDepth) {
            ++m_skipped;
        } else {
            m_path.emplace_back();
            m_items.push_back(firstItem);
        }
        return true;
    }

    bool close()
    {
        if (m_skipped > 0) {
            --m_skipped;
        } else {
            if (m_end)
                m_end(std::span(m_path).first(m_path.size() - 1));
            m_path.pop_back();
            m_items.pop_back();
        }
        return true;
    }

    const Take &m_take;
    const End &m_end;
    std::vector<std::string> m_path;
    std::vector<std::optional<std::size_t>> m_items; ///< next index on each level that is an array
    std::size_t m_skipped = 0;                       ///< number of open arrays and objects being skipped
};

} // namespace

std::optional<double> JsonLeaf::number() const
{
    if (const auto *number = std::get_if<double>(&value))
        return *number;
    return record::numberFromText(std::get<std::string_view>(value));
}

std::string JsonLeaf::text() const
{
    if (const auto *number = std::get_if<double>(&value))
        return record::numberText(*number);
    return bytes::validUtf8(std::get<std::string_view>(value));
}

std::optional<JsonDamage> readJson(std::string text, const std::function<void(const JsonLeaf &)> &take,
                                   const std::function<void(std::span<const std::string> path)> &end)
{
    const std::size_t size = text.size();
    text.resize(text.find_last_not_of("0123456789+-.eE") + 1);
    if (text.find("NaN") != text.npos || text.find("Infinity") != text.npos)
        putWordsAsTexts(text);
    LeafReader reader(take, end);
    nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
    if (reader.damage) {
        reader.damage->isUnfinished = reader.damage->position > text.size();
        reader.damage->position = reader.damage->isUnfinished ? size : reader.damage->position - 1; // nlohmann's position counts from 1
    }
    return std::move(reader.damage);
}

} // namespace lensboard::imports
