#include "widgets/sibling_names.h"

#include <QFontMetrics>

#include <algorithm>
#include <utility>
#include <vector>

namespace lensboard::widgets {

namespace {

constexpr QChar kEllipsis = u'…';
constexpr qsizetype kMaxCached = 4096;
constexpr std::size_t kMaxAbbreviated = 24; ///< choices of parts tried
constexpr qsizetype kMaxParts = 8;          ///< parts of a name; the parts before are joined, because all choices of parts are tried
constexpr double kForkWeight = 4, kForkNumberWeight = 8, kLastWeight = 1, kNumberWeight = 2, kSharedWeight = 1, kGapWeight = 0.25;

bool isAsciiDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

bool hasDigit(const QString &text)
{
    return std::ranges::any_of(text, isAsciiDigit);
}

/// Separators are "." and "/" in paths, spaces and commas between words, "-" in run names; "0.01" is one number.
bool isSeparator(const QString &name, qsizetype at)
{
    const QChar c = name[at];
    const bool isInNumber = at > 0 && at + 1 < name.size() && isAsciiDigit(name[at - 1]) && isAsciiDigit(name[at + 1]);
    return c == u' ' || c == u'/' || c == u',' || (c == u'-' && !isInNumber) || (c == u'.' && !isInNumber);
}

/// Returns the first \p letters of \p text and the digits at its end.
QString abbreviated(const QString &text, qsizetype letters)
{
    qsizetype digits = 0;
    while (digits < text.size() && isAsciiDigit(text[text.size() - 1 - digits]))
        ++digits;
    return letters + digits + 1 >= text.size() ? text : text.left(letters) + kEllipsis + text.right(digits);
}

} // namespace

SiblingNames::SiblingNames(const QStringList &names) : m_names(names)
{
    QHash<QString, QString> nextPart; // keyed by the beginning before it
    const QStringList distinct(QSet<QString>(names.begin(), names.end()).values());
    for (const QString &name : distinct) {
        QString before;
        const auto add = [&](const QString &part) {
            const auto known = nextPart.constFind(before);
            if (known == nextPart.cend())
                nextPart.insert(before, part);
            else if (*known != part)
                m_forks.insert(before);
            before += part;
        };
        for (const Part &part : cut(name))
            add(part.separator + part.text);
        add({}); // other names may continue here
    }
}

SiblingNames::Parts SiblingNames::cut(const QString &name)
{
    Parts parts(1);
    for (qsizetype at = 0; at < name.size(); ++at) {
        if (!isSeparator(name, at)) {
            parts.back().text += name[at];
        } else if (parts.back().text.isEmpty()) {
            parts.back().separator += name[at];
        } else {
            parts.append({QString(name[at]), {}});
        }
    }
    while (parts.size() > kMaxParts) {
        parts[0].text += parts[1].separator + parts[1].text;
        parts.removeAt(1);
    }
    return parts;
}

SiblingNames::Parts SiblingNames::weighed(const QString &name) const
{
    Parts parts = cut(name);
    QString before;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        Part &part = parts[i];
        const bool isNumber = hasDigit(part.text), isLast = i + 1 == parts.size();
        part.weight = m_forks.contains(before) ? (isNumber ? kForkNumberWeight : kForkWeight) : isNumber ? kNumberWeight : kSharedWeight;
        part.weight += isLast ? kLastWeight : 0.01 * static_cast<double>(i);
        before += part.separator + part.text;
    }
    return parts;
}

/// Joins the parts selected by the bits of \p kept, each cut to \p letters letters.
QString SiblingNames::joined(const Parts &parts, unsigned kept, qsizetype letters)
{
    QString text;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool isGap = text.endsWith(kEllipsis);
        if (!(kept & (1U << i)))
            text += isGap ? QString() : QString(kEllipsis);
        else
            text += (isGap ? QString() : parts[i].separator) + abbreviated(parts[i].text, letters);
    }
    return text;
}

/// Returns true if no other name could be shortened to \p shortened by replacing whole parts, or any letters, by "…".
bool SiblingNames::isTelling(const QString &shortened, const QString &name, Ends ends) const
{
    const QStringList pieces = shortened.split(kEllipsis);
    const auto canStand = [&](const QString &other, const QString &piece, qsizetype at) {
        const qsizetype end = at + piece.size();
        return ends == Ends::Anywhere || piece.isEmpty()
            || ((at == 0 || isSeparator(other, at - 1)) && (end == other.size() || isSeparator(other, end)));
    };
    const auto fits = [&](const QString &other) {
        qsizetype from = 0;
        for (qsizetype i = 0; i < pieces.size(); ++i) {
            const bool isFirst = i == 0, isLast = i + 1 == pieces.size();
            qsizetype at = isFirst ? 0 : isLast ? other.size() - pieces[i].size() : other.indexOf(pieces[i], from);
            while (!isFirst && !isLast && at >= from && !canStand(other, pieces[i], at))
                at = other.indexOf(pieces[i], at + 1);
            if (at < from || QStringView(other).mid(at, pieces[i].size()) != pieces[i] || !canStand(other, pieces[i], at))
                return false;
            from = at + pieces[i].size();
        }
        return true;
    };
    return std::ranges::none_of(m_names, [&](const QString &other) { return other != name && fits(other); });
}

QString SiblingNames::shortened(const QString &name, const QFontMetrics &metrics, int width) const
{
    const auto isGood = [&](const QString &text, Ends ends) { return metrics.horizontalAdvance(text) <= width && isTelling(text, name, ends); };
    const Parts parts = weighed(name);
    const auto all = (1U << parts.size()) - 1;
    std::vector<std::pair<double, unsigned>> choices;
    for (unsigned kept = 1; kept <= all; ++kept) {
        double weight = -kGapWeight * static_cast<double>(joined(parts, kept, name.size()).count(kEllipsis));
        for (qsizetype i = 0; i < parts.size(); ++i)
            weight += kept & (1U << i) ? parts[i].weight : 0;
        choices.emplace_back(-weight, kept);
    }
    std::ranges::sort(choices);
    for (const auto &[weight, kept] : choices)
        if (const QString text = joined(parts, kept, name.size()); isGood(text, Ends::OfParts))
            return text;
    choices.resize(std::min(choices.size(), kMaxAbbreviated));
    for (const qsizetype letters : {8, 6, 5, 4, 3, 2})
        for (const auto &[weight, kept] : choices)
            if (const QString text = joined(parts, kept, letters); isGood(text, Ends::Anywhere))
                return text;
    for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideLeft, Qt::ElideRight})
        if (const QString text = metrics.elidedText(name, mode, width); isTelling(text, name, Ends::Anywhere))
            return text;
    return metrics.elidedText(name, Qt::ElideMiddle, width);
}

QString SiblingNames::elided(const QString &name, const QFontMetrics &metrics, int width) const
{
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    if (m_shortened.size() > kMaxCached)
        m_shortened.clear();
    QString &text = m_shortened[QStringLiteral("%1 %2 %3").arg(width).arg(metrics.horizontalAdvance(name)).arg(name)];
    if (text.isNull())
        text = shortened(name, metrics, width);
    return text;
}

QStringList SiblingNames::allElided(const QFontMetrics &metrics, int width) const
{
    QStringList texts;
    QHash<QString, QString> nameOf;
    for (const QString &name : m_names) {
        const QString text = elided(name, metrics, width);
        const QString other = nameOf.value(text, name);
        nameOf[text] = name;
        if (other != name)
            return m_names;
        texts << text;
    }
    return texts;
}

} // namespace lensboard::widgets
