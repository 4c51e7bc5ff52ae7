#pragma once

#include "widgets/plots/board_look.h"

#include <QElapsedTimer>
#include <QWidget>

#include <map>
#include <vector>

class QBoxLayout;
class QLabel;
class QPainter;
class QToolButton;

namespace lensboard::widgets {

/// The line over a tag's plots: its name, a button for each view there is of it, and the legend.
class TagHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit TagHeader(QWidget *parent = nullptr);

    void setName(const QString &name, const QString &toolTip);
    QString name() const;
    /// The views that can be chosen; no buttons if it is just one.
    void offerViews(const std::vector<TagView> &views);
    void showView(TagView view);
    /// Rich text; see entryChosen().
    void setLegend(const QString &html);
    QString legend() const;
    /// Draws the name and the legend, without buttons.
    void paint(QPainter &painter) const;
    QSize sizeHint() const override;
    /// With the legend in a row of its own.
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void viewChosen(lensboard::widgets::TagView view);
    void menuRequested(const QPoint &globalPosition);
    /// Where an entry of the legend leads that was clicked, once or twice in quick succession.
    void entryChosen(const QString &link, bool isDouble);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    bool isNarrow(int width) const;
    void placeLegend();
    void drawIcons();

    QBoxLayout *m_rows;
    QBoxLayout *m_row; ///< the name and the buttons
    QLabel *m_name;
    QLabel *m_legend;
    std::map<TagView, QToolButton *> m_views;
    QToolButton *m_more;
    QElapsedTimer m_sinceClick; ///< on m_clicked
    QString m_clicked;
};

/// What a view is called, and what it shows.
QString nameOf(TagView view);
QString descriptionOf(TagView view);

} // namespace lensboard::widgets
