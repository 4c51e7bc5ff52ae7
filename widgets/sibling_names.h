#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

class QFontMetrics;

namespace lensboard::widgets {

/// Shortens names that are shown together: layers, lenses, runs. Parts that all names share are replaced by "…" first; parts that
/// differ stay, numbers before words. Used by titles, legends, axes, lists and tables.
class SiblingNames
{
public:
    SiblingNames() = default;
    explicit SiblingNames(const QStringList &names);

    const QStringList &names() const { return m_names; }
    /// Returns \p name if it is at most \p width pixels wide, else a shorter text that no other of the names fits. If there is no such
    /// text, the beginning and the end of \p name.
    QString elided(const QString &name, const QFontMetrics &metrics, int width) const;
    /// Returns elided() of all names in their order. Names that cannot be told apart at this width stay whole.
    QStringList allElided(const QFontMetrics &metrics, int width) const;

private:
    struct Part
    {
        QString separator, text;
        double weight = 0; ///< the greater, the longer it is kept
    };
    using Parts = QList<Part>;

    static Parts cut(const QString &name);
    static QString joined(const Parts &parts, unsigned kept, qsizetype letters);
    Parts weighed(const QString &name) const;
    enum class Ends { OfParts, Anywhere };
    bool isTelling(const QString &shortened, const QString &name, Ends ends) const;
    QString shortened(const QString &name, const QFontMetrics &metrics, int width) const;

    QStringList m_names;
    QSet<QString> m_forks; ///< beginnings that names continue in different ways
    mutable QHash<QString, QString> m_shortened; ///< by width and name
};

} // namespace lensboard::widgets
