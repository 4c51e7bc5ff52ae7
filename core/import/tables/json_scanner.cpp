#include "core/import/tables/json_scanner.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace lensboard::imports {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Returns true for a character of a text that needs no decoding.
bool isPlain(char c)
{
    return static_cast<signed char>(c) >= 0x20 && c != '"' && c != '\\';
}

/// Returns true if \p text may be the first bytes of a character of UTF-8.
bool mayBecomeCharacter(std::string_view text)
{
    const auto isLater = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    return text.size() < 4 && static_cast<unsigned char>(text.front()) >= 0xC2 && std::ranges::all_of(text.substr(1), isLater);
}

class JsonScanner
{
public:
    JsonScanner(std::string_view text, JsonSink &sink)
        : m_text(text), m_sink(sink), m_at(text.starts_with(bytes::kByteOrderMark) ? bytes::kByteOrderMark.size() : 0)
    {}

    std::optional<JsonFault> scan()
    {
        for (;;) {
            const Token token = next();
            if (m_expected == Expected::End && token == Token::End)
                return std::nullopt;
            if (!take(token))
                return JsonFault{m_at, std::string(m_text.substr(std::min(m_begin, m_text.size()), m_at - m_begin))};
        }
    }

private:
    enum class Token { End,
                       BeginObject,
                       EndObject,
                       BeginArray,
                       EndArray,
                       Colon,
                       Comma,
                       Text,
                       Null,
                       False,
                       True,
                       Integer,
                       Number,
                       Damage };
    enum class Expected { Value,
                          FirstItem,
                          FirstKey,
                          Key,
                          Colon,
                          Next,
                          End };

    /// Returns false if \p token is not expected.
    bool take(Token token)
    {
        switch (m_expected) {
        case Expected::FirstItem: return token == Token::EndArray ? close() : takeValue(token);
        case Expected::Value: return takeValue(token);
        case Expected::FirstKey: return token == Token::EndObject ? close() : takeKey(token);
        case Expected::Key: return takeKey(token);
        case Expected::Colon: m_expected = Expected::Value; return token == Token::Colon;
        case Expected::Next: return takeNext(token);
        case Expected::End: return false;
        }
        return false;
    }

    bool takeValue(Token token)
    {
        m_expected = m_areObjects.empty() ? Expected::End : Expected::Next;
        switch (token) {
        case Token::BeginObject: open(true); return true;
        case Token::BeginArray: open(false); return true;
        case Token::Text: m_sink.text(m_content); return true;
        case Token::Null: m_sink.null(); return true;
        case Token::False:
        case Token::True: m_sink.boolean(token == Token::True); return true;
        case Token::Integer: m_sink.integer(m_integer); return true;
        case Token::Number: m_sink.number(m_number, m_text.substr(m_begin, m_at - m_begin)); return true;
        default: return false;
        }
    }

    void open(bool isObject)
    {
        m_areObjects.push_back(isObject);
        m_expected = isObject ? Expected::FirstKey : Expected::FirstItem;
        isObject ? m_sink.beginObject() : m_sink.beginArray();
    }

    bool close()
    {
        m_areObjects.back() ? m_sink.endObject() : m_sink.endArray();
        m_areObjects.pop_back();
        m_expected = m_areObjects.empty() ? Expected::End : Expected::Next;
        return true;
    }

    bool takeKey(Token token)
    {
        if (token != Token::Text)
            return false;
        m_sink.key(m_content);
        m_expected = Expected::Colon;
        return true;
    }

    bool takeNext(Token token)
    {
        const bool isObject = m_areObjects.back();
        if (token == (isObject ? Token::EndObject : Token::EndArray))
            return close();
        m_expected = isObject ? Expected::Key : Expected::Value;
        return token == Token::Comma;
    }

    Token next()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\r' || m_text[m_at] == '\t'))
            ++m_at;
        m_begin = m_at;
        if (m_at == m_text.size()) {
            ++m_at;
            return Token::End;
        }
        switch (m_text[m_at]) {
        case '{': ++m_at; return Token::BeginObject;
        case '}': ++m_at; return Token::EndObject;
        case '[': ++m_at; return Token::BeginArray;
        case ']': ++m_at; return Token::EndArray;
        case ':': ++m_at; return Token::Colon;
        case ',': ++m_at; return Token::Comma;
        case '"': return scanText();
        case 'n': return scanWord("null", Token::Null);
        case 'f': return scanWord("false", Token::False);
        case 't': return scanWord("true", Token::True);
        case 'N': return scanNonFinite("NaN", NAN);
        case 'I': return scanNonFinite("Infinity", INFINITY);
        case '-': return at(m_at + 1) == 'I' ? scanNonFinite("-Infinity", -INFINITY) : scanNumber();
        default: return isDigit(m_text[m_at]) ? scanNumber() : damage();
        }
    }

    /// Returns the character at \p position; NUL behind the end.
    char at(std::size_t position) const { return position < m_text.size() ? m_text[position] : '\0'; }

    /// The character here, or the end of the text, is damage.
    Token damage()
    {
        ++m_at;
        return Token::Damage;
    }

    Token scanWord(std::string_view word, Token token)
    {
        const auto [end, other] = std::ranges::mismatch(m_text.substr(m_at), word);
        m_at = static_cast<std::size_t>(end - m_text.begin());
        return other == word.end() ? token : damage();
    }

    Token scanNonFinite(std::string_view word, double value)
    {
        m_number = value;
        return scanWord(word, Token::Number);
    }

    Token scanNumber()
    {
        const auto skipDigits = [this] {
            const std::size_t first = m_at;
            while (isDigit(at(m_at)))
                ++m_at;
            return m_at > first;
        };
        m_at += m_text[m_at] == '-' ? 1 : 0;
        if (at(m_at) == '0')
            ++m_at;
        else if (!skipDigits())
            return damage();
        if (at(m_at) == '.' && (++m_at, !skipDigits()))
            return damage();
        if (at(m_at) == 'e' || at(m_at) == 'E') {
            ++m_at;
            m_at += at(m_at) == '-' || at(m_at) == '+' ? 1 : 0;
            if (!skipDigits())
                return damage();
        }
        const std::string_view digits = m_text.substr(m_begin, m_at - m_begin);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), m_integer);
        if (error == std::errc() && end == digits.data() + digits.size())
            return Token::Integer;
        m_number = *record::numberFromText(digits);
        return Token::Number;
    }

    Token scanText()
    {
        const std::size_t first = ++m_at;
        while (m_at < m_text.size() && isPlain(m_text[m_at]))
            ++m_at;
        m_content = m_text.substr(first, m_at - first);
        if (at(m_at) == '"')
            ++m_at;
        else if (!decodeText())
            return damage();
        return Token::Text;
    }

    /// Decodes the rest of a text. Returns false at the first invalid character.
    bool decodeText()
    {
        m_decoded = m_content;
        while (at(m_at) != '"') {
            const std::string_view rest = m_text.substr(m_at);
            if (rest.empty() || static_cast<unsigned char>(rest.front()) < 0x20)
                return false;
            if (rest.front() == '\\') {
                if (++m_at, !decodeEscape())
                    return false;
                continue;
            }
            const std::size_t length = bytes::characterLength(rest);
            m_decoded += rest.substr(0, length);
            m_at += length > 0 || !mayBecomeCharacter(rest) ? length : rest.size();
            if (length == 0)
                return false;
        }
        ++m_at;
        m_content = m_decoded;
        return true;
    }

    bool decodeEscape()
    {
        constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
        const std::size_t known = kEscapes.find(at(m_at));
        if (at(m_at) == 'u') {
            ++m_at;
            return decodeUnicode();
        }
        if (known == kEscapes.npos)
            return false;
        m_decoded += kMeanings[known];
        ++m_at;
        return true;
    }

    /// Decodes the digits of \uXXXX, and of the second half of a surrogate pair.
    bool decodeUnicode()
    {
        std::uint32_t code = 0, low = 0;
        if (!readHex(code))
            return false;
        const bool isHigh = code >= 0xD800 && code < 0xDC00;
        if (isHigh) {
            if (at(m_at) != '\\' || (++m_at, at(m_at) != 'u') || (++m_at, !readHex(low)))
                return false;
            if (low < 0xDC00 || low >= 0xE000)
                return stepBack();
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        } else if (code >= 0xDC00 && code < 0xE000) {
            return stepBack();
        }
        bytes::appendUtf8(m_decoded, code);
        return true;
    }

    /// Returns false with the last digit as the damage.
    bool stepBack()
    {
        --m_at;
        return false;
    }

    bool readHex(std::uint32_t &code)
    {
        for (int digit = 0; digit < 4; ++digit, ++m_at) {
            const char c = at(m_at);
            const int value = isDigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
            if (value < 0)
                return false;
            code = code << 4 | static_cast<std::uint32_t>(value);
        }
        return true;
    }

    const std::string_view m_text;
    JsonSink &m_sink;
    std::size_t m_at, m_begin = 0; ///< end and begin of the last token
    Expected m_expected = Expected::Value;
    std::vector<bool> m_areObjects; ///< the open objects and arrays
    std::string_view m_content;     ///< of the last text
    std::string m_decoded;
    std::int64_t m_integer = 0;
    double m_number = 0;
};

} // namespace

std::optional<JsonFault> scanJson(std::string_view text, JsonSink &sink)
{
    return JsonScanner(text, sink).scan();
}

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

} // namespace lensboard::imports
