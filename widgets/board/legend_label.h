#pragma once

#include "widgets/sibling_names.h"
#include "widgets/views/legend.h"

#include <QElapsedTimer>
#include <QLabel>

namespace lensboard::widgets {

/// A legend as text that wraps between entries. An entry wider than the legend is shortened, see SiblingNames; entries that do
/// not fit are counted, and named in a tool tip.
class LegendLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit LegendLabel(QWidget *parent = nullptr);

    void setLegend(const Legend &legend);
    /// Sets the maximum height in pixels.
    void setMostHeight(int height);
    /// Highlights the entry of \p key; empty: none.
    void highlight(const QString &key);
    /// Returns the width that shows every entry in full.
    int widestEntry() const;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user clicked an entry that can be toggled, once or twice in quick succession.
    void entryChosen(const QString &key, bool isDouble);
    /// The mouse moved over another entry; empty: over none.
    void entryPointed(const QString &key);
    /// The text has changed, and possibly the size.
    void composed();

protected:
    void changeEvent(QEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    std::size_t fittingLines() const;
    static QString before(const LegendEntry &entry);
    QString shownName(const LegendEntry &entry) const;
    int widthOf(const LegendEntry &entry) const;
    LegendEntry moreEntry(std::size_t count) const;
    QString html(const LegendEntry &entry) const;
    const LegendEntry *entryOf(const QString &link) const;
    void compose();
    void choose(const QString &link);
    void point(const QString &link);

    Legend m_legend;
    SiblingNames m_names;
    int m_mostHeight = 0;
    int m_room = 0; ///< width; 0: not laid out yet
    QString m_left; ///< names that do not fit
    QString m_highlighted, m_pointed;
    QElapsedTimer m_sinceClick; ///< time since the last click on m_clicked
    QString m_clicked;
};

} // namespace lensboard::widgets
