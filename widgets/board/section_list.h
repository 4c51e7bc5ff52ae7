#pragma once

#include "widgets/views/state/board_state.h"
#include "widgets/views/state/reading.h"

#include <QScrollArea>

#include <vector>

class QGridLayout;

namespace lensboard::widgets {

class TagPlot;
class TagSection;
class WheelGlide;

/// The sections of a board, one per tag, on a scrolling page. Two large plots stand side by side if they fit.
class SectionList final : public QScrollArea
{
    Q_OBJECT

public:
    explicit SectionList(BoardState &state, QWidget *parent = nullptr);

    TagSection *add(const record::TagSpec &tag);
    void clear();

    /// In the order of creation.
    const std::vector<TagSection *> &all() const { return m_all; }
    std::vector<TagSection *> visible() const;
    bool isEmpty() const { return visible().empty(); }
    TagSection *section(const QString &tag) const; ///< null if there is none
    QStringList tags() const;
    /// Name of \p tag in the window's language.
    QString shownName(const QString &tag) const;

    /// Returns all plots of a tag in shown order; creates plots that were never visible.
    std::vector<TagPlot *> plots(const QString &tag) const;
    std::vector<TagPlot *> plots() const;
    /// Plots created so far.
    std::vector<TagPlot *> madePlots() const;
    std::vector<TagPlot *> plotsOnView() const;
    bool isOnView(const TagPlot &plot) const; ///< at least partly
    /// Readings of the visible lines of a tag.
    std::vector<Reading> readings(const QString &tag, double x) const;

    /// Must be called if layers, runs or tags were shown, hidden or reordered.
    void rearrange();
    /// Fits the sections to the viewport.
    void arrange();
    /// Fits the sections to a page of \p width.
    void arrange(int width);
    void scrollTo(const TagPlot &plot);

Q_SIGNALS:
    /// The set of visible plots may have changed.
    void viewChanged();

protected:
    bool viewportEvent(QEvent *event) override;

private:
    void place(int width, double stretch);
    void pointAnew();

    BoardState &m_state;
    QWidget *m_page;
    QGridLayout *m_grid;
    WheelGlide *m_glide;
    std::vector<TagSection *> m_all;
};

} // namespace lensboard::widgets
