#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

class QFontMetrics;

namespace lensboard::widgets {

/// Shortens names that are shown together: layers, lenses, runs. Replaces parts common to all names by "…" first; keeps differing
/// parts, numbers with priority over words. Used by titles, legends, axes, lists and tables.
class SiblingNames
{
public:
    SiblingNames() = default;
    explicit SiblingNames(const QStringList &names);

    const QStringList &names() const { return m_names; }
    /// Returns \p name if it is at most \p width pixels wide, else a shorter text that identifies it among the names. If there is
    /// no such text, returns its beginning and end.
    QString elided(const QString &name, const QFontMetrics &metrics, int width) const;
    /// Returns elided() of all names in order. Names not distinguishable at this width stay whole.
    QStringList allElided(const QFontMetrics &metrics, int width) const;

private:
    struct Part
    {
        QString separator, text;
        double weight = 0; ///< greater weights are kept longer
    };
    using Parts = QList<Part>;

    static Parts cut(const QString &name);
    static QString joined(const Parts &parts, unsigned kept, qsizetype letters);
    Parts weighed(const QString &name) const;
    enum class Ends { OfParts, Anywhere };
    bool isTelling(const QString &shortened, const QString &name, Ends ends) const;
    QString shortened(const QString &name, const QFontMetrics &metrics, int width) const;

    QStringList m_names;
    QSet<QString> m_forks; ///< beginnings with different continuations
    mutable QHash<QString, QString> m_shortened; ///< by width and name
};

} // namespace lensboard::widgets
