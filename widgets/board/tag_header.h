#pragma once

#include "widgets/views/state/board_style.h"

#include <QWidget>

#include <map>
#include <vector>

class QBoxLayout;
class QLabel;
class QPainter;
class QToolButton;

namespace lensboard::widgets {

class LabelButton;
class LegendLabel;
struct Legend;

/// The line above a tag's plots: its name, a button for each available view, and the legend.
class TagHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit TagHeader(QWidget *parent = nullptr);

    void setName(const QString &name, const QString &toolTip);
    QString name() const;
    /// Sets the available views; shows no buttons for a single view.
    void offerViews(const std::vector<TagView> &views);
    void showView(TagView view);
    /// Offers to choose the line \p shown; see LabelButton::offer().
    void offerLabels(const QStringList &labels, const QString &shown, bool canShowAll);
    /// Sets if runs can be shown as differences, and if they are.
    void offerDifference(bool isOffered, bool isOn);
    void setLegend(const Legend &legend);
    QString legend() const; ///< rich text
    /// Sets the maximum height of the legend in pixels.
    void setMostLegendHeight(int height);
    /// Highlights the legend entry of \p key.
    void highlight(const QString &key);
    /// Paints the name and the legend, without buttons.
    void paint(QPainter &painter) const;
    QSize sizeHint() const override;
    /// Size with the legend in its own row.
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void viewChosen(lensboard::widgets::TagView view);
    /// Label of the line to show; empty: all.
    void labelChosen(const QString &label);
    void differenceChosen(bool on);
    void menuRequested(const QPoint &globalPosition);
    /// The user clicked the legend entry of \p key, once or twice in quick succession.
    void entryChosen(const QString &key, bool isDouble);
    /// Key of the legend entry under the mouse; empty: none.
    void entryPointed(const QString &key);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    bool isNarrow(int width) const;
    void placeLegend();
    void drawIcons();

    QBoxLayout *m_rows;
    QBoxLayout *m_row; ///< name and buttons
    QLabel *m_name;
    LegendLabel *m_legend;
    std::map<TagView, QToolButton *> m_views;
    LabelButton *m_label;
    QToolButton *m_difference, *m_more;
};

/// Name and description of a view.
QString nameOf(TagView view);
QString descriptionOf(TagView view);

} // namespace lensboard::widgets
