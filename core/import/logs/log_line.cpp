#include "core/import/logs/log_line.h"

#include "core/bytes/blanks.h"
#include "core/bytes/lower_case.h"
#include "core/import/tables/date_time.h"
#include "core/import/tables/stamp_field.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxKeyBytes = 100;
constexpr std::size_t kMaxKeyWords = 8;
constexpr std::size_t kMaxNumbers = 1000;
constexpr std::string_view kSeparators = ",;|";
constexpr std::string_view kBinders = ":=";
constexpr std::string_view kQuotes = "'\"";
constexpr std::string_view kEndsOfWord = " \t,;|:='\"()[]{}";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Returns true for words that may follow a number as its unit.
bool isUnit(std::string_view word)
{
    static constexpr std::array kUnits = {"%", "ns", "us", "µs", "ms", "s", "sec", "secs", "seconds", "min", "h", "B", "KB", "MB", "GB", "KiB", "MiB", "GiB"};
    const auto isUnitChar = [](unsigned char c) { return std::isalpha(c) || c == '%' || c == '/' || c >= 0x80; };
    return std::ranges::find(kUnits, word) != kUnits.end() || (word.size() < 20 && word.find('/') != word.npos && std::ranges::all_of(word, isUnitChar));
}

/// Returns true for units without a blank between number and unit.
bool isSuffix(std::string_view text)
{
    return text.size() < 20 && std::ranges::all_of(text, [](unsigned char c) { return std::isalpha(c) || c == '%' || c == '/' || c >= 0x80; });
}

/// Returns true for signs that draw a bar, a rule or a bullet.
bool isDrawing(std::string_view word)
{
    return std::ranges::none_of(word, [](unsigned char c) { return std::isalnum(c) || c == '%'; }) && word.find_first_of("@$&") == word.npos;
}

/// A number at the beginning of a text.
struct Digits
{
    std::size_t length = 0;
    double value = 0;
    bool isWhole = false;
};

std::optional<Digits> digitsAt(std::string_view text)
{
    const std::size_t sign = !text.empty() && (text.front() == '+' || text.front() == '-') ? 1 : 0;
    if (sign == text.size() || !(isDigit(text[sign]) || (text[sign] == '.' && sign + 1 < text.size() && isDigit(text[sign + 1]))))
        return std::nullopt;
    Digits digits;
    const char *const from = text.data() + (text.front() == '+' ? 1 : 0);
    const auto [end, error] = std::from_chars(from, text.data() + text.size(), digits.value);
    if (error != std::errc())
        return std::nullopt;
    digits.length = static_cast<std::size_t>(end - text.data());
    digits.isWhole = text.substr(sign, digits.length - sign).find_first_not_of("0123456789") == text.npos;
    return digits;
}

/// Adds groups of three digits: 1,234,567.
void takeThousands(std::string_view text, Digits &digits)
{
    const auto isGroupAt = [&](std::size_t at) {
        return at + 3 < text.size() && text[at] == ',' && isDigit(text[at + 1]) && isDigit(text[at + 2]) && isDigit(text[at + 3])
               && !(at + 4 < text.size() && isDigit(text[at + 4]));
    };
    if (!digits.isWhole || digits.length > 4 || !isGroupAt(digits.length))
        return;
    std::string plain(text.substr(0, digits.length));
    for (; isGroupAt(digits.length); digits.length += 4)
        plain += text.substr(digits.length + 1, 3);
    digits.value = record::numberFromText(plain).value_or(digits.value);
}

/// Returns seconds of "1:23:45" and "23:45".
std::optional<double> clockSeconds(std::string_view text)
{
    const auto isClock = [&] { return std::ranges::count(text, ':') == 1 && text.size() >= 4 && text[text.size() - 3] == ':'; };
    return isClock() ? durationSeconds("0:" + std::string(text.size() == 4 ? "0" : "") + std::string(text)) : durationSeconds(text);
}

class LineScanner
{
public:
    explicit LineScanner(std::string_view line) : m_text(line) {}

    LogLine scan()
    {
        while (m_at < m_text.size() && m_line.numbers.size() < kMaxNumbers)
            takeNext();
        separate();
        m_line.shape = m_shape;
        return std::move(m_line);
    }

private:
    std::string_view rest() const { return m_text.substr(m_at); }

    void takeNext()
    {
        const char c = m_text[m_at];
        if (bytes::kBlanks.find(c) != bytes::kBlanks.npos || kQuotes.find(c) != kQuotes.npos) {
            ++m_at;
        } else if (kSeparators.find(c) != kSeparators.npos) {
            separate();
            mix(rest().substr(0, 1));
            ++m_at;
        } else if (kBinders.find(c) != kBinders.npos) {
            m_isBound = !m_words.empty();
            mix(rest().substr(0, 1));
            ++m_at;
        } else if (c == '(' || c == '[' || c == '{') {
            open();
        } else if (c == ')' || c == ']' || c == '}') {
            close();
        } else if (!takeDate() && !takeSource() && !takeNumber()) {
            takeWord();
        }
    }

    /// A bracket of words belongs to the name: "time per iteration (ms)".
    void open()
    {
        const std::size_t end = rest().find(')');
        const std::string_view inside = rest().substr(1, end == std::string_view::npos ? 0 : end - 1);
        const bool isName = rest().front() == '(' && !m_words.empty() && !inside.empty() && inside.size() < 20
                            && std::ranges::none_of(inside, [](char c) { return isDigit(c); });
        if (isName && isPartOfRun(inside) && m_line.phase.empty()) {
            m_line.phase = bytes::lowerCase(inside);
            m_at += inside.size() + 2;
            return;
        }
        if (isName) {
            m_words += " (" + std::string(inside) + ')';
            mix(inside);
            m_at += inside.size() + 2;
            return;
        }
        ++(rest().front() == '(' ? m_depth : m_brackets);
        ++m_at;
    }

    /// A bracket that was not opened ends the prefix of a logger: "I0102 12:00:00 1 train.py:12] step 3".
    void close()
    {
        separate();
        int &depth = rest().front() == ')' ? m_depth : m_brackets;
        if (rest().front() == ']' && depth == 0)
            m_line.numbers.clear();
        depth = std::max(depth - 1, 0);
        ++m_at;
    }

    /// Takes a date, with or without time, at the beginning of a word.
    bool takeDate()
    {
        const std::string_view text = rest();
        if (text.size() < 10 || !isDigit(text[0]) || (text[4] != '-' && text[4] != '/') || text[7] != text[4])
            return false;
        std::size_t length = std::min(text.find_first_of("])|;\"' \t"), text.size());
        if (length == 10 && text.size() > 15 && text[10] == ' ' && isDigit(text[11]))
            length = std::min(text.find_first_of("])|;\"' \t", 11), text.size());
        std::string date(text.substr(0, length));
        date[4] = date[7] = '-';
        while (!std::isalnum(static_cast<unsigned char>(date.back())))
            date.pop_back();
        const auto seconds = secondsOfDate(date);
        if (!seconds)
            return false;
        if (!m_line.wallSeconds)
            m_line.wallSeconds = seconds;
        m_words.clear();
        m_at += date.size();
        return true;
    }

    /// Takes "module:function:12 - ", the place in the source that a logger writes before its text.
    bool takeSource()
    {
        const std::string_view source = rest().substr(0, rest().find(" - "));
        const std::string_view line = source.substr(source.rfind(':') + 1);
        if (!m_words.empty() || !m_line.numbers.empty() || source.size() == rest().size() || source.find_first_of(" \t,;|=") != source.npos
            || std::ranges::count(source, ':') != 2 || line.empty() || line.find_first_not_of("0123456789") != line.npos)
            return false;
        m_at += source.size() + 3;
        return true;
    }

    bool takeNumber()
    {
        const std::string_view text = rest();
        auto digits = digitsAt(text);
        if (!digits)
            return takeNonFinite();
        takeThousands(text, *digits);
        std::string_view suffix = text.substr(digits->length);
        suffix = suffix.substr(0, suffix.find_first_of(kEndsOfWord));
        const std::string_view behind = text.substr(digits->length + suffix.size());
        if (suffix.empty() && behind.size() > 1 && behind[0] == ':' && isDigit(behind[1]))
            return takeClock();
        if (digits->isWhole && behind.starts_with(" day") && takeDays())
            return true;
        if (suffix.starts_with('/') && takeFraction(*digits, text.substr(digits->length + 1)))
            return true;
        if (suffix == "." && (behind.empty() || behind.front() == ' '))
            suffix = {};
        if (!isSuffix(suffix))
            return false;
        m_at += digits->length + suffix.size();
        if (suffix.empty())
            suffix = takeUnit();
        put(digits->value, digits->isWhole, suffix);
        return true;
    }

    /// Takes nan and inf, unless they are a word of a name: "number of nan iterations".
    bool takeNonFinite()
    {
        std::string_view text = rest();
        const bool isSigned = text.front() == '+' || text.front() == '-';
        const std::string word = bytes::lowerCase(text.substr(isSigned ? 1 : 0, 3));
        if (word != "nan" && word != "inf")
            return false;
        const std::size_t length = word.size() + (isSigned ? 1 : 0);
        std::string_view suffix = text.substr(length);
        suffix = suffix.substr(0, suffix.find_first_of(kEndsOfWord));
        const std::string_view behind = bytes::trimmed(text.substr(length + suffix.size()));
        const bool isEnd = behind.empty() || kEndsOfWord.find(behind.front()) != kEndsOfWord.npos;
        if ((!m_isBound && !isEnd) || (!suffix.empty() && !(isSigned && isSuffix(suffix))))
            return false;
        m_at += length + suffix.size();
        put(word == "nan" ? NAN : text.front() == '-' ? -INFINITY
                                                      : INFINITY,
            false, suffix);
        return true;
    }

    /// Takes "1 day, 2:03:04".
    bool takeDays()
    {
        const std::size_t comma = rest().find(',');
        const std::size_t clock = comma == std::string_view::npos ? comma : rest().find_first_not_of(' ', comma + 1);
        if (clock == std::string_view::npos)
            return false;
        const std::string_view text = rest().substr(0, rest().find_first_not_of("0123456789:.", clock));
        const auto seconds = durationSeconds(text);
        if (!seconds)
            return false;
        m_at += text.size();
        put(*seconds, false, "s");
        return true;
    }

    bool takeClock()
    {
        const std::string_view clock = rest().substr(0, rest().find_first_not_of("0123456789:."));
        const auto seconds = clockSeconds(clock);
        if (!seconds)
            return false;
        m_at += clock.size();
        if (m_words.empty()) { // the time of day
            m_loose.reset();
            return true;
        }
        put(*seconds, false, "s");
        return true;
    }

    /// Takes "10/100" and "10/ 100": a count of a total.
    bool takeFraction(const Digits &count, std::string_view behind)
    {
        const std::size_t blanks = std::min(behind.find_first_not_of(' '), behind.size());
        const auto total = digitsAt(behind.substr(blanks));
        if (!total)
            return false;
        const std::string_view after = behind.substr(blanks + total->length);
        if (!after.empty() && kEndsOfWord.find(after.front()) == kEndsOfWord.npos)
            return false;
        m_at += count.length + 1 + blanks + total->length;
        const std::string_view next = bytes::trimmed(after);
        const auto clock = digitsAt(next);
        if (m_words.empty() && clock && clock->isWhole && next.substr(clock->length).starts_with(':')) // month and day before a time
            return true;
        if (m_words.empty() || isPartOfRun(m_words)) {
            takePhase();
            m_words = LogLine::kBatch;
        }
        put(count.value, count.isWhole, {});
        return true;
    }

    /// Takes a unit that follows a number after a blank.
    std::string_view takeUnit()
    {
        if (m_words.empty() && !m_isInField) // the words behind a number without a name are its name
            return {};
        const std::size_t blanks = std::min(rest().find_first_not_of(' '), rest().size());
        std::string_view word = rest().substr(blanks);
        word = word.substr(0, word.find_first_of(kEndsOfWord));
        const std::string_view behind = rest().substr(blanks + word.size());
        if (blanks == 0 || !isUnit(word) || behind.starts_with(':') || behind.starts_with('='))
            return {};
        m_at += blanks + word.size();
        return word;
    }

    void takeWord()
    {
        const std::size_t end = std::max<std::size_t>(rest().find_first_of(kEndsOfWord), 1);
        const std::string_view word = rest().substr(0, end);
        m_at += word.size();
        if (isDrawing(word))
            return separate();
        mix(word);
        if (m_line.numbers.empty() && word.size() == 5 && std::string_view("IWEF").find(word[0]) != std::string_view::npos && exactNumber(word.substr(1)))
            return;    // level, month and day
        if (m_isBound) // the words before were a title
            dropWords();
        m_words += (m_words.empty() ? "" : " ") + std::string(word);
    }

    /// Ends a field: forgets words without a number, and names a number that preceded its name.
    void separate()
    {
        if (m_loose) {
            const bool isUnitOnly = m_words.empty();
            const std::string key = isUnitOnly ? m_loose->unit : m_words;
            if (!key.empty() && key != "%" && !m_isBound)
                add(key, m_loose->value, m_loose->isWhole, isUnitOnly ? std::string_view() : std::string_view(m_loose->unit));
            m_loose.reset();
            m_words.clear();
        }
        dropWords();
        m_isInField = false;
    }

    void dropWords()
    {
        takePhase();
        m_words.clear();
        m_isBound = false;
    }

    /// Takes the first word as the part of the run.
    void takePhase()
    {
        const std::string_view first = std::string_view(m_words).substr(0, m_words.find(' '));
        if (m_line.numbers.empty() && m_line.phase.empty() && isPartOfRun(first))
            m_line.phase = bytes::lowerCase(first);
    }

    void put(double value, bool isWhole, std::string_view unit)
    {
        if (m_words == "of" && m_isInField) // a total
            return m_words.clear();
        if (m_words.empty())
            return putNameless(value, isWhole, unit);
        if (m_loose && !m_isBound && isUnit(m_words)) { // "12 ms 34 MB"
            separate();
            return putNameless(value, isWhole, unit);
        }
        m_loose.reset();
        if (m_words.size() > kMaxKeyBytes || static_cast<std::size_t>(std::ranges::count(m_words, ' ')) >= kMaxKeyWords)
            return dropWords();
        if (m_line.numbers.empty())
            shortenCounter(isWhole);
        add(m_words, value, isWhole, unit);
        m_words.clear();
        m_isBound = false;
        m_isInField = true;
    }

    void putNameless(double value, bool isWhole, std::string_view unit)
    {
        if (m_loose && !m_loose->unit.empty()) // "1s 5ms/step"
            separate();
        const bool followsCount = m_last == LogLine::kBatch || namesCounter(m_last);
        const bool isSecond = !m_last.empty() && (m_depth > 0 || m_isInField || unit.starts_with('/'));
        if (isSecond && !(followsCount && unit == "%"))
            add(m_last + " (" + std::to_string(++m_lastCount) + ')', value, isWhole, unit, false);
        else if (!isSecond && !m_loose)
            m_loose = {value, isWhole, std::string(unit)};
    }

    /// The first number of a line may be its counter, with more words before it: "Train Epoch: 3", "INFO step 10". "Train: 3 [10/100]" has an epoch, too.
    void shortenCounter(bool isWhole)
    {
        const std::string_view last = std::string_view(m_words).substr(m_words.find_last_of(' ') + 1);
        if (isWhole && isPartOfRun(m_words) && bytes::trimmed(rest()).starts_with('[')) {
            takePhase();
            m_words = LogLine::kEpoch;
        } else if (isWhole && namesCounter(last)) {
            takePhase();
            m_words = stampField(last) == StampField::Epoch ? LogLine::kEpoch : std::string(last);
        }
    }

    void add(const std::string &key, double value, bool isWhole, std::string_view unit, bool isNamed = true)
    {
        LoggedNumber number{unit.empty() ? key : key + " (" + std::string(unit) + ')', value, isWhole, m_isBound};
        if (stampField(number.key) == StampField::Epoch && !namesTotal(number.key))
            number.key = LogLine::kEpoch;
        const auto isSame = [&](const LoggedNumber &other) { return other.key == number.key; };
        for (int again = 2; std::ranges::any_of(m_line.numbers, isSame); ++again)
            number.key = key + " (" + std::to_string(again) + ')';
        m_line.numbers.push_back(std::move(number));
        if (isNamed) {
            m_last = key;
            m_lastCount = 1;
        }
    }

    void mix(std::string_view text) { m_shape = (m_shape ^ std::hash<std::string_view>()(text)) * 0x9E3779B97F4A7C15ull; }

    struct Loose
    {
        double value = 0;
        bool isWhole = false;
        std::string unit;
    };

    std::string_view m_text;
    std::size_t m_at = 0;
    LogLine m_line;
    std::string m_words;             ///< since the last number or separator
    bool m_isBound = false;          ///< a colon or equals sign follows the words
    bool m_isInField = false;        ///< a number of the current field was read
    int m_depth = 0, m_brackets = 0; ///< numbers of open round brackets, and of others
    std::optional<Loose> m_loose;    ///< number without a name at the beginning of a field
    std::string m_last;              ///< last key
    int m_lastCount = 1;             ///< number of numbers of this key
    std::size_t m_shape = 1;
};

std::string withoutEscapes(std::string_view line)
{
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\b') { // bars return by backspaces
            plain += '\r';
        } else if (line[i] == '\x1b') {
            i = std::min(line.find_first_of("ABCDEFGHJKSTfhlmnsu", i), line.size());
        } else {
            plain += line[i];
        }
    }
    return plain;
}

/// Removes "desc:  10%|███   | 1/10 [00:01<00:09, 1.0it/s]" and "5it [00:01, 4.9it/s]".
std::string_view withoutBar(std::string_view text)
{
    for (const std::string_view sign : {"%|", "it ["})
        for (std::size_t at = text.find(sign); at != text.npos; at = text.find(sign, at)) {
            const std::size_t begin = text.find('[', at), end = text.find(']', std::min(begin, text.size()));
            const std::string_view times = end == text.npos ? std::string_view() : text.substr(begin, end - begin);
            if (at > 0 && isDigit(text[at - 1]) && (times.find("it/s") != times.npos || times.find("s/it") != times.npos || times.find('<') != times.npos)) {
                text.remove_prefix(end + 1);
                at = 0;
            } else {
                ++at;
            }
        }
    return text;
}

} // namespace

LogLine logLine(std::string_view line)
{
    return LineScanner(line).scan();
}

std::string shownText(std::string_view line)
{
    const bool isPlain = line.find_first_of("\r\b\x1b") == line.npos;
    const std::string plain = isPlain ? std::string(line) : withoutEscapes(line);
    std::string_view shown = plain;
    while (!shown.empty()) {
        const std::size_t begin = shown.rfind('\r') + 1; // npos + 1 is 0
        if (shown.find_first_not_of(bytes::kBlanks, begin) != shown.npos || begin == 0) {
            shown.remove_prefix(begin);
            break;
        }
        shown = shown.substr(0, begin - 1);
    }
    return std::string(withoutBar(shown));
}

bool namesCounter(std::string_view word)
{
    const StampField field = stampField(word);
    return field <= StampField::Epoch && field != StampField::Tick && !namesTotal(word);
}

} // namespace lensboard::imports
