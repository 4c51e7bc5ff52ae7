#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace lensboard::widgets {

/// Tells which of many patterns, such as "%1: line %2 has no number", a text was made of, and makes it again of others.
class PatternTable
{
public:
    explicit PatternTable(const QStringList &patterns);

    /// \p text made again of what \p translated says for each pattern that it was made of. What stands in the places of one
    /// may be such a text too. Of several readings the one that explains most characters counts. A text that was made of no
    /// pattern stays as it is.
    QString translate(const QString &text, const std::function<QString(const QString &)> &translated) const;

private:
    /// A pattern, cut at its places.
    struct Pattern
    {
        QString source;
        QStringList fixed;    ///< one more than there are places
        QList<QChar> places;  ///< '1' … '9', or 'n': a number
        qsizetype weight = 0; ///< fixed characters; 0 if all are punctuation, which explains nothing by itself
    };
    /// What \p weight characters of a text are explained by.
    struct Reading
    {
        QString text;
        qsizetype weight = 0;
        int patterns = 0;
        qsizetype start = 0; ///< where the first place ends

        bool isBetterThan(const Reading &other) const;
    };
    using Translated = std::function<QString(const QString &)>;
    /// What one text may cost: it may come from a file that was made to be hard.
    struct Work
    {
        const Translated &translated;
        int left = 4000; ///< texts to be read, ends of places to be tried
    };
    using Arguments = QHash<QChar, QString>;

    static Pattern cut(const QString &source);
    static bool fits(const Pattern &pattern, const QString &text, Arguments &arguments, Work &work);
    static bool fitsFrom(const Pattern &pattern, const QString &text, qsizetype place, qsizetype from, Arguments &arguments, Work &work);
    static QString filledIn(const QString &pattern, const Arguments &arguments);
    Reading read(const QString &text, Work &work) const;
    Reading readAs(const Pattern &pattern, const Arguments &arguments, Work &work) const;

    QHash<QChar, QList<Pattern>> m_byStart; ///< by their first character
    QList<Pattern> m_open;                  ///< those that begin with a place
};

} // namespace lensboard::widgets
