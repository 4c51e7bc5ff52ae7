#include "core/experiment/json_text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lensboard::experiment {

namespace {

constexpr std::size_t kLineLength = 100;
constexpr std::size_t kIndent = 2;

std::string oneLine(const Json &json)
{
    if (!json.is_structured() || json.empty())
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string text(1, json.is_object() ? '{' : '[');
    for (const auto &[key, value] : json.items()) {
        if (text.size() > 1)
            text += ", ";
        if (json.is_object())
            text += Json(key).dump() + ": ";
        text += oneLine(value);
    }
    return text + (json.is_object() ? '}' : ']');
}

/// \p column is the start of the text, \p level its nesting depth.
std::string pretty(const Json &json, std::size_t level, std::size_t column)
{
    std::string text = oneLine(json);
    if (!json.is_structured() || json.empty() || (level > 0 && column + text.size() < kLineLength))
        return text;
    const std::string indent(kIndent * (level + 1), ' ');
    text = json.is_object() ? '{' : '[';
    bool isFirst = true;
    for (const auto &[key, value] : json.items()) {
        const std::string name = json.is_object() ? Json(key).dump() + ": " : "";
        text += (std::exchange(isFirst, false) ? "\n" : ",\n") + indent + name;
        text += pretty(value, level + 1, indent.size() + name.size());
    }
    return text + '\n' + std::string(kIndent * level, ' ') + (json.is_object() ? '}' : ']');
}

/// Walks valid JSON and stores the place of the longest part of a path found.
class PathSearch
{
public:
    PathSearch(const std::string &path, const std::string &text) : m_path(path), m_text(text) { value(""); }

    std::size_t line() const { return lineAt(m_found); }
    std::optional<RepeatedKey> repeated() const
    {
        return m_repeated.empty() ? std::nullopt : std::optional(RepeatedKey{m_repeated, lineAt(m_repeatedAt)});
    }

private:
    std::size_t lineAt(std::size_t place) const
    {
        return 1 + static_cast<std::size_t>(std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
    }

    bool leadsTo(const std::string &place) const
    {
        return m_path.starts_with(place) && (m_path.size() == place.size() || m_path[place.size()] == '.');
    }

    char next()
    {
        m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size());
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    void see(const std::string &place)
    {
        if (leadsTo(place) && place.size() >= m_longest) { // the last of repeated keys counts
            m_longest = place.size();
            m_found = m_at;
        }
    }

    std::string quoted()
    {
        const std::size_t start = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        m_at = std::min(m_at + 1, m_text.size());
        return m_text.substr(start, m_at - start);
    }

    void value(const std::string &place)
    {
        const char first = next();
        if (first == '{' || first == '[')
            members(place, first == '{');
        else if (first == '"')
            (void)quoted();
        else
            m_at = std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size());
    }

    void members(const std::string &place, bool areNamed)
    {
        ++m_at;
        const char end = areNamed ? '}' : ']';
        std::set<std::string> names;
        for (std::size_t i = 0; next() != end && m_at < m_text.size(); ++i) {
            const std::size_t start = m_at;
            const std::string name = areNamed ? Json::parse(quoted()).get<std::string>() : std::to_string(i);
            const std::string inside = place.empty() ? name : place + '.' + name;
            if (!names.insert(name).second && m_repeated.empty()) {
                m_repeated = inside;
                m_repeatedAt = start;
            }
            const std::size_t afterName = std::exchange(m_at, start);
            see(inside);
            m_at = afterName;
            if (areNamed && next() == ':')
                ++m_at;
            value(inside);
            if (next() == ',')
                ++m_at;
        }
        m_at = std::min(m_at + 1, m_text.size());
    }

    const std::string &m_path;
    const std::string &m_text;
    std::size_t m_at = 0;
    std::size_t m_found = 0;
    std::size_t m_longest = 0;
    std::string m_repeated; ///< the first repeated key
    std::size_t m_repeatedAt = 0;
};

} // namespace

std::string prettyText(const Json &json)
{
    return pretty(json, 0, 0) + '\n';
}

std::size_t lineOf(const std::string &path, const std::string &text)
{
    return PathSearch(path, text).line();
}

std::optional<RepeatedKey> repeatedKey(const std::string &text)
{
    const std::string none;
    return PathSearch(none, text).repeated();
}

} // namespace lensboard::experiment
