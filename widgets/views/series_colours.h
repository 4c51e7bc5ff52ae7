#pragma once

#include "widgets/axes/plot_theme.h"
#include "widgets/views/state/board_state.h"

#include <QHash>
#include <QStringList>

namespace lensboard::widgets {

/// Distinct names in order of first appearance.
class NameList
{
public:
    void add(const QString &name)
    {
        if (m_places.contains(name))
            return;
        m_places.insert(name, static_cast<int>(m_names.size()));
        m_names.append(name);
    }
    const QStringList &names() const { return m_names; }
    /// Returns -1 if \p name is not in the list.
    int indexOf(const QString &name) const { return m_places.value(name, -1); }

private:
    QStringList m_names;
    QHash<QString, int> m_places;
};

/// Colours and dashes of a tag's series, equal in all its plots. Colours distinguish runs; in a plot of one run, layers; in a
/// plot of one layer, labels. Dashes distinguish labels if colours do not.
class SeriesColours
{
public:
    enum class By { Label, Layer, Run };

    void add(const ShownSeries &series);
    void colourBy(By by) { m_by = by; }
    By by() const { return m_by; }
    const QStringList &labels() const { return m_labels.names(); }
    const QStringList &layers() const { return m_layers.names(); }
    int layerIndex(const ShownSeries &series) const;

    QColor colour(const PlotTheme &theme, const ShownSeries &series) const;
    Qt::PenStyle dashes(const ShownSeries &series) const;
    Qt::PenStyle dashesOf(const QString &label) const { return PlotTheme::dashes(m_labels.indexOf(label)); }
    /// Name of the series in a plot with others.
    QString name(const ShownSeries &series) const;
    /// Key shared by the series of one legend entry, in characters allowed in a link. A run's key begins with its runKey().
    QString key(const ShownSeries &series) const;

private:
    int labelIndex(const ShownSeries &series) const;

    By m_by = By::Label;
    NameList m_labels, m_layers;
};

/// Key of the legend entry for all lines of \p label.
QString labelKey(const QString &label);

/// Name of a series within its layer, in the user's language.
QString labelText(const ShownSeries &series);

/// Key of all lines of \p run, for TracePlottable::highlight().
QString runKey(const ShownRun &run);

} // namespace lensboard::widgets
