#include "core/experiment/json_mistake.h"

#include "core/bytes/blanks.h"
#include "core/experiment/field.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace lensboard::experiment {

using record::message;

namespace {

constexpr std::string_view kEndsOfWords = " \t\r\n,:{}[]\"";
constexpr std::size_t kLongestWord = 30; ///< limit for a quoted word

/// Parses the text up to the first error. Stack use does not depend on the nesting depth.
class MistakeSearch
{
public:
    explicit MistakeSearch(const std::string &text) : m_text(text) {}

    record::Message find(std::size_t gaveUpAt)
    {
        if (m_text.starts_with(bytes::kByteOrderMark)) // UTF-8 byte order mark
            m_at = 3;
        while (m_found.empty() && skipBlanks()) {
            m_token = m_at;
            readToken();
        }
        if (m_found.empty() && m_expected != Expected::Nothing)
            failAtEnd();
        return m_found.empty() ? located(std::min(gaveUpAt, m_text.size()), message("this is not JSON in UTF-8")) : m_found;
    }

private:
    enum class Expected { Value, ValueOrEnd, Name, NameOrEnd, Colon, CommaOrEnd, Nothing };

    bool skipBlanks()
    {
        m_at = std::min(m_text.find_first_not_of(bytes::kBlanks, m_at), m_text.size());
        return m_at < m_text.size();
    }

    record::Message located(std::size_t place, const record::Message &what) const
    {
        const std::string_view before = std::string_view(m_text).substr(0, place);
        const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
        const auto isCharacter = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
        const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(lineStart), before.end(), isCharacter) + 1;
        return message("line %1, column %2: %3", std::count(before.begin(), before.end(), '\n') + 1, column, what);
    }
    void fail(std::size_t place, const record::Message &what) { m_found = located(place, what); }

    char innermost() const { return m_open.empty() ? '\0' : m_text[m_open.back()]; }

    void readToken()
    {
        switch (m_expected) {
        case Expected::Value:
        case Expected::ValueOrEnd: return readValue();
        case Expected::Name:
        case Expected::NameOrEnd: return readName();
        case Expected::Colon: return readColon();
        case Expected::CommaOrEnd: return readCommaOrEnd();
        case Expected::Nothing: return fail(m_at, message("the experiment ended before this; take it away"));
        }
    }

    void readValue()
    {
        const char first = m_text[m_at];
        if (first == '{' || first == '[') {
            m_open.push_back(m_at++);
            m_expected = first == '{' ? Expected::NameOrEnd : Expected::ValueOrEnd;
        } else if (first == ']' && m_expected == Expected::ValueOrEnd) {
            close();
        } else if (first == '"') {
            readText();
            endValue();
        } else if (static_cast<unsigned char>(first) >= 0x80) {
            fail(m_at, message("this is not JSON in UTF-8"));
        } else if (kEndsOfWords.find(first) != std::string_view::npos) {
            m_text[m_last] == ',' && (first == ']' || first == '}')
                ? fail(m_last, message("this comma is followed by nothing; take it away"))
                : fail(m_at, message("a value is missing here"));
        } else {
            readWord();
            endValue();
        }
    }

    void readName()
    {
        const char first = m_text[m_at];
        if (first == '"') {
            readText();
            m_expected = Expected::Colon;
        } else if (first == '}' && m_expected == Expected::NameOrEnd) {
            close();
        } else if (first == '}' || first == ']') {
            fail(m_last, message("this comma is followed by nothing; take it away"));
        } else if (isComment()) {
            fail(m_at, message("JSON knows no comments; take this away"));
        } else {
            fail(m_at, message("a name is expected here, in double quotes: \"epochs\""));
        }
    }

    void readColon()
    {
        if (m_text[m_at] != ':')
            return fail(m_last + 1, message("a colon is missing here, between a name and its value"));
        m_last = m_at++;
        m_expected = Expected::Value;
    }

    void readCommaOrEnd()
    {
        const char found = m_text[m_at];
        const char end = innermost() == '{' ? '}' : ']';
        if (found == ',') {
            m_last = m_at++;
            m_expected = innermost() == '{' ? Expected::Name : Expected::Value;
        } else if (found == end) {
            close();
        } else if (found == '}' || found == ']') {
            fail(m_at, message("here stands %1 where %2 is expected", std::string(1, found), std::string(1, end)));
        } else if (isComment()) {
            fail(m_at, message("JSON knows no comments; take this away"));
        } else {
            fail(m_last + 1, message("a comma is missing here"));
        }
    }

    void readText()
    {
        static constexpr std::string_view kEscapes = "\"\\/bfnrtu";
        for (++m_at; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
            const auto byte = static_cast<unsigned char>(m_text[m_at]);
            if (byte == '\n' || byte == '\r')
                break;
            if (byte < ' ')
                return fail(m_at, message("a control character stands in a text; a tab is written \\t"));
            if (byte == '\\' && (++m_at == m_text.size() || kEscapes.find(m_text[m_at]) == std::string_view::npos))
                return fail(m_at - 1, message("this backslash begins nothing that JSON knows; one that is meant is written \\\\"));
        }
        if (m_at == m_text.size() || m_text[m_at] != '"')
            return fail(m_token, message("the text that begins here does not end; a \" is missing"));
        m_last = m_at++;
    }

    bool isComment() const { return m_text[m_at] == '#' || m_text.compare(m_at, 2, "//") == 0 || m_text.compare(m_at, 2, "/*") == 0; }

    void readWord()
    {
        const std::size_t end = std::min(m_text.find_first_of(kEndsOfWords, m_at), m_text.size());
        const std::string word = m_text.substr(m_at, end - m_at);
        m_last = end - 1;
        m_at = end;
        if (Json::accept(word))
            return;
        m_at = m_token;
        if (isComment())
            return fail(m_token, message("JSON knows no comments; take this away"));
        char *afterNumber = nullptr;
        if (std::isinf(std::strtod(word.c_str(), &afterNumber)) && *afterNumber == '\0' && std::isdigit(static_cast<unsigned char>(word.back())))
            return fail(m_token, message("%1 is too large for a number", word.substr(0, kLongestWord)));
        fail(m_token, message("%1 is no value; texts stand in double quotes, and true, false and null are written so", word.substr(0, kLongestWord)));
    }

    void close()
    {
        m_open.pop_back();
        m_last = m_at++;
        endValue();
    }

    void endValue() { m_expected = m_open.empty() ? Expected::Nothing : Expected::CommaOrEnd; }

    void failAtEnd()
    {
        if (m_open.empty())
            fail(m_at, message("an experiment is expected here, between { and }"));
        else
            fail(m_open.back(), message("the object or list that begins here does not end; a %1 is missing", std::string(1, innermost() == '{' ? '}' : ']')));
    }

    const std::string &m_text;
    std::size_t m_at = 0;
    std::size_t m_token = 0; ///< start of the current token
    std::size_t m_last = 0;  ///< end of the previous token
    std::vector<std::size_t> m_open; ///< brackets that are not closed yet
    Expected m_expected = Expected::Value;
    record::Message m_found;
};

} // namespace

record::Message jsonMistake(const std::string &text, std::size_t gaveUpAt)
{
    return MistakeSearch(text).find(gaveUpAt);
}

} // namespace lensboard::experiment
