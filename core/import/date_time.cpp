#include "core/import/date_time.h"

#include <charconv>
#include <chrono>
#include <ctime>

namespace lensboard::imports {

namespace {

/// Takes what it reads from the front of a text.
class Reader
{
public:
    explicit Reader(std::string_view text) : m_rest(text) {}

    bool isAtEnd() const { return m_rest.empty(); }

    bool take(std::string_view oneOf)
    {
        if (m_rest.empty() || oneOf.find(m_rest.front()) == oneOf.npos)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    std::optional<int> number(std::size_t digits)
    {
        int value = 0;
        const std::string_view text = m_rest.substr(0, digits);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.size() < digits || error != std::errc() || end != text.data() + digits || value < 0)
            return std::nullopt;
        m_rest.remove_prefix(digits);
        return value;
    }

    double fraction()
    {
        double value = 0, unit = 0.1;
        for (; !m_rest.empty() && m_rest.front() >= '0' && m_rest.front() <= '9'; m_rest.remove_prefix(1), unit /= 10)
            value += unit * (m_rest.front() - '0');
        return value;
    }

private:
    std::string_view m_rest;
};

/// Seconds east of Greenwich; empty if there is something else.
std::optional<int> zone(Reader &reader)
{
    if (reader.take("Zz"))
        return 0;
    const bool isEast = reader.take("+");
    if (!isEast && !reader.take("-"))
        return std::nullopt;
    const auto hours = reader.number(2);
    reader.take(":");
    const auto minutes = reader.number(2);
    if (!hours || !minutes)
        return std::nullopt;
    return (isEast ? 1 : -1) * (*hours * 3600 + *minutes * 60);
}

std::optional<double> localSeconds(const std::chrono::year_month_day &day, int secondsOfDay)
{
    std::tm time{};
    time.tm_year = static_cast<int>(day.year()) - 1900;
    time.tm_mon = static_cast<int>(static_cast<unsigned>(day.month())) - 1;
    time.tm_mday = static_cast<int>(static_cast<unsigned>(day.day()));
    time.tm_hour = secondsOfDay / 3600;
    time.tm_min = secondsOfDay / 60 % 60;
    time.tm_sec = secondsOfDay % 60;
    time.tm_isdst = -1;
    const std::time_t seconds = std::mktime(&time);
    return seconds == -1 ? std::nullopt : std::optional(static_cast<double>(seconds));
}

} // namespace

std::optional<double> secondsOfDate(std::string_view text)
{
    using namespace std::chrono;
    Reader reader(text);
    const auto year = reader.number(4);
    const bool dashes = year && reader.take("-");
    const auto month = dashes ? reader.number(2) : std::nullopt;
    const auto day = month && reader.take("-") ? reader.number(2) : std::nullopt;
    const auto hour = day && reader.take("T ") ? reader.number(2) : std::nullopt;
    const auto minute = hour && reader.take(":") ? reader.number(2) : std::nullopt;
    const auto second = minute && reader.take(":") ? reader.number(2) : std::nullopt;
    if (!second || *hour > 23 || *minute > 59 || *second > 60)
        return std::nullopt;
    const year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)), std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok())
        return std::nullopt;
    const double fraction = reader.take(".,") ? reader.fraction() : 0;
    const int secondsOfDay = *hour * 3600 + *minute * 60 + *second;
    if (reader.isAtEnd()) {
        const auto seconds = localSeconds(date, secondsOfDay);
        return seconds ? std::optional(*seconds + fraction) : std::nullopt;
    }
    const auto east = zone(reader);
    if (!east || !reader.isAtEnd())
        return std::nullopt;
    return static_cast<double>(std::chrono::seconds(sys_days(date).time_since_epoch()).count() + secondsOfDay - *east) + fraction;
}

} // namespace lensboard::imports
