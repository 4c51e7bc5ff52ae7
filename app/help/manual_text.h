#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace lensboard::app {

/// A heading of the manual with the text below it, up to the next heading.
struct ManualSection
{
    QString title;
    int level = 1; ///< 1: the title of a page
    QUrl url;      ///< of the page, with an anchor unless the section begins the page
    QString text;  ///< Markdown
};

/// The pages of the manual. They are embedded in the program.
class ManualText
{
public:
    ManualText();

    const QList<ManualSection> &sections() const { return m_sections; }
    /// Returns the sections that contain all words of \p typed, ignoring case and accents.
    QList<ManualSection> find(const QString &typed) const;

    /// Returns the URL of a page, for example "window.md" or "window.md#lenses".
    static QUrl page(const QString &name);
    /// Returns the anchor of a heading: "Sweeps of 2 values" is "sweeps-of-2-values".
    static QString anchor(const QString &title);

private:
    void read(const QUrl &page);

    QList<ManualSection> m_sections;
    QStringList m_folded; ///< title and text of each section, without case and accents
};

} // namespace lensboard::app
