#include "core/import/tables/date_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

namespace lensboard::imports {

namespace {

using std::chrono::sys_days;

/// Parses parts of a date from the beginning of a text.
class DateScan
{
public:
    explicit DateScan(std::string_view text) : m_text(text) {}

    bool isAtEnd() const { return m_text.empty(); }

    bool take(std::string_view oneOf)
    {
        const bool is = !m_text.empty() && oneOf.find(m_text.front()) != oneOf.npos;
        m_text.remove_prefix(is ? 1 : 0);
        return is;
    }

    /// Parses a number of exactly \p digits digits, at most \p most.
    std::optional<int> number(std::size_t digits, int most)
    {
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (i == m_text.size() || m_text[i] < '0' || m_text[i] > '9')
                return std::nullopt;
            value = 10 * value + (m_text[i] - '0');
        }
        m_text.remove_prefix(digits);
        return value <= most ? std::optional(value) : std::nullopt;
    }

    /// Parses the digits after a decimal mark; nullopt if there are none or too many.
    std::optional<double> fraction()
    {
        double value = 0, weight = 1;
        std::size_t digits = 0;
        for (; !m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9' && digits < 12; ++digits) {
            value = 10 * value + (m_text.front() - '0');
            weight *= 10;
            m_text.remove_prefix(1);
        }
        return digits > 0 ? std::optional(value / weight) : std::nullopt;
    }

private:
    std::string_view m_text;
};

std::optional<std::chrono::year_month_day> takeDay(DateScan &scan)
{
    const auto year = scan.number(4, 9999);
    const bool hasMonth = year && *year >= 1970 && scan.take("-");
    const auto month = hasMonth ? scan.number(2, 12) : std::nullopt;
    const auto day = month && scan.take("-") ? scan.number(2, 31) : std::nullopt;
    if (!day)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    return date.ok() ? std::optional(date) : std::nullopt;
}

/// Returns seconds since midnight. Formats: 12:34, 12:34:56, 12:34:56.789
std::optional<double> takeTime(DateScan &scan)
{
    const auto hours = scan.number(2, 23);
    const auto minutes = hours && scan.take(":") ? scan.number(2, 59) : std::nullopt;
    if (!minutes)
        return std::nullopt;
    double seconds = 3600.0 * *hours + 60.0 * *minutes;
    if (!scan.take(":"))
        return seconds;
    const auto whole = scan.number(2, 60);
    const auto part = whole && scan.take(".,") ? scan.fraction() : 0.0;
    return whole && part ? std::optional(seconds + *whole + *part) : std::nullopt;
}

/// Returns the offset from UTC in seconds. Formats: Z, +02:00, +0200, +02
std::optional<double> takeZone(DateScan &scan)
{
    scan.take(" ");
    if (scan.take("Zz"))
        return 0;
    const bool isWest = scan.take("-");
    if (!isWest && !scan.take("+"))
        return std::nullopt;
    const auto hours = scan.number(2, 23);
    const bool hasColon = scan.take(":");
    const auto minutes = hasColon || !scan.isAtEnd() ? scan.number(2, 59) : 0;
    if (!hours || !minutes)
        return std::nullopt;
    const double offset = 3600.0 * *hours + 60.0 * *minutes;
    return isWest ? -offset : offset;
}

std::optional<double> localSeconds(const std::chrono::year_month_day &day, double secondOfDay)
{
    std::tm time{};
    time.tm_year = static_cast<int>(day.year()) - 1900;
    time.tm_mon = static_cast<int>(static_cast<unsigned>(day.month())) - 1;
    time.tm_mday = static_cast<int>(static_cast<unsigned>(day.day()));
    const int whole = static_cast<int>(secondOfDay);
    time.tm_hour = whole / 3600;
    time.tm_min = whole / 60 % 60;
    time.tm_sec = whole % 60;
    time.tm_isdst = -1;
    const std::time_t seconds = std::mktime(&time);
    if (seconds < 0)
        return std::nullopt;
    return static_cast<double>(seconds) + (secondOfDay - whole);
}

} // namespace

std::optional<double> secondsOfDate(std::string_view text)
{
    const auto date = dateTime(text);
    return date ? std::optional(date->wallSeconds) : std::nullopt;
}

std::optional<DateTime> dateTime(std::string_view text)
{
    DateScan scan(text);
    const auto day = takeDay(scan);
    if (!day)
        return std::nullopt;
    const bool hasTime = scan.take("T ");
    const auto time = hasTime ? takeTime(scan) : 0.0;
    if (!time)
        return std::nullopt;
    if (scan.isAtEnd()) {
        const auto seconds = localSeconds(*day, *time);
        return seconds ? std::optional(DateTime{*seconds, true}) : std::nullopt;
    }
    const auto zone = hasTime ? takeZone(scan) : std::nullopt;
    if (!zone || !scan.isAtEnd())
        return std::nullopt;
    const auto midnight = static_cast<double>(std::chrono::seconds(sys_days(*day).time_since_epoch()).count());
    return DateTime{midnight + *time - *zone, false};
}

namespace {

/// Removes and returns digits, with a fraction if there is one; nullopt if there are none.
std::optional<double> takeAmount(std::string_view &text)
{
    double amount = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed);
    if (error != std::errc() || text.front() < '0' || text.front() > '9')
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return amount;
}

bool takeWord(std::string_view &text, std::string_view word)
{
    const bool is = text.starts_with(word);
    text.remove_prefix(is ? word.size() : 0);
    return is;
}

/// Parses H:MM:SS.
std::optional<double> clockSeconds(std::string_view text)
{
    double seconds = 0;
    for (int part = 0; part < 3; ++part) {
        const auto amount = takeAmount(text);
        if (!amount || (part > 0 && *amount >= 60) || (part < 2 && !takeWord(text, ":")))
            return std::nullopt;
        seconds = 60 * seconds + *amount;
    }
    return text.empty() ? std::optional(seconds) : std::nullopt;
}

} // namespace

std::optional<double> durationSeconds(std::string_view text)
{
    if (const auto seconds = clockSeconds(text))
        return seconds;
    static constexpr std::array<std::pair<std::string_view, double>, 7> kUnits = {
        {{" days, ", 86400}, {" day, ", 86400}, {"d", 86400}, {"h", 3600}, {"ms", 0.001}, {"m", 60}, {"s", 1}}};
    double seconds = 0;
    for (double least = INFINITY; !text.empty();) {
        if (const auto clock = least == 86400 ? clockSeconds(text) : std::nullopt)
            return seconds + *clock;
        const auto amount = takeAmount(text);
        const auto unit = amount ? std::ranges::find_if(kUnits, [&](const auto &known) { return text.starts_with(known.first); }) : kUnits.end();
        if (unit == kUnits.end() || unit->second >= least)
            return std::nullopt;
        text.remove_prefix(unit->first.size());
        takeWord(text, " ");
        seconds += *amount * unit->second;
        least = unit->second;
    }
    return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

} // namespace lensboard::imports
