#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace lensboard::widgets {

/// Finds the patterns, such as "%1: line %2 has no number", in a text, and rebuilds the text from translated patterns.
class PatternTable
{
public:
    explicit PatternTable(const QStringList &patterns);

    /// Rebuilds \p text from \p translated, called with each pattern that matches. Placeholders may contain further pattern
    /// texts. Of several readings, uses the one explaining most characters. Returns text without a matching pattern unchanged.
    QString translate(const QString &text, const std::function<QString(const QString &)> &translated) const;

private:
    /// A pattern, split at its placeholders.
    struct Pattern
    {
        QString source;
        QStringList fixed;    ///< one more than placeholders
        QList<QChar> places;  ///< placeholders: '1' … '9', or 'n' for a number
        qsizetype weight = 0; ///< fixed characters; 0 if all are punctuation and explain nothing
    };
    /// A way to explain \p weight characters of a text by patterns.
    struct Reading
    {
        QString text;
        qsizetype weight = 0;
        int patterns = 0;
        qsizetype start = 0; ///< end of the first placeholder

        bool isBetterThan(const Reading &other) const;
    };
    using Translated = std::function<QString(const QString &)>;
    /// Limit of work for one text, because a text from a file may be crafted to be slow.
    struct Work
    {
        const Translated &translated;
        int left = 4000; ///< remaining texts to read and placeholder ends to try
    };
    using Arguments = QHash<QChar, QString>;

    static Pattern cut(const QString &source);
    static bool fits(const Pattern &pattern, const QString &text, Arguments &arguments, Work &work);
    static bool fitsFrom(const Pattern &pattern, const QString &text, qsizetype place, qsizetype from, Arguments &arguments, Work &work);
    static QString filledIn(const QString &pattern, const Arguments &arguments);
    Reading read(const QString &text, Work &work) const;
    Reading readAs(const Pattern &pattern, const Arguments &arguments, Work &work) const;

    QHash<QChar, QList<Pattern>> m_byStart; ///< by first character
    QList<Pattern> m_open;                  ///< patterns that begin with a placeholder
};

} // namespace lensboard::widgets
