#include "widgets/pattern_table.h"

#include <algorithm>
#include <tuple>

namespace lensboard::widgets {

namespace {

constexpr qsizetype kLongest = 1 << 14; ///< longer texts are not from this program

bool isPlace(const QString &pattern, qsizetype at)
{
    return pattern[at] == u'%' && at + 1 < pattern.size()
        && (pattern[at + 1] == u'n' || (pattern[at + 1] >= u'1' && pattern[at + 1] <= u'9'));
}

bool isNumber(const QString &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

} // namespace

PatternTable::PatternTable(const QStringList &patterns)
{
    for (const QString &source : patterns) {
        const Pattern pattern = cut(source);
        if (pattern.fixed.front().isEmpty())
            m_open << pattern;
        else
            m_byStart[pattern.fixed.front().front()] << pattern;
    }
}

PatternTable::Pattern PatternTable::cut(const QString &source)
{
    Pattern pattern{source, {QString()}, {}};
    for (qsizetype at = 0; at < source.size(); ++at) {
        if (isPlace(source, at)) {
            pattern.places << source[++at];
            pattern.fixed << QString();
        } else {
            pattern.fixed.back() += source[at];
        }
    }
    if (const QString fixed = pattern.fixed.join(QString()); std::any_of(fixed.begin(), fixed.end(), [](QChar c) { return c.isLetter(); }))
        pattern.weight = fixed.size();
    return pattern;
}

QString PatternTable::translate(const QString &text, const Translated &translated) const
{
    Work work{translated};
    return text.size() > kLongest ? text : read(text, work).text;
}

/// Returns true if \p text matches \p pattern: each placeholder ends at the first occurrence of the following fixed part that
/// lets the rest match.
bool PatternTable::fits(const Pattern &pattern, const QString &text, Arguments &arguments, Work &work)
{
    const QString &first = pattern.fixed.front(), &last = pattern.fixed.back();
    if (pattern.places.isEmpty())
        return text == first;
    return text.size() >= first.size() + last.size() && text.startsWith(first) && text.endsWith(last)
        && fitsFrom(pattern, text, 0, first.size(), arguments, work);
}

bool PatternTable::fitsFrom(const Pattern &pattern, const QString &text, qsizetype place, qsizetype from, Arguments &arguments, Work &work)
{
    if (place == pattern.places.size())
        return from == text.size();
    const QString &behind = pattern.fixed[place + 1];
    const bool isLast = place + 1 == pattern.places.size();
    const QChar name = pattern.places[place];
    const Arguments before = arguments;
    for (qsizetype to = isLast ? text.size() - behind.size() : text.indexOf(behind, from); to >= from && --work.left > 0;
         to = isLast ? -1 : text.indexOf(behind, to + 1)) {
        const QString argument = text.mid(from, to - from);
        if ((name != u'n' || isNumber(argument)) && (!before.contains(name) || before[name] == argument)) {
            arguments[name] = argument;
            if (fitsFrom(pattern, text, place + 1, to + behind.size(), arguments, work))
                return true;
            arguments = before;
        }
    }
    return false;
}

QString PatternTable::filledIn(const QString &pattern, const Arguments &arguments)
{
    QString text;
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        if (isPlace(pattern, at) && arguments.contains(pattern[at + 1]))
            text += arguments[pattern[++at]];
        else
            text += pattern[at];
    }
    return text;
}

/// Returns true if this reading explains more characters, or as many by fewer patterns, or by an outer pattern that includes the
/// preceding text.
bool PatternTable::Reading::isBetterThan(const Reading &other) const
{
    if (weight != other.weight)
        return weight > other.weight;
    return std::tie(patterns, start) < std::tie(other.patterns, other.start);
}

PatternTable::Reading PatternTable::readAs(const Pattern &pattern, const Arguments &arguments, Work &work) const
{
    Reading reading{{}, pattern.weight, 1, pattern.fixed.front().size()};
    if (!pattern.places.isEmpty())
        reading.start += arguments[pattern.places.front()].size();
    Arguments own;
    for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
        const Reading inner = read(argument.value(), work);
        own[argument.key()] = inner.text;
        reading.weight += inner.weight;
        reading.patterns += inner.patterns;
    }
    reading.text = filledIn(work.translated(pattern.source), own);
    return reading;
}

PatternTable::Reading PatternTable::read(const QString &text, Work &work) const
{
    Reading best{text};
    if (text.isEmpty() || --work.left < 0)
        return best;
    const auto tryAll = [&](const QList<Pattern> &patterns) {
        for (const Pattern &pattern : patterns) {
            Arguments arguments;
            if (!fits(pattern, text, arguments, work))
                continue;
            Reading reading = readAs(pattern, arguments, work);
            if (reading.isBetterThan(best))
                best = std::move(reading);
        }
    };
    if (const auto found = m_byStart.constFind(text.front()); found != m_byStart.cend())
        tryAll(*found);
    tryAll(m_open);
    return best;
}

} // namespace lensboard::widgets
